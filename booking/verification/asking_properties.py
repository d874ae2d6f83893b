"""What the world is asked for: each question and each change names whom, when and which one it means. None knows a
row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    PrivacyRequest,
    Rate,
    Reading,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Shift,
    StartBooking,
    UseTool,
    When,
)
from booking.models import Draft, FreeSlot, Hold, Purpose, State, Terms
from booking.models.draft_parts import (
    appointment_of,
    booking_of,
    choices_of,
    doctor_of,
    hold_of,
    order_of,
    patient_name_of,
    purpose_of,
    refused_of,
    request_of,
    wish_of,
)
from booking.scheduling.search import SearchResult
from booking.verification.cases import Case, properties_of
from booking.verification.small_world import CLINIC, DOCTORS, NOW, Asked

_LOOKING = (StartBooking, CheckAvailability, RescheduleAppointment)


def nobody_elses_is_asked_for(case: Case) -> None:
    """What is looked for, booked or changed is the writer's own: nobody else's is asked for"""
    writer, theirs = case.turn.began.person.id, set[int]()
    for asked in case.asked:
        if asked.name in ("appointments", "before"):
            theirs = {one.patient_id for one in asked.answer if one.patient_id is not None}
        assert asked.arguments.get("person_id", writer) == writer, f"{asked.name}: another person's"
        if asked.name == "whose":
            assert asked.arguments["patients"] == sorted(theirs), "of other patients"


def times_are_looked_for_with_the_one_asked_for(case: Case) -> None:
    """Times are looked for with the doctor asked for, now or before, and never with one who was refused; for the type
    of visit that was said, or the appointment that is moved"""
    said, draft = case.alone, None if case.dropped else case.before.conversation.draft
    for asked in case.questions("search"):
        doctor, without = asked.arguments["doctor"], asked.arguments["without"]
        assert doctor not in without, "with a doctor who was refused"
        if not isinstance(said, _LOOKING):
            continue
        refused = said.not_with if isinstance(said, StartBooking | CheckAvailability) else ()
        assert set(refused) <= set(without), "the one refused will do"
        if said.doctor:
            assert doctor == said.doctor, "not with the one asked for"
        if said.anyone:
            assert doctor is None, "not with just anyone"
        if last := _like_the_last(case, said):
            assert doctor == last, "not with the one of the appointment before"
        elif isinstance(said, CheckAvailability) and draft is not None:
            _goes_on(said, draft, asked)
        if isinstance(said, StartBooking | CheckAvailability) and said.visit and asked.arguments["moving"] is None:
            assert asked.arguments["kind"] == said.visit.value, "for another type of visit"


def _like_the_last(case: Case, said: AnyIntent) -> str | None:
    """Whom the appointment before was with, where the new one shall be with the same."""
    like = said.like if isinstance(said, StartBooking | CheckAvailability) else None
    if like is None or not like.doctor or "as_before" not in case.keys:
        return None
    with_whom = {one.doctor_id for found in case.answers("before") for one in found}
    return next(doctor.name for doctor in DOCTORS if doctor.id in with_whom)


def _goes_on(said: CheckAvailability, draft: Draft, asked: Asked) -> None:
    """What was said before holds, where nothing else is said."""
    if draft.kind == "choice" or draft.kind == "ordering":
        return
    if not (said.doctor or said.anyone or said.another) and draft.doctor not in said.not_with:
        assert asked.arguments["doctor"] == draft.doctor, "not with the one asked for before"
    assert set(refused_of(draft)) - {said.doctor} <= set(asked.arguments["without"]), "the one refused before will do"
    mine = appointment_of(draft)
    assert asked.arguments["moving"] == (mine.id if mine is not None else None), "not for the appointment that is moved"


def who_saw_them_last_is_told(case: Case) -> None:
    """Who begins an appointment, with nothing under way, and says no more, is told with whom their last one was, where
    that is known; nothing is looked for with that doctor for it"""
    begins = case.alone == StartBooking() and case.input.found and not case.silenced
    if begins and case.before.conversation.state is State.IDLE and "go_back_or_anew" not in case.keys:
        assert "was_with" in case.keys, "nobody was told"
    if "was_with" in case.keys:
        assert case.input.found, "of what nobody knows"
        assert doctor_of(case.after.conversation.draft) == doctor_of(case.before.conversation.draft), "it was taken"


def times_are_looked_for_where_they_are_wished(case: Case) -> None:
    """Times are looked for on the day that was said, or after those on screen where more are asked for; what is said to
    pick an appointment is when that one is"""
    said, searches = case.alone, case.questions("search")[:1]
    if not isinstance(said, _LOOKING) or not searches:
        return
    before = case.before.conversation.draft
    if isinstance(said, CheckAvailability) and before is not None and before.kind == "choice":
        return
    for asked in searches:
        wish: Reading | None = asked.arguments["wish"]
        if said.when is not None and said.when.when is not None:
            assert wish is not None, "whenever"
            assert wish.when is not None, "at several times"
            _as_named(wish.when, said.when.when, case)
        if isinstance(said, CheckAvailability) and said.shift is Shift.MORE:
            offer = None if case.dropped else case.before.conversation.offer
            after = offer.found[-1].slot.start if offer is not None else None
            assert asked.arguments["after"] == after, "not the times that follow those on screen"
        else:
            assert asked.arguments["after"] is None, "only the times that follow others"


def _what_stood(case: Case) -> list[When]:
    """What was wished for before, and the times that are known: of the hold, and of the appointment to be moved."""
    before = case.before.conversation.draft
    wish, hold, mine = wish_of(before), hold_of(before), appointment_of(case.after.conversation.draft)
    times = (known.slot.start.astimezone(ZoneInfo(CLINIC.zone)) for known in (hold, mine) if known is not None)
    stood = [
        When(date_from=at.date(), date_to=at.date(), time_from=at.time().replace(tzinfo=None), exact=True)
        for at in times
    ]
    return [wish.when or When() if wish else When(), *stood]


def _as_named(sought: When, said: When, case: Case) -> None:
    """What was named is looked for; what was not, as it stood before, or not at all."""
    for names in (("date_from", "date_to"), ("time_from", "time_to", "exact")):
        now, named = (tuple(getattr(when, name) for name in names) for when in (sought, said))
        if now != named:
            was = [tuple(getattr(when, name) for name in names) for when in _what_stood(case)]
            assert not any(named), "at another time"
            assert now in was, "at another time"


def what_is_held_is_the_one_chosen(case: Case) -> None:
    """What is held is the option chosen of the times shown last, with the doctors it was found with"""
    found = None
    for asked in case.asked:
        found = asked.answer if asked.name == "search" else found
        if asked.name == "hold":
            assert isinstance(asked.about, SelectSlot), "nothing was chosen"
            chosen = _shown(case, found)[asked.about.option - 1]
            assert asked.arguments["slot"] == chosen.slot, "another time than the one chosen"
            assert asked.arguments["doctors"] in (None, chosen.doctor_ids), "with others than it was found with"


def _shown(case: Case, found: SearchResult | None) -> Sequence[FreeSlot]:
    """The times that this turn found, or those on screen as it began."""
    if found is not None:
        beside = sorted((*found.others, *found.elsewhere), key=lambda free: free.slot.start)
        return (found.exact,) if found.exact is not None else found.found or beside
    offer = case.before.conversation.offer
    return offer.found if offer is not None and not case.dropped else ()


def what_is_renewed_or_released_was_held(case: Case) -> None:
    """Only the time that is held is given more time, or released"""
    asked_about = case.questions("hold", "renew", "release", "book")
    if all(asked.name == "hold" for asked in asked_about):
        return
    hold = hold_of(case.before.conversation.draft)
    held = hold.appointment_id if hold is not None else None
    for asked in asked_about:
        if asked.name != "hold":
            assert asked.arguments["hold"] == held, f"{asked.name}: another one than the one held"
        if isinstance(asked.answer, Hold):
            held = asked.answer.appointment_id


def what_is_booked_was_held_and_shown(case: Case) -> None:
    """What is booked is what is held, for the patient that was shown"""
    draft, person = case.before.conversation.draft, case.before.conversation.person
    for asked in case.questions("book"):
        terms: Terms = asked.arguments["terms"]
        hold = hold_of(draft)
        assert hold is not None, "nothing was held"
        assert (terms.slot, terms.doctor_id) == (hold.slot, hold.doctor_id), "another than the one held"
        assert terms.patient == patient_name_of(draft, person), "for another patient"
        assert terms.visit == booking_of(draft).visit, "another type of visit"
        assert terms.appointment_id is None, "an appointment that exists"


def what_is_changed_was_shown(case: Case) -> None:
    """What is cancelled or moved is the appointment that was shown, in the version that was just read"""
    draft = case.before.conversation.draft
    for asked in case.questions("standing", "cancel", "move"):
        mine, hold = appointment_of(draft), hold_of(draft)
        assert mine is not None, "none was shown"
        if asked.name == "standing":
            assert asked.arguments["appointment_id"] == mine.id, "looked at another one"
            continue
        terms: Terms = asked.arguments["terms"]
        assert terms.appointment_id == mine.id, "another one than the one shown"
        assert asked.arguments["version"] == case.answers("standing")[-1].version, "in a version that nobody read"
        to = hold.slot if hold is not None else None
        assert terms.slot == to, "moved to another time than the one held"
        assert (asked.name == "move") == (to is not None), f"{asked.name} with a time held: {to is not None}"


def what_is_carried_out_was_shown(case: Case) -> None:
    """The order that is carried out is the one that was shown"""
    draft = case.before.conversation.draft
    for asked in case.questions("perform"):
        assert order_of(draft) is not None, "no order was shown"
        assert asked.arguments["order"] == order_of(draft), "another order"


def a_tool_is_asked_what_was_said(case: Case) -> None:
    """A tool is used with what was said, and nothing else where nothing is under way"""
    draft = None if case.dropped else case.before.conversation.draft
    for asked in case.questions("tool"):
        assert isinstance(asked.about, UseTool), "nothing was asked for"
        assert asked.arguments["tool"] == asked.about.tool, "another tool"
        said = dict(asked.about.arguments)
        if asked.about.fills is None:
            assert asked.arguments["arguments"] == said, "with something else than was said"
            assert asked.arguments["picked"] is None, "with what was picked for another"
        else:
            assert said.keys() <= asked.arguments["arguments"].keys(), "without what was said"
            request = request_of(draft)
            kept = dict(request.arguments) if request is not None else {}
            assert kept.keys() <= asked.arguments["arguments"].keys(), "without what was said before"


def staff_are_told_what_it_is_about(case: Case) -> None:
    """Staff are told what it is: an emergency, a delay, a privacy request, a low mark, that a person is wanted, or that
    somebody who may not cancel any more will not come, who hears so"""
    kinds = {_told(intent) for intent in case.input.intents}
    told = [asked.arguments["kind"] for asked in case.questions("notice")]
    assert ("not_coming" in told) == ("not_coming_noted" in case.keys), "told that staff know, or not told"
    for asked in case.questions("notice"):
        kind = asked.arguments["kind"]
        kept_away = kind == "not_coming" and _wants_to_cancel_too_late(case)
        assert kept_away or kind in {*kinds, "human"}, f"told of a {kind}"
        if kind == "human":
            called = any(isinstance(i, RequestHuman) and i.reason != "urgent" for i in case.input.intents)
            assert called or "human_coming" in case.keys, "nobody is wanted"


def _wants_to_cancel_too_late(case: Case) -> bool:
    """An appointment is to be cancelled, by what was said or picked, and one of theirs is too near for it."""
    draft = case.before.conversation.draft
    said = any(isinstance(intent, CancelAppointment) for intent in case.input.intents)
    theirs = [*choices_of(draft), *(one for found in case.answers("appointments") for one in found)]
    window = dt.timedelta(hours=CLINIC.policy.cancel_hours)
    return (said or purpose_of(draft) is Purpose.CANCEL) and any(one.slot.start - NOW < window for one in theirs)


def _told(intent: AnyIntent) -> str | None:
    if isinstance(intent, RequestHuman):
        return intent.reason.value if intent.reason else "human"
    if isinstance(intent, Rate):
        return "rated_low"
    return "privacy" if isinstance(intent, PrivacyRequest) else None


def days_asked_about_are_looked_at(case: Case) -> None:
    """The day whose hours are asked for is the one that is looked at, and of the days that may be meant no other"""
    days = {intent.when.when.date_from for intent in _of_hours(case) if intent.when and intent.when.when}
    for asked in case.questions("open"):
        assert asked.arguments["date"] in days, "another day"
    for asked in case.questions("closed"):
        wish: Any = getattr(asked.about, "when", None)
        if wish is not None and wish.candidates:
            assert set(asked.arguments["days"]) <= {when.date_from for when in wish.candidates}, "other days"


def _of_hours(case: Case) -> Iterator[AskQuestion]:
    return (intent for intent in case.input.intents if isinstance(intent, AskQuestion))


ASKINGS = properties_of(globals())
