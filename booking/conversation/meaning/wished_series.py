"""What was said of how often an appointment is to come again, now and before. Pure."""

from __future__ import annotations

import datetime as dt

from booking.conversation.meaning.reference_times import held
from booking.conversation.turn import Turn
from booking.intents import CheckAvailability, Reading, Repeats, StartBooking


def wished_repeats(turn: Turn) -> Repeats | None:
    """The series that is wanted, by what this message says on top of what was said before; None: one appointment."""
    before, intent = turn.booking.repeats, turn.intent
    said = intent.repeats if isinstance(intent, StartBooking | CheckAvailability) else None
    wished = over(before, said)
    if (given_up := left_out(turn)) and wished is not None:
        return wished.model_copy(update={"but": tuple(sorted({*wished.but, *given_up}))})
    return wished


def left_out(turn: Turn) -> tuple[int, ...]:
    """The numbers of those of the series on screen that cannot be on their day, as the message says it: "la tercera no
    puedo", "el 24 no puedo". Not the first: that is another time for all of them."""
    hold, intent = held(turn), turn.intent
    if not isinstance(intent, CheckAvailability) or hold is None or not hold.others:
        return ()
    last = len(hold.others) + 1
    by_number = intent.repeats.but if intent.repeats else ()
    numbers = {last if number == -1 else number for number in by_number}
    refused = _refused(intent.when)
    days = enumerate((one.slot.start if one.slot else one.due for one in hold.others), start=2)
    numbers |= {number for number, at in days if refused and at.astimezone(turn.zone).date() == refused}
    return tuple(sorted(number for number in numbers if 2 <= number <= last))


def _refused(reading: Reading | None) -> dt.date | None:
    """The one day that a wish leaves out, where it says nothing else."""
    days = sorted(reading.candidates, key=lambda when: when.date_from or dt.date.min) if reading else []
    if len(days) != 2 or any(when.time_from or when.time_to for when in days):
        return None
    before, after = days[0].date_to, days[1].date_from
    if before is None or after is None or days[0].date_from or days[1].date_to:
        return None
    return before + dt.timedelta(days=1) if after - before == dt.timedelta(days=2) else None


def over(before: Repeats | None, said: Repeats | None) -> Repeats | None:
    """What was said last, on top of what was said before; that, where nothing was."""
    return before if said is None else said.on_top_of(before)


def count_open(turn: Turn) -> bool:
    """Whether it is to be a series, and nobody said of how many."""
    if turn.draft is not None and turn.draft.kind != "booking":
        return False
    wished = wished_repeats(turn)
    return wished is not None and wished.count is None
