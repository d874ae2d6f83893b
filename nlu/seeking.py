"""What somebody looks for: times as wished, with whom, and for which type of visit."""

from __future__ import annotations

from booking.intents import CheckAvailability, Shift, StartBooking
from nlu.parts import Parts


def availability(parts: Parts, shift: Shift | None) -> CheckAvailability:
    """The wish; a day or a clock time that was said outweighs "más tarde"."""
    wish = parts.sought
    said = wish.when if wish else None
    keeps = shift is Shift.OTHER_DAY and said is not None and said.date_from is None and not said.exact
    return CheckAvailability(
        when=wish,
        shift=shift if wish is None or keeps else None,
        doctor=parts.doctor.name if parts.doctor else None,
        anyone=parts.visit.anyone,
        visit=parts.visit.visit,
    )


def start(parts: Parts) -> StartBooking:
    doctor = parts.doctor.name if parts.doctor else None
    return StartBooking(when=parts.sought, doctor=doctor, anyone=parts.visit.anyone, visit=parts.visit.visit)
