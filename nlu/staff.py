"""What doctors and staff say every day, without a model: which tool, with which words of theirs as parameters.

A whole message, or each of its lines or sentences, is one request. Words about time are handed on as they stand;
nothing here decides what they mean. Patients never get here but for the code that enrols a number.
"""

from __future__ import annotations

import re
import unicodedata

from booking.intents import UseTool
from booking.models import Asked, UnderstandingContext
from booking.models.tool_answers import AND_THEN, PERSONS, TIMES
from nlu import staff_doctors, staff_statements
from nlu.filling import CORRECTED, filled
from nlu.message import plain
from nlu.staff_composed import composed, holds_more
from nlu.staff_courtesies import bare_request
from nlu.staff_rules import RULES
from nlu.staff_words import BOOK, CLOCK, DAY
from nlu.when import read_spans

ENROL = "alta_personal"

_CODE = re.compile(r"\s*(?:mi\s+)?(?:alta|c[oó]digo)\W{0,4}(?:es\W{0,2})?(\d{4}[\s-]?\d{4})\W*", re.IGNORECASE)
_SPLIT = re.compile(r"[\n;]+|(?<=[?!.])(?<![Dd]r\.)(?<![Dd]ra\.)\s+(?=[¿¡A-Za-zÁÉÍÓÚÑáéíóúñ])")
_AND = re.compile(
    r"\s*,\s*(?:y\s+)?|\s+(?:y|adem[aá]s|luego|despu[eé]s)\s+(?:luego\s+|despu[eé]s\s+|tambi[eé]n\s+)?", re.IGNORECASE
)
_PLACES = re.compile(r"\s*,\s*(?:y\s+)?(?:en\s+)?|\s+y\s+(?:en\s+)?", re.IGNORECASE)

_NO_SURNAME = (
    r"(?:hoy|manana|pasado|ayer|el|la|los|las|un|una|a|al|de|del|en|para|por|que|este|esta|lunes|martes|miercoles|jueves|viernes|sabados?"
    r"|domingos?|no|ya|si|y|tiene|va|viene|esta|atiende|trabaja|llego|vino)\b"
)
_DOCTOR = re.compile(
    r"(?:\b(?:con|de|del|al?|para)\s+)?\b(?:(?:el|la)\s+)?(?:dra?\.?|doctora?)\s+(?P<doctor>(?!{0})[^\W\d_]+(?:\s+(?!{0})[^\W\d_]+)?)"
    r"(?=\s|$|[?!.,])".replace("{0}", _NO_SURNAME),
    re.IGNORECASE,
)
"""A doctor who is named; the surname is enough."""
_MORE = re.compile(
    r"\b(?:y|luego|despues|ademas|tambien)\s+(?:luego\s+|tambien\s+|despues\s+)?(?!(?:a(?=\s+(?:las?|el|los|medio|partir|\d)\b)|de|del|desde|al|el|la|las|los|en|por|hasta|media|cuarto|todo"
    r"|toda|hoy|manana|pasado|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|no|que|fin|\d+)\b|\d)",
    re.IGNORECASE,
)
"""After words about time: another thing, not more about time."""
_UNLESS = re.compile(r"\b(?:pero|si|aunque|excepto|salvo|menos(?! (?:cuarto|cinco|diez|veinte|veinticinco|\d)))\b")
"""In lower case without accents, among words about time: a condition or an exception, which no tool takes."""
_PERSONS = PERSONS | {"busqueda"}
_NO_PERSON = re.compile(
    r"(?:el|las?|los?|al?|del?|una?|mis?|tus?|sus?|que|se|le|me|ya)\b|.*\b(?:y|ni|citas?|hoy|ayer|manana|lunes|martes|miercoles|jueves"
    r"|viernes|enero|febrero|marzo|mayo|junio|agosto|septiembre|octubre|noviembre|diciembre|semana|mes|que|para|horas?|nuev[oa]s?|pacientes?|lista|telefono|numero|celular|apellido|seguimiento|consultas?|su|se|llama|con|media|minutos?)\b",
    re.IGNORECASE,
)
"""What is no name, though it stands where one may."""
_WEEK = re.compile(r"^(?:(?:de|en|para)\s+)?(?:toda\s+)?la\s+semana$", re.IGNORECASE)
_A_NAME = re.compile(
    r"(?:de\s+|a\s+)?domingo\s+(?!(?:a|al|de|del|en|el|la|por|para|y|hasta|desde|entre|proximo|pasado|que|siguiente)\b)[^\W\d_]{3,}.*",
    re.IGNORECASE,
)
"""A given name that is a weekday too, with a surname."""
_WITH = re.compile(r"(?P<time>.*\S)\s+con\s+(?P<doctor>[^\W\d_]+(?:\s+[^\W\d_]+)?)", re.IGNORECASE)
"""After words about time: with whom."""
_VERB = re.compile(
    rf"(?:{BOOK}(?=(?:a|para)\s)|(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+(?=(?:a|el|la)\s))", re.IGNORECASE
)
_ELIDED = re.compile(
    rf"(?!(?:a|para)\s+(?:{CLOCK}|el|las?|los|medio|partir|{DAY})\b)(?:(?:a|para)\s|(?:la|el)\s+(?:cita\s+)?del?\s)",
    re.IGNORECASE,
)
"""What goes on after an "y" as if the verb before were said again."""
_HOUR_ALONE = re.compile(rf"(?:a\s+|para\s+)*{CLOCK}(?:\s+y\s+(?:media|cuarto))?", re.IGNORECASE)
BOOKING = "agendar_cita_medica_completa"
_MOST_CUTS = 6
_LONGEST = 600


def enrolment(text: str) -> UseTool | None:
    """The one-time code that gives a number its right; anybody may send one."""
    found = _CODE.fullmatch(text[:200])
    return UseTool(tool=ENROL, arguments=(("codigo", re.sub(r"\D", "", found[1])),)) if found else None


def requests(text: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """The requests of a message, in order, if every part of it is one; else none. None of a longer text than anybody
    gives orders in."""
    if len(text) > _LONGEST:
        return ()
    if (cut := CORRECTED.search(text)) and (right := _corrected(text[: cut.start()], text[cut.end() :], context)):
        return right
    parts = [part for part in _SPLIT.split(text) if part and plain(part).strip(" ?!.¿¡")]
    found = [_joined(part, context) for part in parts]
    return tuple(one for several in found for one in several) if all(found) else ()


def _corrected(said: str, instead: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "Agenda a Ana el lunes con Méndez, no, con Salas": the last request as it was put right."""
    *others, last = requests(said, context) or (None,)
    if last is None:
        return ()
    given = dict(last.arguments)
    right = filled(instead, Asked(tool=last.tool, given=tuple(given)), context)
    if right is None:
        return ()
    for name, value in right.arguments:
        given[name] = f"{given[name]}{AND_THEN}{value}" if name in TIMES and name in given else value
    return (*(one for one in others if one), last.model_copy(update={"arguments": tuple(given.items())}))


def _joined(
    text: str, context: UnderstandingContext, before: UseTool | None = None, *, elided: bool = False
) -> tuple[UseTool, ...]:
    """The requests of a sentence: cut at every "y" and comma after which another begins, and nowhere else. `before` is
    the one that this goes on from; `elided`: with its verb."""
    cuts = list(_AND.finditer(text))
    for cut in cuts if len(cuts) <= _MOST_CUTS else ():
        first = _following(request(text[: cut.start()], context), before, elided=elided)
        if first is None:
            continue
        after = text[cut.end() :]
        said_again = _with_verb(text[: cut.start()], after)
        if rest := _joined(said_again, context, first, elided=said_again != after):
            return (*_each_place(first), *rest)
    whole = _following(request(text, context), before, elided=elided)
    return _each_place(whole) if whole else ()


def _with_verb(before: str, text: str) -> str:
    """ "Agenda a Ana el jueves a las 12 y a Luis a la 1": the verb is meant twice."""
    verb = _VERB.match(_bare(bare_request(before)))
    return f"{verb[0]}{text}" if verb and _ELIDED.match(_bare(text)) else text


def _following(asked: UseTool | None, first: UseTool | None, *, elided: bool) -> UseTool | None:
    """ "Registra a Ana y agéndala": Ana is meant again. "Agenda a Ana el jueves a las 12 con Salas y a Luis a la 1": so
    are the day and the doctor."""
    if asked is None or first is None:
        return asked
    before, given = dict(first.arguments), dict(asked.arguments)
    if (
        asked.tool == BOOKING
        and "paciente_nombre" not in given
        and (who := before.get("nombre") or before.get("paciente_nombre"))
    ):
        given["paciente_nombre"] = who
    if elided and asked.tool == first.tool == BOOKING:
        day, hour = before.get("fecha_hora_inicio"), given.get("fecha_hora_inicio")
        if day and hour and _HOUR_ALONE.fullmatch(_bare(hour)):
            given["fecha_hora_inicio"] = f"{day}{AND_THEN}{hour}"
        if "doctor" in before:
            given.setdefault("doctor", before["doctor"])
    return asked.model_copy(update={"arguments": tuple(given.items())})


def _each_place(asked: UseTool) -> tuple[UseTool, ...]:
    """ "¿Qué hora es en Tokio y en Londres?" is asked twice."""
    if asked.tool != "datetime":
        return (asked,)
    places = [place for _, value in asked.arguments for place in _PLACES.split(value)]
    return tuple(UseTool(tool=asked.tool, arguments=(("timezone", place),)) for place in places) or (asked,)


def request(text: str, context: UnderstandingContext) -> UseTool | None:
    """One request; none that leaves out a part of what was said."""
    asked = _request(text, context)
    if (
        asked is None
        or staff_statements.is_told(text, asked)
        or any(_says_more(value, context) for name, value in asked.arguments if name in TIMES)
    ):
        return None
    return asked


def _request(text: str, context: UnderstandingContext) -> UseTool | None:
    said = bare_request(text)
    titled = _DOCTOR.search(_bare(said))
    for named in [titled] if titled else staff_doctors.untitled(_bare(said), context):
        rest = " ".join(f"{said[: named.start()]} {said[named.end() :]}".split())
        asked = _by_rule(rest) or composed(rest, context, doctor=True)
        if asked is not None and asked.tool not in staff_doctors.OF_NO_DOCTOR and staff_doctors.fits(named, asked):
            doctor = said[named.start("doctor") : named.end("doctor")]
            return UseTool(tool=asked.tool, arguments=(*asked.arguments, ("doctor", doctor)))
    return _by_rule(said) or composed(said, context, doctor=False)


def _by_rule(said: str) -> UseTool | None:
    bare = _bare(said)
    for pattern, tool, fixed in RULES:
        if (found := pattern.fullmatch(bare)) is not None:
            spans = {name: found.span(name) for name, value in found.groupdict().items() if value}
            given = {name.rstrip("0123456789"): said[start:end].strip() for name, (start, end) in spans.items()}
            if any(_NO_PERSON.match(_bare(value)) for name, value in given.items() if name in _PERSONS):
                continue
            times = {name: value for name, value in given.items() if name in TIMES}
            if any(_A_NAME.fullmatch(_bare(value)) for value in times.values()):
                continue
            if any(_MORE.search(_bare(value)) or _DOCTOR.search(_bare(value)) for value in times.values()):
                return None  # something else is asked for that no rule reads: better to ask than to leave it out
            given |= {name: _WEEK.sub("esta semana", value) for name, value in times.items()}
            for name, value in times.items():
                if named := _WITH.fullmatch(value):
                    given |= {name: named["time"], "doctor": named["doctor"]}
            return UseTool(tool=tool, arguments=tuple({**given, **fixed}.items()))
    return None


def _says_more(time: str, context: UnderstandingContext) -> bool:
    """Whether words about time have a clause with them that is about something else: ", dile que venga", "pero no le
    avises", "excepto la de las 11". Handed on with them, it would be left out unseen."""
    said = _bare(time).lower()
    spans = read_spans(said, context.now, direction=None).spans
    _, comma, after = said[max((end for _, end in spans), default=len(said)) :].partition(",")
    return _UNLESS.search(said) is not None or bool(comma and holds_more(after))


def _bare(text: str) -> str:
    """The same letters without accents, each in its place."""
    return "".join(unicodedata.normalize("NFKD", letter)[0] for letter in text)
