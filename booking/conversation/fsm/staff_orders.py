"""An order of staff's that waited for its yes: whether it is still theirs, and carrying it out."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter

from booking.access.rights import caller_of
from booking.conversation.fsm.outcomes import DONE, Outcome, Refused
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.fsm.waiting import agree
from booking.conversation.turn import Turn
from booking.intents import UseTool
from booking.models import (
    AbsenceOrder,
    BookOrder,
    CancelOrder,
    ClosureOrder,
    DayAct,
    DayOrder,
    LastTouched,
    MoveOrder,
    Order,
    Slot,
    Touched,
    Waiting,
)
from booking.models.draft_parts import order_of, request_of, waiting_of
from booking.models.tool_answers import (
    ANSWER,
    SHOWN_ANEW,
    Answer,
    Done,
    ToolRefused,
    Why,
)

_RIGHT: TypeAdapter[bool] = TypeAdapter(bool)


def find_right(turn: Turn) -> None:
    """look whether the order under way is still theirs"""
    request = request_of(turn.draft)
    tool = request.asked.tool if request else None
    turn.found.right = turn.journal.ask("right", _RIGHT, lambda: _may_see(turn), tool=tool)


def _may_see(turn: Turn) -> bool:
    """Whoever asked may still see what they asked about: with the desk's rights anything, a doctor what is theirs."""
    caller, tools = caller_of(turn.conversation.person, turn.now), turn.services.tools
    order, request = order_of(turn.draft), request_of(turn.draft)
    if tools is None or (order is not None and not tools.may_see(turn.uow, caller, order)):
        return False
    if request is None:
        return order is not None
    as_before = caller.whole_clinic or (not request.whole_clinic and request.doctor_id == caller.doctor_id)
    return tools.may(caller, request.asked.tool) and (request.whole_clinic is None or as_before)


def refuse_order(turn: Turn) -> Outcome:
    """refuse the order: nobody may give it any more"""
    turn.orders.refusal = ToolRefused(tool="", why=Why.NOT_ALLOWED)
    return DONE


def carry_out(turn: Turn) -> Outcome:
    """carry out the order"""
    order = order_of(turn.draft)
    turn.found.answer = turn.journal.ask("perform", ANSWER, lambda: _perform(turn), order=order)
    if isinstance(turn.found.answer, Done):
        turn.change(last_touched=_touched(order, turn))
        agree(turn)
        return DONE
    turn.orders.refusal = turn.found.answer if isinstance(turn.found.answer, ToolRefused) else None
    if turn.orders.refusal is not None and turn.orders.refusal.why in SHOWN_ANEW:
        _list_anew(turn)
    return Refused(Trigger.ORDER_REFUSED)


def _list_anew(turn: Turn) -> None:
    """What was asked for comes next, before what waits: what it would be now is shown, for another yes."""
    request, waiting = request_of(turn.draft), waiting_of(turn.draft)
    if request is not None and request.arguments:
        again = UseTool(tool=request.asked.tool, arguments=request.arguments)
        calls = (again, *(waiting.calls if waiting else ()))
        kept = waiting or Waiting(calls=(), since=turn.now)
        turn.change_draft(waiting=kept.model_copy(update={"calls": calls}))


def _touched(order: Order | None, turn: Turn) -> LastTouched | None:
    """The appointment that an order was about, which "no, era a las 9" said shortly afterwards is about; or the
    stretches that it blocked or freed, which "quítalo" is."""
    about: dict[str, Any]
    match order:
        case BookOrder():
            about = {"start": order.slot.start}
        case MoveOrder():
            before = order.before or order.doctor
            about = {"start": order.slot.start, "before": order.appointment.slot.start, "doctor": before}
        case CancelOrder():
            about = {"start": order.appointment.slot.start, "how": Touched.CANCELLED, "doctor": order.doctor}
        case AbsenceOrder() | ClosureOrder() | DayOrder():
            return _of_an_agenda(order, turn)
        case _:
            return None
    return LastTouched(at=turn.now, patient=order.whose, ordered=True, **about)


def _of_an_agenda(order: AbsenceOrder | ClosureOrder | DayOrder, turn: Turn) -> LastTouched | None:
    """Of the whole clinic where it names no doctor; hours of it that were closed are not opened together."""
    doctor: str | None = None
    match order:
        case AbsenceOrder():
            stretches, freed, doctor = order.slots, order.frees, order.doctor
        case DayOrder() if order.wish.act is DayAct.OFFER:
            stretches, freed, doctor = (order.wish.span,), False, order.doctor
        case ClosureOrder() if order.slot is None:
            stretches, freed = tuple(_whole(day, ZoneInfo(turn.clinic.zone)) for day in order.dates), order.opens
        case _:
            return None
    return LastTouched(
        start=max(one.end for one in stretches),
        at=turn.now,
        how=Touched.FREED if freed else Touched.BLOCKED,
        doctor=doctor,
        ordered=True,
        stretches=stretches,
    )


def _whole(day: dt.date, zone: ZoneInfo) -> Slot:
    start, end = (dt.datetime.combine(day + dt.timedelta(days=n), dt.time(), zone).astimezone(dt.UTC) for n in (0, 1))
    return Slot(start=start, end=end)


def _perform(turn: Turn) -> Answer:
    order, tools = order_of(turn.draft), turn.services.tools
    if order is None or tools is None:
        return ToolRefused(tool="", why=Why.NOT_ALLOWED)
    caller = caller_of(turn.conversation.person, turn.now)
    return tools.perform(turn.uow, turn.clinic, caller, turn.now, order)
