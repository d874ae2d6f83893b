"""What somebody looks for: times as wished, with whom, and for which type of visit."""

from __future__ import annotations

import re

from booking.intents import Anchor, CheckAvailability, Reading, Shift, StartBooking
from booking.models import Purpose, State, UnderstandingContext
from nlu.parts import Parts

_SOONEST = re.compile(
    r"(?<! no)(?<! no me)(?<! no nos) (?:cuanto antes|lo antes|a la (?:mayor )?brevedad|(?:me )?urge|es urgente|(?:de )?urgencia"
    r"|mas (?:pronto|tempran[oa]|cercan[oa]|proxim[oa]|inmediat[oa])"
    r"|primer[oa]? (?:\w+ )?(?:libre|disponible|que (?:haya|tengan?s?)))(?= )"
)
""" "Lo antes posible", "la más cercana": the nearest times, and no choice of parts of the day."""


def of_a_doctor(context: UnderstandingContext) -> bool:
    """Whether a doctor's time is held or looked for, or an appointment with one moved: "another doctor" is another than
    that one."""
    if context.sought_with:
        return True
    moving = context.purpose is Purpose.MOVE and not context.picking
    return context.state in (State.CUSTOMER_DATA, State.CONFIRM) or (moving and context.state is State.SLOT_SELECTION)


def availability(parts: Parts, shift: Shift | None) -> CheckAvailability:
    """The wish; a day or a clock time that was said outweighs "más tarde"."""
    wish = parts.sought
    said = wish.when if wish else None
    keeps = shift is Shift.OTHER_DAY and said is not None and said.date_from is None and not said.exact
    keeps = keeps or (shift is Shift.OTHER_DAY and wish == Reading(anchor=Anchor(same_time=True)))
    return CheckAvailability(
        when=wish,
        shift=shift if wish is None or keeps else None,
        doctor=parts.doctor.name if parts.doctor else None,
        anyone=parts.visit.anyone,
        not_with=not_with(parts),
        another=bool(parts.unnamed and parts.unnamed.another and of_a_doctor(parts.context)),
        visit=parts.visit.visit,
        soonest=bool(_SOONEST.search(parts.message.flat)),
    )


def start(parts: Parts) -> StartBooking:
    doctor, visit = parts.doctor.name if parts.doctor else None, parts.visit
    return StartBooking(
        when=parts.sought,
        doctor=doctor,
        anyone=visit.anyone,
        not_with=not_with(parts),
        visit=visit.visit,
        soonest=bool(_SOONEST.search(parts.message.flat)),
    )


def not_with(parts: Parts) -> tuple[str, ...]:
    """The doctors who are refused, and those of another specialty than the one asked for."""
    if parts.specialists:
        return tuple(name for name in parts.context.doctors if name not in parts.specialists)
    named = parts.doctor.not_with if parts.doctor else ()
    return named or (parts.unnamed.not_with if parts.unnamed else ())
