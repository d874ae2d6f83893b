"""What doctors and staff say every day, without a model: which tool, with which words of theirs as parameters.

A whole message, or each of its lines or sentences, is one request. Words about time are handed on as they stand;
nothing here decides what they mean. Patients never get here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import Reading, UseTool
from booking.models import Asked, UnderstandingContext
from booking.models.tool_answers import AND_THEN, GATHERED
from nlu.staff import staff_reading
from nlu.staff.filling import CORRECTED, filled
from nlu.staff.staff_act_words import ERASES_THEM
from nlu.staff.staff_acts import AGENDA, BOOK, CANCEL, CHANGE, CHANGES, DAY, FIND, MISSED
from nlu.staff.staff_what_stays import without_what_stays
from nlu.staff.staff_words import ONE_MORE, UNTOLD, asks_for_nothing, even
from nlu.staff.told_beside import ORDERS_MORE, REASON, TELLING, TELLS_OF_IT, is_told
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message, plain
from nlu.words.verb_forms import BOOKING, ENDING, MOVING
from nlu.words.word_sets import word_set

_SPLIT = re.compile(r"[\n;]+|(?<=[?!.])(?<![Dd]r\.)(?<![Dd]ra\.)\s+(?=[¿¡A-Za-zÁÉÍÓÚÑáéíóúñ])")
_AND = re.compile(
    r"\s*,\s*(?:y\s+)?|\s+(?:y|adem[aá]s|luego|despu[eé]s)\s+(?:luego\s+|despu[eé]s\s+|tambi[eé]n\s+)?", re.IGNORECASE
)
_PLACES = re.compile(r"\s*,\s*(?:y\s+)?(?:en\s+)?|\s+y\s+(?:en\s+)?", re.IGNORECASE)
_CLOCK = r"las?\s+\d{1,2}(?:[:.]\d\d)?(?:\s+(?:de\s+la\s+[^\W\d_]+|[ap]\.?m\.?))?"
_VERB = re.compile(
    rf"(?:(?:{BOOKING}|pon|met|haz)\w*\s+(?:(?:una\s+)?(?:cita|consulta)\s+)?|dal?\w*\s+(?:una\s+)?cita\s+)(?=(?:a|para)\s)"
    rf"|(?:{ENDING}|{MOVING}|pas)\w*\s+(?=(?:a|el|la)\s)"
)
_ELIDED = re.compile(
    rf"(?!(?:a|para)\s+(?:{_CLOCK}|el|las?|los|medio|partir|hoy|manana|pasado|{DAY_NAMES}|\d)\b)"
    r"(?:(?:a|para)\s|(?:la|el)\s+(?:cita\s+)?del?\s)"
)
"""What goes on after an "y" as if the verb before were said again."""
_HOUR_ALONE = re.compile(rf"(?:a\s+|para\s+)*{_CLOCK}(?:\s+y\s+(?:media|cuarto))?")
_ITS_HOUR = re.compile(rf"\s*\ba\s+{_CLOCK}(?:\s+y\s+(?:media|cuarto))?$", re.IGNORECASE)
_MOST_CUTS = 6
_LONGEST = 600
_A_DOCTORS = re.compile(
    r"(?:a )?(?:las|los|la|el|con|al?)?(?: (?:citas|pacientes))?(?: (?:de|del|con|al?))?(?: (?:el|la))?\b"
)
_TITLES = word_set("doctor doctora dr dra")
_AROUND_A_DOCTOR = word_set("a las los la el de del con al citas pacientes doctor doctora")
""""Las del doctor Salas"."""


class Said(NamedTuple):
    """The requests of a message, in order. `unread`: words that nobody has read; then none is to be done, and `read`
    is what was understood, in the words of the message, `partly` as orders. `of_a_day`: something of it is about a
    doctor's whole day."""

    orders: tuple[UseTool, ...] = ()
    unread: tuple[str, ...] = ()
    read: str = ""
    of_a_day: bool = False
    partly: tuple[UseTool, ...] = ()


def requests(text: str, context: UnderstandingContext) -> Said:
    """The requests of a message, in order, if every part of it is one or only tells of something. A clause at its end
    that only gives a reason ("porque ya la vi ayer") is set aside, where what is left is read whole: no day in it is
    that of the order. None of a longer text than anybody gives orders in."""
    why = REASON.search(text) if len(text) <= _LONGEST else None
    if why is None and len(text) <= _LONGEST and (told := TELLS_OF_IT.search(text)) is not None:
        whole = _requests(text, context)
        timed = read_spans(told["why"], context.now)
        only = timed.reading == Reading() and not timed.refused and not ORDERS_MORE.search(plain(told["why"]))
        return _without(told, text, context, whole) if only and not whole.orders else whole
    if why is None or ORDERS_MORE.search(plain(why["why"])):
        return _requests(text, context)
    whole = _requests(text, context)
    if why["own"] is not None and (
        TELLING.search(plain(text[: why.start()]))
        or not {one.tool for one in _requests(text[: why.start()], context).orders} <= CHANGES | {AGENDA}
    ):
        return whole  # "qué pacientes tengo en la tarde"
    return _without(why, text, context, whole)


def _without(why: re.Match[str], text: str, context: UnderstandingContext, whole: Said) -> Said:
    """The reading without a reason, where `whole`, that of all of it, leaves something open."""
    rest = _requests(text[: why.start()], context)
    open_ = bool(whole.unread) or (whole.orders != rest.orders and len(whole.orders) <= len(rest.orders))
    return rest if open_ and rest.orders and not rest.unread else whole


def _requests(text: str, context: UnderstandingContext) -> Said:
    """The same of a text with all that it says."""
    if len(text) > _LONGEST:
        return Said()
    if (cut := CORRECTED.search(text)) and (right := _corrected(text[: cut.start()], text[cut.end() :], context)):
        return Said(right)
    said = [part for part in _SPLIT.split(text) if part and plain(part).strip(" ?!.¿¡")]
    if len(said) == 1 and (besides := _erases_besides(said[0], context)):
        return besides
    found = [(part, _joined(part, context)) for part in said]
    orders = tuple(dict.fromkeys(one for _, several in found for one in several))  # "no trabaja el lunes, ciérrala"
    silent = {part for part in said if UNTOLD.fullmatch(even(part).strip(" .,"))}
    if silent and any(one.tool in CHANGES for one in orders):
        found = [one for one in found if one[0] not in silent]
        orders = tuple(_untold(one) for one in orders)
    open_ = [part for part, several in found if not several and not (orders and asks_for_nothing(part))]
    if not open_:
        return Said(orders)
    partly = [staff_reading.read(part, context) for part in open_]
    if not orders and not any(partly):
        return Said()
    unread = tuple(said for part, one in zip(open_, partly, strict=True) for said in (one.unread if one else (part,)))
    read = [*(part for part, several in found if several), *(one.read for one in partly if one)]
    of_a_day = any(one is not None and one.order.tool == DAY for one in partly)
    orders = (*orders, *(one.order for one in partly if one))
    return Said((), unread, ", ".join(part for part in read if part), of_a_day, orders)


def _erases_besides(text: str, context: UnderstandingContext) -> Said | None:
    """ "Cancela todo lo de Luis y bórralo": what no order does, behind one, in words that might be said of both."""
    for cut in _AND.finditer(text):
        before, after = text[: cut.start()], text[cut.end() :]
        if ERASES_THEM.match(even(after)) and (first := request(before, context)) and first.tool == CANCEL:
            return Said((), (after.strip(" .,"),), before.strip(), partly=(first,))
    return None


def _untold(order: UseTool) -> UseTool:
    """ "Cancela la de Ana. No le avises." """
    if order.tool not in CHANGES or "sin_avisar" in dict(order.arguments):
        return order
    return order.model_copy(update={"arguments": (*order.arguments, ("sin_avisar", "si"))})


def _corrected(said: str, instead: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "Agenda a Ana el lunes con Méndez, no, con Salas": the last request as it was put right."""
    *others, last = requests(said, context).orders or (None,)
    if last is None:
        return ()
    given = dict(last.arguments)
    right = filled(instead, Asked(tool=last.tool, given=tuple(given)), context)
    if right is None:
        return ()
    for name, value in right.arguments:
        given[name] = f"{given[name]}{AND_THEN}{value}" if name in GATHERED and name in given else value
    return (*(one for one in others if one), last.model_copy(update={"arguments": tuple(given.items())}))


_PERSON = r"(?!(?:el|la|los|las|ya|no|hoy|que|de|a)\b)[^\W\d_]{2,}(?: [^\W\d_]{3,})?"
_CAME_OR_NOT = r"(?:(?:ya|siempre|no|hoy|se|me) )+(?:llegaron|vinieron|presentaron|asistieron)"
_TWO = re.compile(
    rf"^\W*(?:(?P<a>{_PERSON}),? y (?P<b>{_PERSON}) (?P<rest>{_CAME_OR_NOT})|(?P<rest2>{_CAME_OR_NOT}) (?P<c>{_PERSON}) y (?P<d>{_PERSON}))(?P<more>(?: hoy)?)\W*$",
    re.IGNORECASE,
)
""" "Ana y Beto no vinieron": of each."""
_VISIT_OF = rf"(?:a )?(?:la|el)(?: cita| paciente| de)* (?:de|a) {_CLOCK}"
_BOTH = re.compile(rf"^\W*(?P<first>{_VISIT_OF}) y (?:tambien )?(?P<second>{_VISIT_OF})(?P<rest>\s.+)$", re.IGNORECASE)
""" "El de las 8 y el de las 8:30 no llegaron": what comes behind them is said of each."""


def _joined(
    text: str, context: UnderstandingContext, before: UseTool | None = None, *, elided: bool = False
) -> tuple[UseTool, ...]:
    """The requests of a sentence: cut at every "y" and comma after which another begins, and nowhere else. `before` is
    the one that this goes on from; `elided`: with its verb."""
    text = without_what_stays(text)
    if both := _BOTH.match(text):
        of_each = [request(f"{both[which]}{both['rest']}", context) for which in ("first", "second")]
        if all(one is not None and one.tool in CHANGES for one in of_each):
            return tuple(one for one in of_each if one)
    if two := _TWO.match(text):
        came = two["rest"] or two["rest2"]
        each = [request(f"{who} {came}{two['more']}", context) for who in (two["a"] or two["c"], two["b"] or two["d"])]
        if all(one is not None and one.tool == CHANGE for one in each):
            return tuple(one for one in each if one)
    single = _following(request(text, context), before, elided=elided)
    if single is not None and (others := _all_but(single, context)):
        return others
    cuts = list(_AND.finditer(text))
    if single and ("telefono" in dict(single.arguments) or (single.tool == BOOK and ONE_MORE.search(even(text)))):
        return (single,)  # "Registra a Ana, tel. 664 …": the number is hers; "otra, además de la que tiene"
    for cut in cuts if len(cuts) <= _MOST_CUTS else ():
        first = _following(request(text[: cut.start()], context), before, elided=elided)
        if first is None:
            continue
        after = text[cut.end() :]
        said_again = _with_verb(text[: cut.start()], after)
        if rest := _joined(said_again, context, first, elided=said_again != after):
            # "Hoy veo a Ana a las 2, agrégala"; "no puede venir el lunes, pásala al martes"
            if single and (not rest[0].arguments or (first.tool, single.tool) == (CANCEL, CHANGE)):
                break
            return (*_each_place(first), *rest)
    return _each_place(single) if single else ()


def _with_verb(before: str, text: str) -> str:
    """ "Agenda a Ana el jueves a las 12 y a Luis a la 1": the verb is meant twice."""
    verb = _VERB.search(even(before))
    return f"{before[slice(*verb.span())]}{text}" if verb and _ELIDED.match(even(text)) else text


def _following(asked: UseTool | None, first: UseTool | None, *, elided: bool) -> UseTool | None:
    """ "Registra a Ana y agéndala": Ana is meant again. "Agenda a Ana el jueves a las 12 con Salas y a Luis a la 1": so
    are the day and the doctor."""
    if asked is None or first is None:
        return asked
    before, given = dict(first.arguments), dict(asked.arguments)
    if (
        asked.tool == BOOK
        and "paciente_nombre" not in given
        and (who := before.get("nombre") or before.get("paciente_nombre"))
    ):
        given["paciente_nombre"] = who
    if elided and asked.tool == first.tool == BOOK:
        day, hour = before.get("fecha_hora_inicio"), given.get("fecha_hora_inicio")
        if day and hour and _HOUR_ALONE.fullmatch(even(hour)):
            given["fecha_hora_inicio"] = f"{_ITS_HOUR.sub('', day).strip() or day}{AND_THEN}{hour}"
        if "doctor" in before:
            given.setdefault("doctor", before["doctor"])
    if {asked.tool, first.tool} <= {AGENDA, DAY, FIND, MISSED} and not given.keys() & {
        "cuando",
        "dias_semana",
        "disponible",
    }:
        # "hoy no voy, cancela todas mis citas"; "la doctora Paula no viene el martes, ¿qué citas tiene?"
        given |= {name: before[name] for name in ("cuando", "doctor") if name in before and name not in given}
    return asked.model_copy(update={"arguments": tuple(given.items())})


def _all_but(asked: UseTool, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "Cancela todas las del lunes menos las de Salas": of a whole day, of every other doctor."""
    given = dict(asked.arguments)
    left = given.get("menos") if asked.tool == DAY and "doctor" not in given else None
    said = Message.of(left).words if left and _A_DOCTORS.match(even(left)) else ()
    out = [one for one in context.doctors if {*said} & ({*Message.of(one).words} - _TITLES)]
    if len(out) != 1 or {*said} - {*Message.of(out[0]).words} - _AROUND_A_DOCTOR:
        return ()
    others = [one for one in context.doctors if one != out[0]]
    kept = tuple(one for one in asked.arguments if one[0] != "menos")
    return tuple(asked.model_copy(update={"arguments": (*kept, ("doctor", one))}) for one in others)


def _each_place(asked: UseTool) -> tuple[UseTool, ...]:
    """ "¿Qué hora es en Tokio y en Londres?" is asked twice."""
    if asked.tool != "datetime":
        return (asked,)
    places = [place for _, value in asked.arguments for place in _PLACES.split(value)]
    return tuple(UseTool(tool=asked.tool, arguments=(("timezone", place),)) for place in places) or (asked,)


def request(text: str, context: UnderstandingContext) -> UseTool | None:
    """One request; none that leaves out a part of what was said."""
    heard = staff_reading.read(text, context)
    if heard is None or heard.left or is_told(text, heard.order):
        return None
    return heard.order
