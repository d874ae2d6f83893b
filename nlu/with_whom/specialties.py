"""Which doctor of the clinic a specialty means: "con el dentista", "cita de dermatología"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.when.words import EARLY, HOUR_UNIT, MONTHS, NEXT, PARTS, WEEKDAYS
from nlu.with_whom.doctors import is_refused
from nlu.with_whom.visits import A_DOCTOR
from nlu.words.filler import FILLER
from nlu.words.message import Message, plain
from nlu.words.statements import tells
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
_BODIES = {
    **{word: word for word in ("piel", "ojos", "corazon", "huesos")},
    **dict.fromkeys(("ninos", "ninas", "bebes"), "pediatria"),
    **dict.fromkeys(("dientes", "muelas"), "odontologia"),
}
"""What is treated, or who: "la de la piel", "el doctor de niños"."""
_SAME |= {word: field for word, field in _BODIES.items() if word != field}
_OF_ALL = "general|familiar|interna|cabecera"
_AT = re.compile(
    rf" (?P<whom>(?:(?:el|la|al|un|una|algun|alguna|mi) )?(?:(?:{A_DOCTOR}|medicina|citas?|consultas?) )?"
    rf"(?:(?:del?|en|para) (?:(?:la|los|las|el) )?)?)(?P<kind>{_OF_ALL}|{'|'.join(_BODIES)}|{KIND})(?= )"
)
_BEGINS = re.compile(rf" (?:{_OF_ALL}|{'|'.join((*_BODIES, *_SAME))}|{_KINDS})")
_BY_BODY = re.compile(
    rf"(?:{A_DOCTOR} (?:(?:del?|para) )?|(?:^|el |la |al |citas? |consultas? )(?:de|para) )(?:la |los |las )?$"
)
_BY_FIELD = re.compile(rf"(?:{A_DOCTOR} (?:de )?|medicina |(?:un|una) )$")
_FIELD = re.compile(r"[a-z]+(?:logia|tria|terapia|pedia)|nutricion|dental|general|familiar|interna")
_OWN = "(?:me|l[oa]|nos)?"
_SEEN = (
    rf"ver{_OWN}|vea[ns]?|viera[ns]?|revis(?:ar{_OWN}|en?|aran?)|chec(?:ar{_OWN}|aran?)|cheque[ns]?|toque|consultar"
    rf"|atend(?:er{_OWN}|ieran?)|atienda[ns]?|valor(?:ar{_OWN}|en?|aran?)"
)
_LEADS = re.compile(
    rf" (?:con|{WANTS}|busco|(?:citas?|consultas?|turno|lugar|espacio|algo)(?: (?:con|para|de|en))?|{_SEEN}"
    rf"|(?:ir|voy|vamos|llevar(?:me|l[oa]s?)?|pasar(?:me|l[oa])?)(?= al ))(?: (?:el|la|al|los|un|una|de|en|para|mi|{A_DOCTOR}|medicina))* $"
)
""" "Cita con el", "que me vea la": who is asked for comes next."""
_LIGHT = (FILLER - word_set("soy es que como cuando")) | {*WEEKDAYS, *MONTHS, *PARTS, *EARLY, *HOUR_UNIT, *NEXT}
_LIGHT |= word_set("hoy am pm media cuarto semana viene entra antes despues preferencia puras puros cualquier")
_THEIRS = word_set("del imss issste seguro particular")


class Wanted(NamedTuple):
    """The doctors of the specialty asked for, what it was called, and the tokens that said so; whose specialty is
    `refused`. Where no other is asked for, it is called nothing."""

    doctors: tuple[str, ...]
    called: str
    tokens: frozenset[int]
    refused: tuple[str, ...] = ()


def wanted(message: Message, specialties: tuple[tuple[str, str], ...]) -> Wanted | None:
    """Whose specialty a message asks for; None where it names none, or the clinic's are not known. One that only stands
    in what is told is not asked for."""
    if not specialties or not _BEGINS.search(message.flat):
        return None
    named = [one for said in _AT.finditer(message.flat) if (one := _named(message, said, specialties))]
    if not named:
        return None
    refused = [one for one in named if is_refused(message, one.tokens)]
    asked = [one for one in named if one not in refused][:1]
    tokens = frozenset[int]().union(*(one.tokens for one in (*refused, *asked)))
    near = {i for one in refused for i in range(max(0, min(one.tokens) - 4), max(one.tokens) + 2)}
    tokens |= {i for i in near if asked and message.tokens[i : i + 1] and message.tokens[i].text == "no"}
    doctors, called = (asked[0].doctors, asked[0].called) if asked else ((), "")
    return Wanted(doctors, called, tokens, tuple(name for one in refused for name in one.doctors))


def _named(message: Message, said: re.Match[str], specialties: tuple[tuple[str, str], ...]) -> Wanted | None:
    """The specialty named at a place, where it is asked for."""
    kind, whom = said["kind"], said["whom"]
    before = message.flat[: said.start("whom")] + whom
    if kind in _BODIES and not _BY_BODY.search(whom):
        return None
    if kind in _OF_ALL.split("|") and not (
        _BY_FIELD.search(whom) and (whom[:3] != "un " or before.endswith(" con un "))
    ):
        return None
    stem = _stem(_SAME.get(kind, kind))
    fits = _of(stem, specialties) or (_of("genera", specialties) if stem == "famili" else ())
    place = message.between(said.start("kind"), said.end("kind"))
    if not (_LEADS.search(before) or _is_asked(message, said, place, ours=bool(fits))):
        return None
    first = place.start - (place.start > 0 and message.tokens[place.start - 1].text in _ARTICLES | {"medicina"})
    called = " ".join(message.tokens[i].raw.lower() for i in range(first, place.stop))
    called = re.sub(r"olog([oa])$", r"ólog\1", called[:1].upper() + called[1:])
    tokens = {*place} | {first} if message.tokens[first].text == "medicina" else {*place}
    return Wanted(fits, called, frozenset(tokens))


def _is_asked(message: Message, said: re.Match[str], place: range, *, ours: bool) -> bool:
    """Whether a specialty with nothing before it that asks is asked for: "…, dermatología", "el
    pediatra, ¿tiene lugar?"."""
    clause = next(c for c in message.clauses() if place.start in c)
    if _THEIRS & {message.tokens[i].text for i in range(place.stop, min(clause.stop, place.stop + 2))}:
        return False
    own = {*message.between(said.start("whom"), said.end("kind"))}
    rest = (i for i in clause if i not in own and message.tokens[i].kind == "word")
    if all({*message.tokens[i].text.split()} <= _LIGHT for i in rest):
        return not _HAS_ONE.search(message.flat) or said["whom"].startswith(("el ", "la ", "con "))
    if _FIELD.fullmatch(said["kind"]) and said["whom"].startswith(("para ", "en ")):
        return not tells(message, clause)
    return ours and said["whom"].startswith(("el ", "la ")) and bool(_ROOM.match(message.flat, said.end("kind")))


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


_ROOM = re.compile(
    r"(?: (?:de |la |los )?[^ ,?]+)? (?:(?:si|no|me|nos|l[oa]|le) ){0,3}(?:tiene|tendra|tendria|pued[ae]|podra|podria|atienda|vea|revise)(?= )"
)
""" "El pediatra tiene lugar", "la dermatóloga me puede ver"."""
_HAS_ONE = re.compile(
    r" (?:hay|habra|tienen?|tendran|manejan?|cuentan con|atienden?|ven|dan|vienen?|trabajan?|estan?)(?: [^ ,?]+){0,4}?"
    rf" (?P<kind>{KIND})(?= )"
)


_IS_THERE = re.compile(
    rf"^(?: (?:hola|,|oiga|oye|y|disculpe|buen[oa]s?|dias|tardes|noches))* (?P<kind>{KIND}) (?:tienen|tiene|hay|manejan|tendran)(?: \?)+ $"
)
""" "¿Dentista tienen?"."""


def is_all_asked(flat: str) -> re.Match[str] | None:
    """Whether nothing else is asked than whether there is one."""
    return _IS_THERE.search(flat)


def asked_about(flat: str) -> str | None:
    """How the specialty begins that the clinic is asked whether it has: "gineco". None where none is."""
    found = is_all_asked(flat) or _HAS_ONE.search(flat)
    return _stem(_SAME.get(found["kind"], found["kind"])) if found else None


_NAMED = re.compile(
    rf"(?:(?:el|la|mi|su) ){{0,2}}(?:{KIND}|(?:doctora?|medic[oa]) (?:de (?:la |los )?)?(?:general|piel|huesos|ojos|corazon))(?= |$)"
)


def words_named(words: str) -> int:
    """How many of these words, folded, name a specialty, whether the clinic has it or not: "la dermatóloga". Nought
    where they begin otherwise."""
    found = _NAMED.match(words.strip())
    return len(found[0].split()) if found else 0


def _of(stem: str, specialties: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    return tuple(doctor for doctor, own in specialties if any(_stem(word) == stem for word in plain(own).split()))


def _stem(word: str) -> str:
    """What "pediatra" and "pediatría" share."""
    return word[:6]
