"""What was understood of a wish to be told when a time becomes free, with what is said next. Pure.

"Que te avise si se libera algo el martes. ¿Sigo así?", and then "sí, para mi hijo", "con la Dra. Ríos", "por la tarde".
A day that is said beside a yes is waited for too; said alone it is something else, for a time may be looked for then.
"""

from __future__ import annotations

from collections.abc import Sequence

from booking.conversation.meaning.merged_wishes import merge
from booking.intents import (
    AnyIntent,
    CheckAvailability,
    JoinWaitingList,
    ProvideCustomerData,
    Reading,
    StartBooking,
    Whose,
)


def wait_with(asked: JoinWaitingList, said: Sequence[AnyIntent], *, also: bool) -> JoinWaitingList | None:
    """That wish with the hour, the doctor, the patient or one more day that is named; None where anything else is said.
    `also`: with a yes to it."""
    now: JoinWaitingList | None = asked
    for one in said:
        if now is None:
            return None
        if isinstance(one, ProvideCustomerData):
            now = _for_whom(now, one)
        elif isinstance(one, StartBooking | CheckAvailability) and (also or not _is_dated(one.when)):
            now = _with_wish(now, one, also=also)
        else:
            return None
    return now


def _for_whom(asked: JoinWaitingList, told: ProvideCustomerData) -> JoinWaitingList | None:
    if told.instead_of or (told.reason and not told.name and not told.for_other):
        return None
    if not told.name and not told.for_other:
        return asked.model_copy(update={"whose": Whose(own=True)}) if told.for_self else None
    return asked.model_copy(update={"whose": Whose(own=not told.for_other, name=told.name)})


def _with_wish(asked: JoinWaitingList, wish: StartBooking | CheckAvailability, *, also: bool) -> JoinWaitingList | None:
    if wish.visit or wish.repeats or (isinstance(wish, CheckAvailability) and (wish.shift or wish.another)):
        return None
    kept = None if wish.anyone or asked.doctor in wish.not_with else asked.doctor
    refused = () if wish.anyone else tuple(dict.fromkeys((*asked.not_with, *wish.not_with)))
    doctor = wish.doctor or kept
    return asked.model_copy(
        update={
            "when": _both(asked.when, wish.when) if also else merge(asked.when, wish.when),
            "doctor": doctor,
            "anyone": wish.anyone or (asked.anyone and wish.doctor is None),
            "not_with": tuple(name for name in refused if name != doctor),
        }
    )


def _is_dated(said: Reading | None) -> bool:
    days = [*((said.when,) if said.when else said.candidates)] if said else []
    return any(day.date_from or day.date_to for day in days)


def _both(before: Reading | None, new: Reading | None) -> Reading | None:
    """The days of the one and of the other; hours alone are those of the days before."""
    if before is None or new is None or before.ambiguous or new.ambiguous or new.problem or before.problem:
        return merge(before, new)
    days = [*((before.when,) if before.when else before.candidates), *((new.when,) if new.when else new.candidates)]
    if not all(day.date_from or day.date_to for day in days):
        return merge(before, new)
    days = list(dict.fromkeys(days))
    return Reading(when=days[0]) if len(days) == 1 else Reading(candidates=tuple(days), alternatives=True)
