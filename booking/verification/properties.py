"""What every turn must keep, over inputs, answers of the world, replies and the conversation. None knows a row."""

from __future__ import annotations

import datetime as dt

from booking.intents import (
    CancelBooking,
    CheckAvailability,
    Confirm,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import Appointment, Control, Purpose, State
from booking.verification.situation import same
from booking.verification.trial import Case, Property
from booking.verification.world import CLINIC, NOW

_CHANGES = ("book", "cancel", "move")
_ASKS_TIME = {
    "ask_visit",
    "ask_which_time",
    "time_impossible",
    "no_slots",
    "ask_other_time",
    "patient_busy",
    "slot_taken",
    "which_appointment",
    "name_kept",
}
WAYS_ON: dict[State, set[str]] = {
    State.SLOT_SELECTION: {"offer_slots", "offer_others", *_ASKS_TIME},
    State.CUSTOMER_DATA: {"ask_name", "what_to_change"},
    State.CONFIRM: {"proposal", "move_proposal", "cancel_proposal", "what_to_change"},
}
"""What a person must be left with in each state of a flow: the question it waits for an answer to."""
_ANYWHERE = {"human_coming", "urgent", "help"}


def _answers(case: Case, *names: str) -> list[object]:
    return [asked.answer for asked in case.asked if asked.name in names]


def _made(case: Case, *names: str) -> list[Appointment]:
    return [answer for answer in _answers(case, *names) if isinstance(answer, Appointment)]


def _keys(case: Case) -> list[str]:
    return case.keys


def _silenced(case: Case) -> bool:
    """A human has the chat, or the person wants no messages, as the turn began."""
    before = case.before.conversation
    human = before.control is Control.HUMAN and not (before.control_until and before.control_until <= NOW)
    return human or case.before.ghost.silent


def nothing_without_a_yes(case: Case) -> None:
    """Nothing is booked, cancelled or moved without a yes to the very proposal on screen"""
    asked = [a.name for a in case.asked if a.name in _CHANGES]
    if not asked:
        return
    before, draft = case.before, case.before.conversation.draft
    assert any(isinstance(i, Confirm) for i in case.input.intents), f"{asked} without a yes"
    assert not case.input.late, f"{asked} on a yes sent before the proposal"
    assert before.ghost.screen, f"{asked} with no proposal on screen"
    assert draft is not None, f"{asked} without a draft"
    assert draft.proposal is not None, f"{asked} after the proposal was withdrawn"
    proposed = {"proposal": "book", "move_proposal": "move", "cancel_proposal": "cancel"}
    assert asked == [proposed[before.ghost.screen.key]], f"{asked} on a {before.ghost.screen.key}"
    assert before.ghost.screen.still, "another thing than the one shown"
    for made in _made(case, "book", "move"):
        assert draft.hold is not None, f"{asked} without a time"
        assert made.slot == draft.hold.slot, "another time than the one shown"


def one_change_at_most(case: Case) -> None:
    """One yes makes one change"""
    assert sum(a.name in _CHANGES for a in case.asked) <= 1


def held_was_offered(case: Case) -> None:
    """A time is held only if it was offered and fresh, or found by this turn's check, and the person picked it"""
    if not any(asked.name == "hold" for asked in case.asked):
        return
    offer, checked = case.before.conversation.offer, False
    offered = {f.slot for f in offer.found} if offer else set()
    fresh = offer is not None and offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
    for asked in case.asked:
        if asked.name == "search":
            checked, found = True, asked.answer
            offered = {f.slot for f in found.found or found.others}
        if asked.name == "hold":
            assert checked or fresh, "held on a stale offer"
            assert asked.answer is None or asked.answer.slot in offered, "held what was not offered"
            picked = any(isinstance(i, SelectSlot) for i in case.input.intents) or _named_a_clock_time(case)
            assert picked, "held what nobody picked"


def _named_a_clock_time(case: Case) -> bool:
    draft = case.before.conversation.draft
    said = [getattr(i, "when", None) for i in case.input.intents]
    wishes = [w for w in (*said, draft.wish if draft else None) if w is not None]
    return any(w.when is not None and w.when.exact for w in wishes)


def every_message_is_answered(case: Case) -> None:
    """Every message is answered, but under human control and after BAJA"""
    out = [i.undo for i in case.input.intents if isinstance(i, OptOut)]
    if _silenced(case) and any(out):
        return  # ALTA is answered where the person wanted silence, not where a human has the chat
    if _silenced(case) and not out:
        assert not [k for k in _keys(case) if k != "timed_out"], (
            f"said {_keys(case)} to one who is not to be written to"
        )
    else:
        assert case.turn.replies or case.before.ghost.silent, "said nothing"


def the_way_on_is_shown(case: Case) -> None:
    """A person is left with the question the state waits for"""
    after = case.after.conversation
    keys = _keys(case)
    if not keys or _silenced(case) or after.state is State.IDLE:
        return
    assert keys[-1] in WAYS_ON[after.state] | _ANYWHERE, f"left with {keys[-1]} in {after.state}"


def booked_is_true(case: Case) -> None:
    """What is said to be done was done, and what was done is said"""
    keys = _keys(case)
    for name, key in (("book", "booked"), ("cancel", "cancelled"), ("move", "moved")):
        assert (key in keys) == bool(_made(case, name)), f"{key} said: {key in keys}, done: {bool(_made(case, name))}"


def refusals_are_told(case: Case) -> None:
    """A time that was lost is told, and so is an appointment that changed or is too near"""
    keys = _keys(case)
    lost = any(a.answer is None for a in case.asked if a.name in ("hold", "renew")) or "slot_taken" in _answers(
        case, *_CHANGES
    )
    if lost:
        assert "slot_taken" in keys, "lost a time without a word"
    for refusal in ("patient_busy", "appointment_changed", "too_late"):
        if refusal in _answers(case, *_CHANGES):
            assert refusal in keys, f"{refusal} without a word"


def the_notice_comes_first(case: Case) -> None:
    """The privacy notice is said with the first answer, once, and recorded"""
    after, ghost = case.after, case.before.ghost
    if case.turn.replies and not case.before.ghost.silent:
        assert after.ghost.noticed, "answered before the privacy notice"
    assert not (ghost.noticed and "privacy_notice" in _keys(case)), "the notice was said twice"


def a_human_comes_when_asked(case: Case) -> None:
    """Who asks for a human gets one: the chat is theirs and staff are told"""
    after = case.after.conversation
    asked = any(isinstance(i, RequestHuman) and i.reason != "late" for i in case.input.intents)
    if asked and not _silenced(case):
        assert after.control is Control.HUMAN, "asked for a human, still the bot"
        assert "notice" in [a.name for a in case.asked], "staff were not told"


def staff_are_told_of_delay_and_privacy(case: Case) -> None:
    """Being late and privacy requests reach staff"""
    for intent in case.input.intents:
        late = isinstance(intent, RequestHuman) and intent.reason == "late"
        if (late or intent.kind == "privacy_request") and not _silenced(case):
            assert "notice" in [a.name for a in case.asked], "staff were not told"


def giving_up_ends_it(case: Case) -> None:
    """Who gives up is out at once, and nothing stays held"""
    if isinstance(case.input.intents[-1], CancelBooking) and not _silenced(case):
        assert case.after.conversation.state is State.IDLE, "still in the flow"


def misses_are_counted(case: Case) -> None:
    """The third message not understood in a row gets buttons, the fourth a human; understanding starts anew"""
    after, keys = case.after, _keys(case)
    if _silenced(case):
        return
    unknown = [i for i in case.input.intents if isinstance(i, Unknown) and i.why is UnknownWhy.NOT_UNDERSTOOD]
    if unknown and len(case.input.intents) == 1:
        if case.before.ghost.misses == 2:
            assert "help" in keys, "no buttons at the third miss"
        if case.before.ghost.misses >= 3:
            assert after.conversation.control is Control.HUMAN, "no human at the fourth miss"
        if case.before.ghost.misses < 2:
            assert "help" not in keys, "buttons too early"
            assert after.conversation.control is Control.BOT, "a human too early"


def a_stale_tap_changes_nothing(case: Case) -> None:
    """What cannot be read, and a stale tap, change nothing but are answered"""
    before, after = case.before.conversation, case.after.conversation
    quiet = {UnknownWhy.STALE_TAP, UnknownWhy.MEDIA, UnknownWhy.VOICE, UnknownWhy.LANGUAGE}
    whys = {i.why for i in case.input.intents if isinstance(i, Unknown)}
    if whys & quiet and not _silenced(case) and "timed_out" not in _keys(case):
        assert after.state is before.state, "the state changed"
        assert {str(w) for w in whys} & set(_keys(case)), "it was not said"
        _draft_kept(case)


def questions_lead_back(case: Case) -> None:
    """A question, thanks or a list leave state, draft and hold as they were"""
    kinds = {i.kind for i in case.input.intents}
    aside = {"ask_question", "thank", "smalltalk", "recall", "list_appointments", "privacy_request", "greet"}
    if kinds <= aside and not _silenced(case) and "timed_out" not in _keys(case):
        assert case.after.conversation.state is case.before.conversation.state, "the state changed"
        _draft_kept(case)


def answers_answer(case: Case) -> None:
    """A question is answered from the record or the documents where they know"""
    for intent in case.input.intents:
        if intent.kind == "ask_question" and not _silenced(case):
            known = getattr(intent, "topic", None) is not None
            wanted = "answer_record" if known else "answer_document" if case.input.found else "no_answer"
            assert wanted in _keys(case), f"no {wanted}"


def _draft_kept(case: Case) -> None:
    before, after = case.before.conversation.draft, case.after.conversation.draft
    assert (before is None) == (after is None), "the draft came or went"
    if before is not None and after is not None:
        kept = ("purpose", "appointment", "choices", "name", "for_other", "hold", "reason")
        changed = [name for name in kept if not same(before, after, name)]
        assert not changed, f"the draft changed: {changed}"


def a_name_is_kept(case: Case) -> None:
    """A name given is kept and not asked again; another person's never becomes one's own, nor renames an appointment"""
    after, before_draft = case.after.conversation, case.before.conversation.draft
    for intent in case.input.intents:
        if isinstance(intent, ProvideCustomerData) and not _silenced(case):
            draft = after.draft
            changing = any(d is not None and d.purpose is not Purpose.BOOK for d in (before_draft, draft))
            others = before_draft is not None and before_draft.for_other
            if intent.name and not intent.for_other and not changing and not others:
                assert _called(after.person.name, intent.name), "the name was lost"
            if intent.name and after.state is State.CUSTOMER_DATA:
                raise AssertionError("the name is asked again")
            if intent.name and intent.for_other:
                assert after.person.name != intent.name, "took another's name for the writer's"
            if intent.name and draft is not None and not changing:
                name = draft.name or (None if draft.for_other else after.person.name)
                assert _called(name, intent.name), "the patient's name was lost"
            if intent.for_other and intent.name is None and draft is not None and not changing:
                assert draft.name is None, "another patient under the old name"


def _called(name: str | None, said: str) -> bool:
    """The name is as said; a first name alone may stand for the whole of it."""
    return name == said or (" " not in said and (name or "").startswith(said + " "))


def a_note_is_kept(case: Case) -> None:
    """What the doctor should know is kept with what is being arranged"""
    after = case.after.conversation.draft
    for intent in case.input.intents:
        noted = isinstance(intent, ProvideCustomerData) and intent.reason
        if noted and after is not None and not _silenced(case):
            assert noted in (after.reason or ""), "the note was lost"


def the_one_asked_for_is_kept(case: Case) -> None:
    """A doctor asked for by name, and a type of visit, are looked for from then on; "with anyone" takes it back"""
    after, intent = case.after.conversation.draft, case.input.intents[-1]
    if not isinstance(intent, CheckAvailability | StartBooking) or after is None or _silenced(case) or after.choices:
        return
    if intent.doctor:
        assert after.doctor == intent.doctor, "the doctor asked for was forgotten"
    elif intent.anyone:
        assert after.doctor is None, "still only with the doctor asked for before"
    if intent.visit and after.appointment is None:
        assert after.kind == intent.visit, "the type of visit was forgotten"


def asking_for_times_looks(case: Case) -> None:
    """Asking for a time that exists is answered by a check, in every state"""
    intent = case.input.intents[0]
    if len(case.input.intents) > 1 or _silenced(case):
        return
    draft = case.before.conversation.draft
    if isinstance(intent, CheckAvailability | StartBooking) and not (draft and draft.choices):
        reading = intent.when
        says = reading is not None or (isinstance(intent, CheckAvailability) and intent.shift is not None)
        if reading is not None and (reading.problem or reading.ambiguous):
            assert case.after.conversation.state is State.SLOT_SELECTION, "not looking for a time"
            assert _keys(case)[-1] in ("time_impossible", "ask_which_time"), "an unclear time was not asked about"
        elif says or isinstance(intent, CheckAvailability) or case.before.conversation.state is State.IDLE:
            known = isinstance(intent, CheckAvailability) and intent.visit and not (says or intent.doctor)
            asked = "ask_visit" in _keys(case) if case.input.asks else known and case.before.conversation.draft
            assert asked or "search" in [a.name for a in case.asked], "nothing was looked for"


def choosing_moves_on(case: Case) -> None:
    """A fresh offered choice that can be held moves on; one that was not offered is said"""
    before, intent = case.before.conversation, case.input.intents[0]
    if (
        not isinstance(intent, SelectSlot)
        or _silenced(case)
        or "timed_out" in _keys(case)
        or before.state is State.IDLE
    ):
        return
    draft, offer = before.draft, before.offer
    if draft is not None and (draft.choices or draft.purpose is Purpose.CANCEL):
        return
    fresh = offer is not None and offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
    if fresh and offer is not None:
        if intent.option <= len(offer.found):
            assert "hold" in [a.name for a in case.asked], "an offered choice was not held"
            if any(a.answer is not None for a in case.asked if a.name == "hold"):
                moved_on = case.after.conversation.state in (State.CUSTOMER_DATA, State.CONFIRM)
                assert moved_on or "slot_taken" in _keys(case), "chose and stayed"
        else:
            assert "not_offered" in _keys(case), "a choice that was not offered was not said"


def an_offer_is_on_screen(case: Case) -> None:
    """Times that are shown are remembered, and those found are shown"""
    keys, after = _keys(case), case.after.conversation
    if keys and keys[-1] in ("offer_slots", "offer_others"):
        assert after.offer is not None, "shown times are not remembered"
    searches = _answers(case, "search")
    if searches and keys and keys[-1] == "no_slots":
        last = searches[-1]
        shown = getattr(last, "found", ()) or getattr(last, "others", ())
        assert not shown, "times found were not shown"


def the_sequence_is_bounded(case: Case) -> None:
    """A turn fires at most six triggers"""
    assert len(case.turn.steps) <= 6


def changes_are_not_late(case: Case) -> None:
    """Inside the cancellation window nothing is proposed for an appointment"""
    before, after = case.before.conversation.draft, case.after.conversation.draft
    if after is None or (before is not None and same(before, after, "appointment")):
        return
    window = NOW + dt.timedelta(hours=CLINIC.policy.cancel_hours)
    assert after.appointment is None or after.appointment.slot.start >= window, "too late to change"


PROPERTIES: tuple[Property, ...] = tuple(
    value
    for name, value in list(globals().items())
    if callable(value)
    and getattr(value, "__module__", "") == __name__
    and not name.startswith("_")
    and value.__doc__
    and value.__code__.co_varnames[:1] == ("case",)
)
"""Every property of this module."""
