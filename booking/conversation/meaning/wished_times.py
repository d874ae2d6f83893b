"""What the person wishes by now: what this message says about time, on top of what was said before. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from booking.conversation.meaning.merged_wishes import at_any_hour, merge
from booking.conversation.meaning.reference_times import held, said, time_of
from booking.conversation.meaning.wished_series import left_out
from booking.conversation.turn import Turn
from booking.intents import CheckAvailability, Reading, RescheduleAppointment, Shift, StartBooking, When
from booking.models import Appointment, Draft, Offer, Slot
from booking.models.draft_parts import doctor_of, hold_of, refused_of, seeks_time, wish_of


def effective_wish(turn: Turn) -> Reading | None:
    """The wish to search by, or None for "as soon as possible"."""
    intent = turn.intent
    if not isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment) or _has_picked(turn):
        return wish_of(turn.draft)
    if (hold := held(turn)) and left_out(turn):
        return time_of(hold.slot.start, turn.zone)
    new = said(turn)
    if (there := _that_hour_on_another_day(turn)) is not None:
        return there
    if not says_time(new) and _on_any_day(turn):
        return None
    if intent.when is not None and intent.when.any_hour:
        before = at_any_hour(standing(turn))
        return merge(before, new) if says_time(new) else before
    with_another = isinstance(intent, CheckAvailability) and _asks_for_another(turn, intent)
    wish = merge(standing(turn), new) if says_time(new) or with_another else wish_of(turn.draft)
    shift = intent.shift if isinstance(intent, CheckAvailability) else None
    offer = turn.conversation.offer if shift else None
    if shift and not (offer and offer.found):
        return _beside_that_hour(wish, shift)
    return shifted(wish, shift, offer, turn) if shift and offer else wish


def _beside_that_hour(wish: Reading | None, shift: Shift) -> Reading | None:
    """ "A esa hora no, más tarde", of an hour that was wished for while nothing is on screen: after it, or before."""
    when = wish.when if wish else None
    if when is None or not when.exact or when.time_from is None or shift not in (Shift.LATER, Shift.EARLIER):
        return wish
    hour = when.time_from
    minute = (dt.datetime.combine(dt.date.min, hour) + dt.timedelta(minutes=1)).time()
    bound = {"time_from": minute} if shift is Shift.LATER else {"time_from": None, "time_to": hour}
    return Reading(when=when.model_copy(update={**bound, "exact": False}))


def _that_hour_on_another_day(turn: Turn) -> Reading | None:
    """ "La misma hora pero otro día": the hour of what is held, or was as the turn began, on the days after it."""
    intent, hold = turn.intent, held(turn)
    if not isinstance(intent, CheckAvailability) or intent.shift is not Shift.OTHER_DAY or hold is None:
        return None
    if intent.when is None or intent.when.anchor is None or not intent.when.anchor.same_time:
        return None
    start = hold.slot.start.astimezone(turn.zone)
    hour, after = start.time().replace(tzinfo=None), start.date() + dt.timedelta(days=1)
    return Reading(when=When(date_from=after, time_from=hour, exact=True))


def _on_any_day(turn: Turn) -> bool:
    """Whether the nearest time is asked for where nothing at all was found as wished."""
    if not isinstance(turn.intent, StartBooking | CheckAvailability) or not turn.intent.soonest:
        return False
    draft, before = turn.draft, wish_of(turn.draft)
    nothing = turn.conversation.offer is None and before is not None and not before.ambiguous
    return nothing and seeks_time(draft) and draft.hold is None


def _has_picked(turn: Turn) -> bool:
    """Whether the time that was said tells which appointment is to be moved."""
    return turn.began.draft is not None and turn.began.draft.kind == "choice" and being_moved(turn.draft) is not None


def standing(turn: Turn) -> Reading | None:
    """What a message changes: the wish so far, its day that of the time held; else the day of that time, or the time
    that the appointment to be moved has."""
    before, mine = wish_of(turn.draft), being_moved(turn.draft)
    hold = None if isinstance(turn.intent, RescheduleAppointment) else held(turn)
    when = before.when if before else When()
    if hold is None or when is None or when.date_from or when.date_to:
        return time_of(mine.slot.start, turn.zone) if mine and before is None else before
    day = hold.slot.start.astimezone(turn.zone).date()
    return Reading(when=when.model_copy(update={"date_from": day, "date_to": day}))


def instead_of(mine: Appointment, wish: Reading | None, zone: ZoneInfo) -> Reading | None:
    """What is wished for in place of an appointment: what is not said of day and hour is as it has them, unless it
    is just that which changes: its own day was said, or its own hour. None where neither is said."""
    if not says_time(wish):
        return None
    as_it_is = time_of(mine.slot.start, zone)
    return wish if (new := merge(as_it_is, wish)) == as_it_is else new


def says_time(wish: Reading | None) -> bool:
    return wish is not None and bool(wish.when or wish.candidates)


def _asks_for_another(turn: Turn, asked: CheckAvailability) -> bool:
    """Whether an appointment is to be moved to another doctor than the one spoken of so far."""
    before = doctor_of(turn.draft)
    other = asked.doctor not in (None, before) or before in asked.not_with
    return being_moved(turn.draft) is not None and asked.shift is None and other


def searched_after(turn: Turn) -> dt.datetime | None:
    """ "More times" means those after the last one on screen; after the first, where nearer ones were left out. Times
    that are shown again are those after the same one as before."""
    offer = turn.conversation.offer
    if not _wants_more(turn):
        return offer.after if offer and shows_again(turn) else None
    return offer.found[0 if offer.spread else -1].slot.start if offer and offer.found else None


def seen_already(turn: Turn) -> tuple[dt.datetime, ...]:
    """The times that "more times" means no more, although they are not before those."""
    offer = turn.conversation.offer
    if not _wants_more(turn):
        return offer.but if offer and shows_again(turn) else ()
    return tuple(free.slot.start for free in offer.found) if offer and offer.spread else ()


def soonest(turn: Turn) -> bool:
    """Whether the nearest times are asked for, or those that follow: they come one after the other."""
    asked = isinstance(turn.intent, StartBooking | CheckAvailability) and turn.intent.soonest
    offer = turn.conversation.offer if shows_again(turn) else None
    return asked or _wants_more(turn) or (offer is not None and offer.soonest)


def shows_again(turn: Turn) -> bool:
    """Whether nothing is asked of times, so that those on screen are looked for again as they were."""
    return not isinstance(turn.intent, StartBooking | CheckAvailability | RescheduleAppointment)


def _wants_more(turn: Turn) -> bool:
    return isinstance(turn.intent, CheckAvailability) and turn.intent.shift is Shift.MORE


def wished_doctor(turn: Turn) -> str | None:
    """The doctor asked for, now or before, by the clinic's spelling of the name; None: whoever is free."""
    intent, before = turn.intent, doctor_of(turn.draft)
    if isinstance(intent, RescheduleAppointment):
        return intent.doctor or before
    if not isinstance(intent, StartBooking | CheckAvailability):
        return before
    if intent.doctor or intent.anyone:
        return intent.doctor
    before = before or _asked_for_the_one_made(turn, intent.when)
    return None if before in intent.not_with else before


def _asked_for_the_one_made(turn: Turn, when: Reading | None) -> str | None:
    """The doctor whom the appointment just made was asked for with, where one more is wanted on its day, or so many
    days on."""
    told, under_way = when.anchor if when else None, turn.began.draft
    if told is None or not (told.same_day or told.days or told.weeks or told.months):
        return None
    if under_way is not None:  # it was made in this very turn
        return doctor_of(under_way) if isinstance(turn.intent, StartBooking) and turn.intent.besides else None
    made = turn.began.last_touched
    return made.asked_doctor if made and made.is_spoken_of(turn.now) else None


def another_doctor(turn: Turn) -> bool:
    """Whether another doctor is asked for than the one held or asked for so far, if there is one."""
    said = isinstance(turn.intent, CheckAvailability | RescheduleAppointment) and turn.intent.another
    return said and (hold_of(turn.draft) is not None or doctor_of(turn.draft) is not None)


def refused_doctors(turn: Turn) -> tuple[str, ...]:
    """The doctors who will not do, by now."""
    intent, before = turn.intent, refused_of(turn.draft)
    if not isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment):
        return before
    before = () if intent.anyone else before  # "con quien sea, menos con Laura"
    return tuple(name for name in dict.fromkeys((*before, *intent.not_with)) if name != intent.doctor)


def wished_visit(turn: Turn) -> str | None:
    """The type of visit said, now or before. An appointment that exists keeps its own."""
    intent = turn.intent
    said = intent.visit if isinstance(intent, StartBooking | CheckAvailability) else None
    return said.value if said else turn.booking.visit


def being_moved(draft: Draft | None) -> Appointment | None:
    """The appointment that shall get another time: its own is not in its way."""
    return draft.appointment if draft is not None and draft.kind == "move" else None


def shifted(wish: Reading | None, shift: Shift, offer: Offer, turn: Turn) -> Reading:
    """The wish moved relative to what is on screen. `any_hour`: hours told by that hold for no other day."""
    first = offer.found[0].slot.start.astimezone(turn.zone)
    last = offer.found[-1].slot.start.astimezone(turn.zone)
    when = (wish.when if wish else None) or When()
    window = When() if when.exact or (wish and wish.any_hour) else When(time_from=when.time_from, time_to=when.time_to)
    match shift:
        case Shift.LATER:
            after = (last + dt.timedelta(minutes=1)).time().replace(tzinfo=None)
            return Reading(when=When(date_from=last.date(), date_to=last.date(), time_from=after), any_hour=True)
        case Shift.EARLIER:
            return _earlier(when, window, first, turn)
        case Shift.OTHER_DAY:
            tomorrow = last.date() + dt.timedelta(days=1)
            return Reading(when=window.model_copy(update={"date_from": tomorrow}))
        case Shift.MORE:
            from_there = (first if offer.spread else last).date()
            if wish and wish.candidates:
                return _onward(wish, from_there)
            return Reading(when=window.model_copy(update={"date_from": from_there, "date_to": when.date_to}))


def _onward(wish: Reading, day: dt.date) -> Reading:
    """What is left of several stretches from a day on."""
    left = [when for when in wish.candidates if when.date_to is None or when.date_to >= day]
    cut = [when.model_copy(update={"date_from": max(when.date_from or day, day)}) for when in left]
    return wish.model_copy(update={"candidates": tuple(cut)}) if cut else wish


_SOON = 2
"""Days ahead on which "antes" is an earlier hour, and no earlier day, where none was named."""


def _earlier(when: When, window: When, first: dt.datetime, turn: Turn) -> Reading:
    """Before the first time on screen: an earlier hour of its day, or an earlier day where none was named and that one
    is far, or where there is no earlier hour."""
    day, today, hour = first.date(), turn.now.astimezone(turn.zone).date(), first.time().replace(tzinfo=None)
    named = when.date_from is not None and when.date_from == when.date_to
    far = not named and (day - today).days > _SOON
    if day > today and (far or hour <= turn.clinic.opens):
        return Reading(when=window.model_copy(update={"date_from": None, "date_to": day - dt.timedelta(days=1)}))
    return Reading(when=When(date_from=day, date_to=day, time_to=hour), any_hour=True)


def fits(slot: Slot, reading: Reading, zone: ZoneInfo) -> bool:
    """The slot lies where the words point; words that say no time fit everything."""
    start = slot.start.astimezone(zone)
    date, time = start.date(), start.time().replace(tzinfo=None)
    whens = (reading.when,) if reading.when else reading.candidates
    return not whens or any(
        (when.date_from or date) <= date <= (when.date_to or date)
        and (time == when.time_from if when.exact else (when.time_from or time) <= time)
        and (when.exact or when.time_to is None or time < when.time_to or when.time_to == dt.time())
        for when in whens
    )


def that_fit(appointments: Sequence[Appointment], said: Reading, zone: ZoneInfo) -> list[Appointment]:
    """Those that lie where the words point; a bare weekday or day of the month that points at none points at each
    such day."""
    fitting = [a for a in appointments if fits(a.slot, said, zone)]
    if fitting or said.anchor is None or not (said.anchor.weekday or said.anchor.monthday):
        return fitting
    weekly = said.anchor.weekday
    return [
        appointment
        for when in ((said.when,) if said.when else said.candidates)
        for appointment in appointments
        if when.date_from and _alike(appointment.slot.start.astimezone(zone).date(), when.date_from, weekly=weekly)
        if fits(appointment.slot, Reading(when=when.model_copy(update={"date_from": None, "date_to": None})), zone)
    ]


def _alike(one: dt.date, other: dt.date, *, weekly: bool) -> bool:
    """The same weekday, or the same day of whichever month."""
    return one.weekday() == other.weekday() if weekly else one.day == other.day
