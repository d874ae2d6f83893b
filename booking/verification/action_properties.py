"""What a turn may do: to appointments, holds, the draft, who answers. None knows a row."""

from __future__ import annotations

import datetime as dt
from typing import cast

from booking.conversation.replies.texts import Change
from booking.conversation.sequence import LIMIT
from booking.intents import (
    AnyIntent,
    CancelBooking,
    CheckAvailability,
    JoinWaitingList,
    Like,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    TakeOffer,
)
from booking.models import Booking, Control, Slot, State
from booking.models.draft_parts import (
    appointment_of,
    booking_of,
    hold_of,
    is_ordering,
    wish_of,
)
from booking.verification.cases import Case, properties_of
from booking.verification.fast_machine import Taken
from booking.verification.situation import same_part
from booking.verification.small_world import CLINIC, IDLE_AFTER, NOW


def held_was_offered(case: Case) -> None:
    """A time is held only if it was offered and fresh, or found by this turn's check, and the person picked it"""
    found: set[Slot] | None = None  # by this turn's check; None before it
    for asked in case.asked:
        if asked.name == "search":
            found = {f.slot for f in asked.answer.found or (*asked.answer.others, *asked.answer.elsewhere)}
        if asked.name == "hold":
            offered = _fresh_offer(case) if found is None else found
            assert asked.answer is None or asked.answer.slot in offered, "held what was not offered, or lately"
            picked = any(isinstance(i, SelectSlot) for i in case.input.intents) or _named_a_clock_time(case)
            assert picked or _keeps_the_hour(case, asked.arguments["slot"]), "held what nobody picked"


def _fresh_offer(case: Case) -> set[Slot]:
    offer = case.before.conversation.offer
    if offer is None or offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) <= NOW:
        return set()
    return {f.slot for f in offer.found}


def _named_a_clock_time(case: Case) -> bool:
    if any(isinstance(i, TakeOffer) for i in case.input.intents):
        return any(offered is not None and offered.again for offered in case.answers("offered"))  # that of the offer
    draft = case.before.conversation.draft
    said = [getattr(i, "when", None) for i in case.input.intents]
    another = any(isinstance(i, CheckAvailability) and i.another for i in case.input.intents)
    if another and hold_of(draft) is not None:
        return True  # the hour that was held, with another doctor
    if any(like.hour for like in map(_like, case.input.intents) if like is not None):
        return True  # that of the appointment before
    wishes = [w for w in (*said, wish_of(draft)) if w is not None]
    return any(when.exact for w in wishes for when in (w.when, *w.candidates) if when is not None)


def _like(intent: AnyIntent) -> Like | None:
    """What shall be as it was before."""
    return intent.like if isinstance(intent, StartBooking | CheckAvailability) else None


def _keeps_the_hour(case: Case, slot: Slot) -> bool:
    """Whether it is the hour of the appointment that is being moved, to another day or doctor than it has."""
    mine = appointment_of(case.after.conversation.draft)
    said = any(_names_day_or_doctor(intent) for intent in case.input.intents)
    return mine is not None and said and (slot.start - mine.slot.start) % dt.timedelta(days=1) == dt.timedelta()


def _names_day_or_doctor(intent: AnyIntent) -> bool:
    if not isinstance(intent, RescheduleAppointment | StartBooking | CheckAvailability | JoinWaitingList):
        return False  # what is to be waited for and is free already, is looked for
    another = not isinstance(intent, StartBooking | JoinWaitingList) and intent.another
    return bool(intent.when or intent.doctor or intent.anyone or intent.not_with or another or _like(intent))


def a_human_comes_when_asked(case: Case) -> None:
    """Who asks for a human gets one: staff are told, and the chat is theirs, but of who works here; of an emergency
    each time"""
    after = case.after.conversation
    calls = [i for i in case.input.intents if isinstance(i, RequestHuman)]
    plain = [i for i in calls if not (i.undo or i.unsure or case.by_model)]
    urgent = any(i.reason == "urgent" for i in plain)
    if urgent or (any(i.reason != "late" for i in plain) and not case.silenced):
        assert after.control is Control.HUMAN or case.works_here, "asked for a human, still the bot"
        assert not case.works_here or case.silenced or after.control is Control.BOT, "nobody does what staff order"
        assert "notice" in [a.name for a in case.asked], "staff were not told"


def staff_are_told_of_delay_and_privacy(case: Case) -> None:
    """Being late and privacy requests reach staff; of who has no appointment today to be late for they hear nothing,
    and a person is offered"""
    for intent in case.input.intents:
        late = isinstance(intent, RequestHuman) and intent.reason == "late"
        if late and False in case.answers("today"):
            assert "late_for_none" in case.keys, "not told that there is none"
            assert not case.questions("notice"), "staff were told of who has no appointment today"
        elif (late or intent.kind == "privacy_request") and not case.silenced:
            assert "notice" in [a.name for a in case.asked], "staff were not told"


def giving_up_ends_it(case: Case) -> None:
    """Who gives up is out at once, and nothing stays held"""
    if isinstance(case.input.intents[-1], CancelBooking) and not case.silenced and not case.by_model:
        assert case.after.conversation.state is State.IDLE, "still in the flow"


def a_name_is_corrected(case: Case) -> None:
    """A word of a name is put right where it stands, and only there; nobody is ever called by that word alone"""
    before, after = case.before.conversation, case.after.conversation
    for intent in case.input.intents:
        if not isinstance(intent, ProvideCustomerData) or not intent.instead_of or not intent.name:
            continue
        said = {one.name for one in case.input.intents if isinstance(one, ProvideCustomerData) and not one.instead_of}
        known = {None, before.person.name, booking_of(before.draft).name, *said}
        right = {(name or "").replace(intent.instead_of, intent.name) for name in known}
        for name in (after.person.name, booking_of(after.draft).name):
            assert name in known | right, "a correction made another name"


def asking_for_times_looks(case: Case) -> None:
    """Asking for a time that exists is answered by a check, in every state; but an order of staff's comes first, and
    where no time is said, what silence ended"""
    intent = case.input.intents[0]
    if len(case.input.intents) > 1 or case.silenced:
        return
    draft = None if case.dropped else case.before.conversation.draft
    if draft is not None and (is_ordering(draft) or (isinstance(intent, StartBooking) and intent.several)):
        return  # what is under way comes first
    picking = draft is not None and draft.kind == "choice"
    if isinstance(intent, CheckAvailability | StartBooking) and not picking:
        reading = intent.when
        says = reading is not None or (isinstance(intent, CheckAvailability) and intent.shift is not None)
        one_left = any(a.name == "closed" and a.answer for a in case.asked)
        if reading is not None and (reading.problem or reading.ambiguous) and not one_left:
            assert case.after.conversation.state is State.SLOT_SELECTION, "not looking for a time"
            asked = ("time_impossible", "ask_which_time") if reading.problem else ("ask_which_time",)
            assert case.keys[-1] in asked, "an unclear time was not asked about"
        elif says or isinstance(intent, CheckAvailability) or case.before.conversation.state is State.IDLE:
            known = isinstance(intent, CheckAvailability) and intent.visit and not (says or intent.doctor)
            visit = "ask_visit" in case.keys if case.input.asks else known and draft
            visit = visit or "go_back_or_anew" in case.keys or "ask_how_many" in case.keys
            assert visit or "search" in [a.name for a in case.asked], "nothing was looked for"


def choosing_moves_on(case: Case) -> None:
    """A fresh offered choice that can be held moves on; one that was not offered is said"""
    before, intent = case.before.conversation, case.input.intents[0]
    if not isinstance(intent, SelectSlot) or case.silenced or case.ended or before.state is State.IDLE:
        return
    draft, offer = before.draft, before.offer
    if draft is not None and (draft.kind == "choice" or draft.kind == "cancellation"):
        return
    fresh = offer is not None and offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
    if fresh and offer is not None:
        if intent.option <= len(offer.found):
            assert "hold" in [a.name for a in case.asked], "an offered choice was not held"
            if any(a.answer is not None for a in case.asked if a.name == "hold"):
                moved_on = case.after.conversation.state in (State.CUSTOMER_DATA, State.CONFIRM)
                assert moved_on or "slot_taken" in case.keys, "chose and stayed"
        else:
            assert "not_offered" in case.keys, "a choice that was not offered was not said"


def the_sequence_is_bounded(case: Case) -> None:
    """A turn fires at most six triggers"""
    assert len(case.turn.steps) <= 6


def changes_are_not_late(case: Case) -> None:
    """Inside the cancellation window nothing is proposed for an appointment, unless its doctor will not be there"""
    before, after = case.before.conversation.draft, case.after.conversation.draft
    if after is None or isinstance(after, Booking):
        return  # a new draft to book
    if before is not None and same_part(before, after, "appointment"):
        return
    window, mine = NOW + dt.timedelta(hours=CLINIC.policy.cancel_hours), appointment_of(after)
    offered = {id for found in case.answers("away") for id in found}
    assert mine is None or mine.id in offered or mine.slot.start >= window, "too late to change"


def each_step_is_whole(case: Case) -> None:
    """Within a turn too no state is passed through whose terms are not met"""
    for step in case.turn.steps:
        after = cast(Taken, step).after
        if step.refused is not None:
            continue  # what it becomes follows at once
        if after.state is State.IDLE:
            assert after.draft is None, "passed through IDLE with a draft"
            continue
        assert after.draft is not None, f"passed through {after.state} without a draft"
        if after.state is not State.SLOT_SELECTION:
            held = after.draft.kind in ("cancellation", "ordering") or hold_of(after.draft) is not None
            assert held, f"passed through {after.state} without a time"


def who_wants_to_book_books(case: Case) -> None:
    """Who wants an appointment while picking one to change is looking for a new one"""
    draft = case.before.conversation.draft
    if isinstance(case.alone, StartBooking) and draft is not None and draft.kind == "choice":
        after = case.after.conversation.draft
        assert after is not None, "no draft"
        assert after.kind != "choice", "still picking"
        assert after.kind == "booking", "still changing an appointment"


def a_clock_time_is_taken(case: Case) -> None:
    """The one clock time asked for is held at once when it is free"""
    said = case.alone
    named = isinstance(said, StartBooking | CheckAvailability | RescheduleAppointment) and said.when is not None
    if named and any(found.exact is not None for found in case.answers("search")[:1]):
        late = case.lost and len(case.turn.steps) == LIMIT  # what was lost had to be told first
        assert case.answers("hold") or late, "a free clock time was only shown"


def a_proposal_holds_its_time(case: Case) -> None:
    """What is proposed, again too, stands on a time that is held; but where it is told how it has changed"""
    if case.proposes in (Change.BOOK, Change.MOVE) and "proposal_changed" not in case.keys:
        draft = case.after.conversation.draft
        assert draft is not None, "a proposal without a draft"
        hold = hold_of(draft)
        assert hold is not None, "no time"
        assert hold.expires_at > NOW, "the time is no longer held"


def times_shown_are_looked_for(case: Case) -> None:
    """Times that are offered, again too, were looked for in this turn; and while something is asked first, which of two
    days or for what visit, none is on offer"""
    if case.keys[-1:] in (["offer_slots"], ["offer_others"]):
        assert case.answers("search"), "shown as they were found some time ago"
    if case.keys[-1:] in (["ask_which_time"], ["ask_visit"], ["ask_how_many"]):
        assert case.after.conversation.offer is None, "what was found for another wish may still be picked"


def what_is_under_way_comes_first(case: Case) -> None:
    """Who orders one more appointment, or begins anew with nothing said, while a time is held sees that one again"""
    said, before = case.alone, case.before.conversation
    settled = before.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if not isinstance(said, StartBooking) or not settled or case.dropped or case.silenced:
        return
    else_said = said.when or said.doctor or said.anyone or said.not_with or said.visit or said.repeats or said.like
    if (said.several or not else_said) and not case.lost:
        assert not case.answers("search"), "looked for times instead"


def what_was_left_alone_is_over(case: Case) -> None:
    """A flow that was left alone for too long is over, and told to be: no yes does what it proposed"""
    before = case.before.conversation
    if before.state is State.IDLE or before.updated_at is None or before.updated_at + IDLE_AFTER > NOW:
        return
    assert not case.questions(*Change), "done after so long"
    assert case.silenced or case.dropped, "over without a word"


DOINGS = properties_of(globals())
