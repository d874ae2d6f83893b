"""Which doctor of the clinic a specialty means: "con el dentista", "cita de dermatología"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.with_whom.visits import A_DOCTOR
from nlu.words.message import Message, plain
from nlu.words.turning_words import WANTS
from nlu.words.word_sets import word_set

_SAME = {
    **dict.fromkeys(("dentista", "dental", "dentistas"), "odontologia"),
    "ojos": "oftalmologia",
    "piel": "dermatologia",
    "corazon": "cardiologia",
    "huesos": "traumatologia",
    "ortopedista": "ortopedia",
    "general": "general",
    "internista": "interna",
    "familiar": "familiar",
    "cabecera": "familiar",
}
_SHORT = {
    **{
        name: f"{name}logia"
        for name in ("cardio", "dermato", "gineco", "odonto", "neuro", "uro", "onco", "podo", "nefro")
    },
    **{
        "derma": "dermatologia",
        "gine": "ginecologia",
        "pedia": "pediatria",
        "psico": "psicologia",
        "trauma": "traumatologia",
    },
    **{
        "oftalmo": "oftalmologia",
        "gastro": "gastroenterologia",
        "endocrino": "endocrinologia",
        "fisio": "fisioterapia",
    },
    **{"orto": "ortopedia", "reuma": "reumatologia", "otorrino": "otorrinolaringologia", "psiqui": "psiquiatria"},
}
"""As people shorten them: "la nutri", "el derma"."""
_SAME |= _SHORT
"""Said otherwise than the specialty is called."""
_KINDS = (
    "pediatr|odontolog|dermatolog|cardiolog|nutri|psicolog|psiquiatr|traumatolog|ortoped|oftalmolog|ginecolog|urolog"
    "|neurolog|gastroenterolog|otorrino|endocrinolog|geriatr|alergolog|fisioterap|reumatolog|nefrolog|oncolog|podolog"
)
KIND = rf"(?:{_KINDS})[a-z]*|dentistas?|ortopedista|internista|(?:{'|'.join(_SHORT)})(?= )"
_ARTICLES = word_set("el la un una")
_ASKED = re.compile(
    rf" (?:con|{WANTS}|busco|(?:cita|consulta|turno|lugar|espacio)(?: con| para| de| en| al| a)?)"
    rf" (?:(?:el|la|al|un|una|algun|alguna|de|en|para) )*(?:(?:{A_DOCTOR}|medicina) )?(?:(?:de|del|en|para) )?(?:la |los |el )?"
    r"(?P<kind>(?<=medico )general|(?<=medica )general|(?<=doctor )general|(?<=doctora )general|(?<=medicina )general"
    r"|(?<= un )general|(?<= una )general|(?<=medico )familiar|(?<=medica )familiar|(?<=doctor )familiar|(?<=doctora )familiar"
    rf"|(?<=medicina )familiar|(?<=medico de )cabecera|(?<=doctor de )cabecera|{KIND}"
    r"|(?<=de los )(?:ojos|huesos)|(?<=de la )piel|(?<=del )corazon)(?= )"
)


_WHO_KNOWS = re.compile(
    rf" (?:persona|alguien|quien|{A_DOCTOR}) que (?:me |nos |le )?"
    r"(?:(?:sepa|entienda|conozca|se dedique|sea experta?|se especialice) (?:mas |mucho |bien )?(?:de|del|a|al|en|sobre)"
    r"|(?:vea|atienda|trate|revise|cure|cheque|maneje|opere) (?:a |al |de )?(?:(?:el|la|los|las|mi|mis|un|una) )?)"
    r"(?! ?(?:por favor|porfa|aqui|ahora|ahorita|ya|hoy|manana|bien|rapido|pronto|urgente|personalmente|en persona|por telefono"
    r"|de verdad|directamente|de|en|el|que|y) )(?=.*[a-z])"
)
""" "Una persona que sepa de pies" asks who treats them, not for somebody at the desk."""


_TALKS = re.compile(
    r" (?:hablar|comuni\w+|pas[ae]\w*|transf\w+|contact\w+|platicar|conect\w+|chatear|llam\w+|marqu\w+) "
)


def who_knows(flat: str) -> bool:
    """Whether somebody is asked for by what they know or treat."""
    return _WHO_KNOWS.search(flat) is not None and not _TALKS.search(flat)


_HAS_ONE = re.compile(
    r" (?:hay|habra|tienen?|tendran|manejan?|cuentan con|atienden?|ven|dan|vienen?|trabajan?|estan?)(?: [^ ,?]+){0,4}?"
    rf" (?P<kind>{KIND})(?= )"
)


def asked_about(flat: str) -> str | None:
    """How the specialty begins that the clinic is asked whether it has: "gineco". None where none is."""
    found = _HAS_ONE.search(flat)
    return _stem(_SAME.get(found["kind"], found["kind"])) if found else None


_NAMED = re.compile(
    rf"(?:(?:el|la|mi|su) ){{0,2}}(?:{KIND}|(?:doctora?|medic[oa]) (?:de (?:la |los )?)?(?:general|piel|huesos|ojos|corazon))(?= |$)"
)


def words_named(words: str) -> int:
    """How many of these words, folded, name a specialty, whether the clinic has it or not: "la dermatóloga". Nought
    where they begin otherwise."""
    found = _NAMED.match(words.strip())
    return len(found[0].split()) if found else 0


class Wanted(NamedTuple):
    """The doctors of the specialty asked for, what it was called, and the tokens that said so."""

    doctors: tuple[str, ...]
    called: str
    tokens: frozenset[int]


def wanted(message: Message, specialties: tuple[tuple[str, str], ...]) -> Wanted | None:
    """Whose specialty a message asks for; None where it names none, or the clinic's are not known."""
    if not specialties or (asked := _ASKED.search(message.flat)) is None:
        return None
    kind = asked["kind"]
    stem = _stem(_SAME.get(kind, kind))
    fits = _of(stem, specialties) or (_of("genera", specialties) if stem == "famili" else ())
    place = message.between(asked.start("kind"), asked.end("kind"))
    first = place.start - (place.start > 0 and message.tokens[place.start - 1].text in _ARTICLES)
    called = " ".join(message.tokens[i].raw.lower() for i in range(first, place.stop))
    called = re.sub(r"olog([oa])$", r"ólog\1", called[:1].upper() + called[1:])
    return Wanted(fits, called, frozenset(place))


def _of(stem: str, specialties: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(doctor for doctor, own in specialties if any(_stem(word) == stem for word in plain(own).split()))


def _stem(word: str) -> str:
    """What "pediatra" and "pediatría" share."""
    return word[:6]
