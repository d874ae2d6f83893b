"""A series that staff ask for: shown whole as an order, and entered as it was shown, or not at all."""

from __future__ import annotations

import datetime as dt

from booking.appointments.series import enter_others, foreseen
from booking.intents import Repeats
from booking.models import EntryOrder, Occurrence, SeriesOrder
from booking.models.tool_answers import REPEATS, Missing, Why
from tools.access import Access, Stop


def must_be_possible(access: Access, repeats: Repeats, *, overbooked: bool) -> None:
    """Raises Stop: it is asked how often and how many, or nobody overbooks a series."""
    if overbooked:
        raise access.no(Why.SERIES_OVERBOOKED)
    if repeats.every is None or repeats.count is None:
        raise Stop(Missing(tool=access.tool, field=REPEATS))


def series(access: Access, first: EntryOrder, repeats: Repeats) -> SeriesOrder:
    """The order of the first with those that follow it, where they would come to lie as things stand."""
    last = repeats.count or 0
    left_out = {last if number == -1 else number for number in repeats.but}
    # Not the first: that is another time for all of them.
    repeats = repeats.model_copy(update={"but": tuple(sorted(number for number in left_out if 2 <= number <= last))})
    said = {name: value for name, value in first if name in EntryOrder.model_fields}
    return SeriesOrder(**said, repeats=repeats, others=_others(access, first, repeats))


def _others(access: Access, order: EntryOrder, repeats: Repeats) -> tuple[Occurrence, ...]:
    return foreseen(
        access.uow,
        access.clinic,
        order.slot,
        order.doctor_id,
        order.patient_id,
        repeats,
        access.now,
        visit=order.visit,
    )


def must_be_as_shown(access: Access, order: SeriesOrder) -> None:
    """Raises Stop where one of those that follow the first would come to lie elsewhere by now. Nobody takes a time from
    now on before this transaction ends."""
    access.uow.appointments.lock_turn()
    if _others(access, order, order.repeats) != order.others:
        raise access.no(Why.SERIES_CHANGED)


def followed(access: Access, order: SeriesOrder, first_id: int) -> tuple[dt.datetime, ...]:
    """Enter those that follow the first, which has just been entered; when each begins."""
    first = access.uow.appointments.get(first_id)
    made = enter_others(
        access.uow,
        access.clinic,
        first,
        order.others,
        access.now,
        access.actor,
        reason=order.reason,
        tell=order.tell,
    )
    return tuple(one.slot.start.astimezone(access.zone) for one in made)
