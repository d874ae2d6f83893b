"""The parts of a request of staff's: the doctor, the patient, the type of visit. Each is looked for in a text in
small letters of which what is known already is blank, every letter in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from booking.intents import VisitType
from booking.models import Role, UnderstandingContext
from nlu.naming import names
from nlu.staff.staff_acts import AGENDA, CANCEL, DAY, FREE_TIMES, OF_A_PATIENT, Act
from nlu.staff.staff_times import Part
from nlu.staff.staff_words import FILLER, LIMITS, even, is_light
from nlu.when.words import DAY_NAMES
from nlu.words.message import plain
from nlu.words.statements import lists
from nlu.words.word_sets import word_set

# --- the doctor ----------------------------------------------------------------------------------

_TITLES = frozenset({"dr", "dra", "doctor", "doctora"})
_NO_SURNAME = (
    r"(?:hoy|manana|pasado|ayer|el|la|los|las|un|una|a|al|de|del|en|para|por|que|este|esta|lunes|martes|miercoles|jueves|viernes|sabados?"
    r"|domingos?|no|ya|si|y|tiene|va|viene|esta|atiende|trabaja|llego|llega|vino|sale|entra|empieza|comienza|termina|acaba|recibe|se|dice|quiere|todo|toda|todos|desde|hasta|menos|cada|excepto)\b"
)
_TITLED = re.compile(
    rf"(?:\b(?:con|de|del|al?|para)\s+)?\b(?:(?:el|la)\s+)?(?:dra?\b\.?|doctora?\b)\s+(?P<doctor>(?!{_NO_SURNAME})[^\W\d_]+(?:\s+(?!{_NO_SURNAME})[^\W\d_]+)?)"
)
_ALL_OF = re.compile(r"\b(?:todas|todos)\b|\blas citas\b")


def doctor(rest: str, act: Act, context: UnderstandingContext) -> Part | None:
    """The doctor who is named; without a title, one of the clinic's, after "con" or, of a doctor's days, alone."""
    with_whom, alone = _patterns(context.doctors)
    if titled := _TITLED.search(rest):
        words, start = titled["doctor"], titled.start("doctor")
        known = with_whom.match(f"con {words}") if context.doctors else None
        end = start + (len(known["doctor"]) if known else len(words))
        return Part("", ((titled.start(), end), (start, end)))
    found = with_whom.search(rest)
    if found is None and context.role is not Role.DOCTOR:
        found = alone.search(rest)
        if found is None and act.tool in FREE_TIMES | {AGENDA, DAY} and context.doctors:
            return _bare(rest, context.doctors)
        patient = found is not None and (
            act.tool not in FREE_TIMES | {AGENDA, DAY} if found["to"] else act.tool in OF_A_PATIENT
        )
        if patient and not (act.tool == CANCEL and _ALL_OF.search(rest)):
            return None
    return Part("", (found.span(), found.span("doctor"))) if found else None


_FIRST_OF_A_NAME = re.compile(r"(?P<word>[a-z]{2,}) +$")
_GOES_ON = r"(?=\s*(?:$|[,.;]|(?:hoy|manana|pasado|el|los|las|este|esta|la|en|por|a|al|de|del|hasta|desde|no|ya|que|y|ni|solo|nomas|sale|entra|llega|viene|siempre)\b))"


_SOMEBODY = word_set("senora senor sra sr srta senorita don dona paciente joven nina nino familia")
""" "La señora Salas" is no doctor."""


def bare_surname(said: str, doctors: tuple[str, ...]) -> bool:
    """Whether it is the surname of one of the clinic's doctors, and no more."""
    return even(said).strip() in _surnames(doctors)


def _bare(rest: str, doctors: tuple[str, ...]) -> Part | None:
    """A doctor's surname wherever it stands, of that doctor's own days: "mañana no viene Salas"; "Carlos Salas" is
    somebody else."""
    for found in re.finditer(rf"\b(?P<doctor>{_any_of(_surnames(doctors))})\b{_GOES_ON}", rest):
        before = _FIRST_OF_A_NAME.search(rest[: found.start()])
        if before is None or not (before["word"] in _SOMEBODY or names.begins_given(before["word"])):
            return Part("", (found.span(), found.span("doctor")))
    return None


def _surnames(doctors: tuple[str, ...]) -> frozenset[str]:
    words = ([w for w in plain(name).replace(".", " ").split() if w not in _TITLES] for name in doctors)
    return frozenset(w for name in words for w in name[1:])


_TO_TITLED = re.compile(
    rf"\b(?:a|al|con)\s+(?:(?:el|la)\s+)?(?:dra?\b\.?|doctora?\b)\s+(?P<doctor>(?!{_NO_SURNAME})[^\W\d_]+(?:\s+(?!{_NO_SURNAME})[^\W\d_]+)?)"
)


def to_doctor(rest: str, context: UnderstandingContext) -> Part | None:
    """The doctor who gets another's appointments: after "a" or "con", with a title or one of the clinic's."""
    found = [*_TO_TITLED.finditer(rest), *_known_after_a(context.doctors).finditer(rest)]
    if not found:
        return None
    last = max(found, key=lambda one: (one.start("doctor"), one.end()))
    words, start = last["doctor"], last.start("doctor")
    known = _patterns(context.doctors)[0].match(f"con {words}") if context.doctors else None
    end = start + (len(known["doctor"]) if known else len(words))
    return Part("", ((last.start(), end), (start, end)))


@lru_cache(maxsize=64)
def _known_after_a(doctors: tuple[str, ...]) -> re.Pattern[str]:
    words = [w for name in doctors for w in plain(name).replace(".", " ").split() if w not in _TITLES]
    every = _any_of(words)
    return re.compile(rf"\b(?:a|con)\s+(?:(?:el|la)\s+)?(?P<doctor>(?:{every})(?:\s+(?:{every}))*)\b")


_LATE = re.compile(
    r"\b(?:que\s+)?(?:ya\s+)?(?:voy|vengo|llego|ando|estoy|va|viene|llega|anda|esta|vamos|andamos|traigo|trae|traemos|llevo|lleva|llegare|llegara|hay|tengo|tiene)\b"
    r"(?:\s+(?:a\s+llegar|con|como|unos?|un|de|muy|algo|mas|ya|hoy))*\s+(?:tarde|retras\w*|atrasad\w+|demor\w+)\b"
)


def late(rest: str) -> tuple[int, int] | None:
    """Where it is said that somebody is late; by how much is blank already."""
    found = _LATE.search(rest)
    return found.span() if found else None


_BUT = re.compile(
    r"\b(?:menos|excepto|salvo|quitando|(?:con|a) excepcion de)\s+(?P<which>(?!cuarto\b|cinco\b|diez\b|veinte\b)[^,;\n]+?)"
    r"(?=\s*(?:$|[,;\n]|\bpor\b|\bporque\b|\bporfa\b))"
)
_LATER_DAY = re.compile(
    rf"\s+(?:(?:del?|el|para|por|en|este|esta|dia)\s+)*(?:hoy|manana|pasado manana|(?:{DAY_NAMES})\b).*"
)


def but(text: str, rest: str) -> Part | None:
    """Which of all are excepted, in the words of the text: "la de Juana"."""
    found = _BUT.search(rest)
    if found is None:
        return None
    start, end = found.span("which")
    for other in (_LATER_DAY, LIMITS):  # a day, a condition: none of their names
        if cut := other.search(rest, start, end):
            end = cut.start()
    said = text[start:end].strip(" ,.?!")
    return Part(said, ((found.start(), end),)) if said else None


@lru_cache(maxsize=64)
def _patterns(doctors: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    if not doctors:  # whoever they are
        return re.compile(r"\bcon\s+(?:el\s+|la\s+)?(?P<doctor>[^\W\d_]{3,})\b"), re.compile(
            r"(?!)(?P<to>)(?P<doctor>)"
        )
    words = [[w for w in plain(name).replace(".", " ").split() if w not in _TITLES] for name in doctors]
    every, last = _any_of(w for name in words for w in name), _any_of(w for name in words for w in name[1:] or name)
    return (
        re.compile(rf"\bcon\s+(?:el\s+|la\s+)?(?P<doctor>(?:{every})(?:\s+(?:{every}))*)\b"),
        re.compile(
            rf"(?:^\s*|(?<=tiene )|(?<=tuvo )|(?<=que )|\b(?:(?:de|del)\s+|(?P<to>(?:al?|para)\s+)))(?P<doctor>(?:{last}))\b"
        ),
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted({re.escape(word) for word in words}, key=len, reverse=True)) or r"(?!)"


# --- the patient ---------------------------------------------------------------------------------

_PHONE = re.compile(
    r"(?:\b(?:con|al?|es|el|su|de|tel(?:efono)?|cel(?:ular)?|movil|whats(?:app)?|wa|numero|num|contacto)\b[\s.:,]*)*"
    r"(?P<digits>(?<!\d)\+?(?!\d{4}-\d\d-\d|\d{1,2}[-.]\d{1,2}[-.]\d{4})\d[\d\s().-]{8,}\d)"
)
_PHONE_DIGITS = range(10, 16)
_LEAD = re.compile(
    r"\b(?:a|al|de|del|para|con|llama|es|viene|senora?|sra|sr|srta|don|dona|paciente|apellido|apellida)\s+$"
)
_NAME_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_JOINS = re.compile(r"\s+(de la|de los|de las|del|de)\s+")
_NO_NAME = word_set("""cita citas hoy ayer manana semana mes meses ano anos dia dias noche tarde otro otra otros otras
    ambos ambas alguno alguna algunos cosa cosas minutos minuto hora horas rato control revision limpieza nota
    recordatorio mensaje whatsapp correo""")
_WEEKDAYS = re.compile(rf"(?:{DAY_NAMES})\b")
""""Las de Elena de los miércoles": nobody is called so."""
MONTHS_ALONE = word_set("enero febrero marzo mayo junio agosto septiembre octubre noviembre diciembre")
"""Those that nobody is called by."""
_SMALL = re.compile(r"(?:\s|\b(?:ya|el|la|a|al|de|del|se|senora?|don|dona|sra|sr|paciente|y)\b)*")
_MOST_WORDS = 6


def phone(rest: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where a number stands with the words before it that say that it is one, and where it stands alone."""
    for found in _PHONE.finditer(rest):
        if sum(letter.isdigit() for letter in found["digits"]) in _PHONE_DIGITS:
            return found.span(), found.span("digits")
    return None


class Run(NamedTuple):
    """A stretch of words that no part has taken yet, and whether a name stands there."""

    start: int
    end: int
    is_name: bool


def unknown(text: str, rest: str, beside: tuple[int, int] | None, *, order: bool) -> list[Run]:
    """The words that nobody knows yet, those of one name together. `beside`: where the act stands, if its words are
    followed by a name: "llegó Leo"."""
    runs: list[Run] = []
    for word in re.finditer(r"[^\s,;]+", rest):
        if is_light(word[0].strip("."), order=order):
            continue
        fits = _fits_a_name(word[0])
        if runs and fits and runs[-1].is_name and _goes_on(text, runs[-1].end, word.start()):
            runs[-1] = runs[-1]._replace(end=word.end())
        else:
            runs.append(Run(word.start(), word.end(), fits))
    return [
        run._replace(
            is_name=run.is_name and (_is_beside(text, run, beside) or _is_name(text, rest, run.start, run.end))
        )
        for run in runs
    ]


def _is_beside(text: str, run: Run, act: tuple[int, int] | None) -> bool:
    """Whether only small words stand between it and the act."""
    if act is None:
        return False
    first, last = (act[1], run.start) if run.start >= act[1] else (run.end, act[0])
    return _SMALL.fullmatch(even(text[first:last])) is not None


def _goes_on(text: str, end: int, start: int) -> bool:
    """Whether a name goes on behind what stands between two of its words: nothing, or "de la"."""
    between = text[end:start]
    joins = _JOINS.fullmatch(between)
    if joins and joins[1] == "de los" and _WEEKDAYS.match(even(text), start):
        return False
    return not between.strip() or bool(joins and (joins[1] != "de" or text[start].isupper()))


def _fits_a_name(word: str) -> bool:
    return (
        _NAME_WORD.fullmatch(word) is not None
        and word not in lists()["weighty"]
        and word not in _NO_NAME
        and word not in MONTHS_ALONE
        and word not in FILLER
    )


def _is_name(text: str, rest: str, start: int, end: int) -> bool:
    words = rest[start:end].split()
    if len(words) > _MOST_WORDS or names.begins_given(words[0]):
        return len(words) <= _MOST_WORDS
    capitals = sum(word[0].isupper() for word in text[start:end].split()) if not text.isupper() else 0
    if text[start].isupper() and capitals and (start > 0 or capitals > 1):
        return True
    infinitive = len(words) == 1 and words[0].endswith(("ar", "er", "ir"))
    return not infinitive and _LEAD.search(even(text)[:start]) is not None


# --- the type of visit ---------------------------------------------------------------------------

_KINDS = (
    r"primera vez|seguimiento|control|subsecuente|limpieza(?: dental| facial)?|valoracion|revision|chequeo(?: general)?|ultrasonido|vacunas?|vacunacion|curacion|cirugia"
    r"|extraccion|endodoncia|ortodoncia|resonancia|electro(?:cardiograma)?|estudios?|laboratorios?|terapia|sesion|rehabilitacion|papanicolaou|colposcopia"
    r"|certificado(?: medico)?|nutricion|urgencia|procedimiento|retiro de puntos|infiltracion|rayos x|radiografia|interconsulta|teleconsulta|videollamada"
)
_VISIT = re.compile(
    rf"(?:\b(?:es|para|de|por|como|su|una|un|la|viene|consulta|cita|visita|a)\s+)*\b(?P<kind>{_KINDS})\b(?:\s+(?:a\s+)?domicilio)?"
    r"|\b(?:cita|consulta|visita)\s+de\s+(?P<other>(?!(?:el|la|los|las|hoy|manana|un|una|mi|su)\b)[a-z]{5,}(?: dental| medica| general)?)(?!\s+[a-z]+\s+(?:el|a|para|de)\b)"
)
_FOLLOW_UP = frozenset({"seguimiento", "control", "subsecuente"})


def visit(rest: str) -> tuple[str, tuple[int, int]] | None:
    """The type of visit as it is called, and where it is said."""
    found = _VISIT.search(rest)
    if found is None:
        return None
    kind = found["kind"] or found["other"]
    if names.begins_given(kind) or (kind in FILLER and not found["kind"]):
        return None
    known = VisitType.FOLLOW_UP if kind in _FOLLOW_UP else VisitType.FIRST if kind == "primera vez" else None
    return (known.value if known else kind), found.span()
