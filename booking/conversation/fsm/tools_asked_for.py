"""What doctors and staff ask for by chat: answered, or asked back about, or made an order that waits for its yes."""

from __future__ import annotations

from pydantic import TypeAdapter

from booking.access.rights import caller_of
from booking.conversation.fsm.enrolment import NO_TOOLS
from booking.conversation.fsm.outcomes import DONE, GoesOn, Outcome
from booking.conversation.fsm.values import ToolIs
from booking.conversation.fsm.waiting import taken_along
from booking.conversation.meaning.order_under_way import goes_on
from booking.conversation.turn import Turn
from booking.intents import Fills, SelectSlot, UseTool
from booking.models import (
    Asked,
    MoveOrder,
    Option,
    Ordering,
    Picked,
    Request,
    Role,
    doctor_in,
    roles_in,
)
from booking.models.draft_parts import order_of, request_of
from booking.models.tool_answers import (
    AND_THEN,
    ANSWER,
    GATHERED,
    PERSONS,
    Answer,
    Choose,
    Missing,
    Proposed,
    ToolRefused,
    Why,
)

_SAYS = {"patient": {"paciente_nombre"}, "appointment": {"paciente", "cuando", "doctor"}}
"""The parameters that say which one is meant."""

_RIGHT: TypeAdapter[bool] = TypeAdapter(bool)


def listed(turn: Turn) -> Option | None:
    """The one of those that a tool listed which the message picks."""
    request, intent = request_of(turn.draft), turn.intent
    if request is None or not isinstance(intent, SelectSlot):
        return None
    if intent.option > len(request.options):
        ending = [one for one in request.options if one.tail and one.tail.isdigit() and int(one.tail) == intent.option]
        return ending[0] if len(ending) == 1 else None
    return request.options[intent.option - 1]


def tool_is(turn: Turn) -> ToolIs:
    """What came of the tool asked for."""
    if not isinstance(turn.intent, UseTool):
        return ToolIs.NONE
    if turn.intent.tool in NO_TOOLS:
        return ToolIs.CODE
    match turn.found.answer:
        case None:
            return ToolIs.NONE
        case Proposed():
            return ToolIs.PROPOSED
        case Missing() | Choose():
            return ToolIs.ASKS
        case ToolRefused(why=Why.NOT_ALLOWED):
            return ToolIs.NOT_ALLOWED
        case ToolRefused():
            return ToolIs.REFUSED
    return ToolIs.ANSWERED


def ask_tool(turn: Turn) -> None:
    """use the tool asked for, or prepare the order"""
    if turn.found.answer is None and isinstance(turn.intent, UseTool):
        known = [answer for intent, answer in turn.looked_up.answers if intent == turn.intent and not goes_on(turn)]
        turn.found.answer = _told(turn, known[0]) if known else _used(turn, turn.intent)
        turn.found.call = turn.intent
        turn.found.also = [(call, _told(turn, _read(turn, call))) for call in turn.orders.reads]
        turn.orders.reads = ()


def _told(turn: Turn, answer: Answer) -> Answer:
    """What was read before the transaction, unless the right to it went meanwhile."""
    tool = "" if isinstance(answer, Proposed) else answer.tool
    may = turn.journal.ask("may", _RIGHT, lambda: _may(turn, tool), tool=tool)
    return answer if may else ToolRefused(tool=tool, why=Why.NOT_ALLOWED)


def _read(turn: Turn, call: UseTool) -> Answer:
    return next(answer for intent, answer in turn.looked_up.answers if intent == call)


def _may(turn: Turn, tool: str) -> bool:
    tools = turn.services.tools
    return tools is not None and tools.may(caller_of(turn.conversation.person, turn.now), tool)


def _used(turn: Turn, call: UseTool) -> Answer:
    said, picked = _arguments(turn), _chosen(turn, call)

    def use() -> Answer:
        tools = turn.services.tools
        if tools is None:
            return ToolRefused(tool="", why=Why.NOT_ALLOWED)
        caller = caller_of(turn.conversation.person, turn.now)
        return tools.use(turn.uow, turn.clinic, caller, turn.now, call.tool, said, picked)

    answer: Answer = turn.journal.ask("tool", ANSWER, use, tool=call.tool, arguments=said, picked=picked)
    return answer


def _chosen(turn: Turn, intent: UseTool) -> Picked | None:
    """What was picked from a list before, unless the message says anew which is meant. While the move of an appointment
    is proposed, a doctor who is named is another one for that appointment."""
    request, order = request_of(turn.draft), order_of(turn.draft)
    if request is None or not goes_on(turn):
        return None
    said = {name for name, _ in intent.arguments} - {request.asked.field}
    if isinstance(order, MoveOrder) and "doctor" in said:
        said -= {"doctor"}
        picked: Picked | None = Picked(what="appointment", id=order.appointment.id)
    else:
        picked = request.chosen
    return None if picked is None or said & _SAYS[picked.what] else picked


def _arguments(turn: Turn) -> dict[str, str]:
    """What was said, on top of what was said before if the message goes on with it: words about time, and of a
    series, are added to those before ("el martes", "a las 4"), others take their place."""
    said = dict(turn.intent.arguments) if isinstance(turn.intent, UseTool) else {}
    request = request_of(turn.draft)
    if request is None or not goes_on(turn):
        return said
    before, adds = dict(request.arguments), isinstance(turn.intent, UseTool) and turn.intent.fills is Fills.ADDS
    for name, value in said.items():
        if adds and name in before and name in GATHERED:
            value = f"{before[name]}{AND_THEN}{value}"
        elif adds and name in before and name == request.asked.field and request.options:
            value = f"{before[name]} {value}"  # "Ruiz", of the people called Ana who are listed
        before[name] = value
    return before


def ask_anew(turn: Turn) -> Outcome:
    """take what was said of another patient as an order of its own, with what was said before if that is only who"""
    intent = turn.intent
    if not isinstance(intent, UseTool):
        raise ValueError("nothing was asked for")
    said = dict(intent.arguments)
    request = request_of(turn.draft)
    if said.keys() <= PERSONS and request is not None:
        # Which appointment of the other patient it was, and that it was all of theirs, is not said of this one.
        said = {n: v for n, v in request.arguments if n not in ("cuando", "todas")} | said
    return GoesOn(UseTool(tool=intent.tool, arguments=tuple(said.items())))


def keep_request(turn: Turn) -> Outcome:
    """keep what was said, and what is missing"""
    answer = turn.found.answer
    match answer:
        case Missing():
            asked = Asked(tool=answer.tool, field=answer.field, time=answer.time, part=answer.part)
            request = _request(turn, asked)
        case Choose():
            asked = Asked(tool=answer.tool, field=answer.field, options=len(answer.options))
            request = _request(turn, asked).model_copy(update={"options": answer.options})
        case _:
            raise ValueError("nothing is missing")
    turn.change(draft=Ordering(request=request, waiting=taken_along(turn)), offer=None)
    turn.next_draft_version()
    return DONE


def _request(turn: Turn, asked: Asked) -> Request:
    """All that was said of what is asked for."""
    said, answer = _arguments(turn), turn.found.answer
    if isinstance(answer, Missing) and answer.unread:
        # The answer takes the place of what was not read.
        said[answer.field] = said[answer.field].rpartition(AND_THEN)[0]
    given = tuple((name, value) for name, value in said.items() if value)
    grants = turn.conversation.person.grants
    return Request(
        whole_clinic=bool(roles_in(grants, turn.now) & {Role.STAFF, Role.ADMIN}),
        doctor_id=doctor_in(grants, turn.now),
        asked=asked.model_copy(update={"given": tuple(name for name, _ in given)}),
        arguments=given,
        chosen=_chosen(turn, turn.intent) if isinstance(turn.intent, UseTool) else None,
    )


def take_listed(turn: Turn) -> Outcome:
    """take the one picked from the list"""
    option, request = listed(turn), request_of(turn.draft)
    if option is None or request is None:
        raise ValueError("nothing listed was picked")
    said = () if option.picks is not None else ((request.asked.field, option.text),)
    chosen = option.picks or request.chosen
    turn.change_draft(request=request.model_copy(update={"chosen": chosen}))
    return GoesOn(UseTool(tool=request.asked.tool, arguments=said, fills=Fills.CHANGES))


def keep_order(turn: Turn) -> Outcome:
    """keep the order that a yes will carry out, and what it came of"""
    answer = turn.found.answer
    if not isinstance(answer, Proposed):
        raise ValueError("nothing was proposed")
    asked = turn.found.call.tool if turn.found.call else answer.order.tool
    request = _request(turn, Asked(tool=asked))
    if answer.then:  # each waits by itself from now on: what is changed is this one
        request = request.model_copy(update={"arguments": tuple(a for a in request.arguments if a[0] != "todas")})
    waiting = taken_along(turn, answer.then)
    draft = Ordering(request=request, order=answer.order, waiting=waiting)
    turn.change(draft=draft, offer=None)
    return DONE
