"""What must always hold, as plain functions over a `Clinic`. Each raises AssertionError with what it saw.

They look at stored facts only: appointments, conversations, turns, messages. None knows the table.

One that looks at turns or messages one by one says so (`each_turn`, `each_message`): these are stored once and never
change, so `check_all` shows it each of them once, as it comes; called by itself it looks at all of them.
Their messages say all there is to say: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from itertools import pairwise

from booking.conversation.engine import ATTEMPTS
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replay import replay
from booking.conversation.replies.keys import ReplyKey
from booking.intents import Unknown, UnknownWhy
from booking.models import (
    Appointment,
    Hold,
    Identity,
    OutboxItem,
    Slot,
    State,
    Status,
    TurnRecord,
)
from booking.models.draft_parts import hold_of, patient_name_of, seeks_time
from booking.models.who_waits import OfferState
from booking.testing.agreements import (
    instants_are_told_in_the_clinics_zone,
    the_one_refused_is_not_taken,
    what_is_done_was_shown,
)
from booking.testing.checks import Invariant, each_message, each_turn
from booking.testing.clinic import Clinic, phone_of, read
from booking.testing.colleagues import works_with
from booking.testing.deeds import (
    appointments_follow_a_yes,
    booked_is_true,
    changes_follow_a_yes,
    lists_are_true,
    orders_follow_a_yes,
    the_one_meant_is_asked_about,
)
from booking.testing.scripts.recorded import offered, slots

__all__ = ["INVARIANTS", "Invariant", "check_all", "each_message", "each_turn", "every_turn_replays"]


def no_doctor_is_double_booked(clinic: Clinic) -> None:
    """No two live appointments or holds overlap for a doctor, unless staff overbooked on purpose."""
    _no_overlap(clinic, lambda a: a.doctor_id)


def no_patient_is_double_booked(clinic: Clinic) -> None:
    """No two live appointments overlap for a patient, unless staff overbooked on purpose."""
    _no_overlap(clinic, lambda a: a.patient_id)


def what_is_offered_is_free(clinic: Clinic) -> None:
    """What is offered is free in the calendar read by the transaction that stored the offer, with each doctor named
    there."""
    assert not clinic.saved_offers.wrong, clinic.saved_offers.wrong[0]


@each_turn
def slots_taken_were_offered(clinic: Clinic, turn: TurnRecord) -> None:
    """No slot is taken that the last availability check of this conversation did not find."""
    if not any(effect.name in ("hold", "renew") for step in turn.steps for effect in step.effects):
        return
    on_offer = offered(turn.before)
    before = hold_of(turn.before.draft)
    taken_before = before.slot if before else None
    for step in turn.steps:
        for effect in step.effects:
            if effect.name == "search" and isinstance(effect.value, dict):
                on_offer = set(slots(effect.value))
            if effect.name == "hold" and effect.value is not None:
                slot = Hold.model_validate(effect.value).slot
                assert slot in on_offer, f"held {slot}, which was not offered"
            if effect.name == "renew" and effect.value is not None:
                slot = Hold.model_validate(effect.value).slot
                assert slot == taken_before or slot in on_offer, f"took {slot} anew"


@each_turn
def slots_taken_were_offered_lately(clinic: Clinic, turn: TurnRecord) -> None:
    """No slot is taken on an offer that has gone stale, unless the same turn checked again."""
    offer, checked = turn.before.offer, False
    for step in turn.steps:
        for effect in step.effects:
            checked |= effect.name == "search"
            if effect.name == "hold" and effect.value is not None and not checked:
                fresh_for = dt.timedelta(minutes=turn.clinic.policy.offer_minutes)
                assert offer is not None, "held without an offer"
                assert turn.at < offer.made_at + fresh_for, f"held at {turn.at} of an offer of {offer.made_at}"


def confirm_means_complete(clinic: Clinic) -> None:
    """In CONFIRM the draft is complete: an appointment to cancel; or a time is held, and the appointment to move
    or the patient's name is known."""
    for conversation in clinic.stored().conversations.values():
        draft, person = conversation.draft, conversation.person
        if conversation.state is State.CONFIRM:
            assert draft is not None, "CONFIRM without a draft"
            assert draft.kind != "choice", "CONFIRM without the appointment to change"
            if draft.kind == "ordering":
                assert draft.order is not None, "CONFIRM without an order"
            if seeks_time(draft):
                assert draft.hold is not None, "CONFIRM without a time"
            assert patient_name_of(draft, person) or draft.kind != "booking", "CONFIRM without a name"
        if conversation.state is State.CUSTOMER_DATA:
            assert draft is not None, "CUSTOMER_DATA without a draft"
            if draft.kind == "ordering":
                assert draft.request is not None, "CUSTOMER_DATA without anything asked for"
            else:
                assert hold_of(draft) is not None, "CUSTOMER_DATA without a time"


def idle_means_empty(clinic: Clinic) -> None:
    """In IDLE the conversation has no draft and no offer, and every hold belongs to a draft, or to an open offer to
    somebody who waits."""
    owned, stored = set(), clinic.stored()
    for conversation in stored.conversations.values():
        if conversation.state is State.IDLE:
            assert conversation.draft is None, "IDLE with a draft"
            assert conversation.offer is None, "IDLE with an offer"
        elif hold := hold_of(conversation.draft):
            owned |= {one.appointment_id for one in hold.all_of_them()}
    held = {a.id for a in stored.live if a.status is Status.HELD}
    if not held <= owned:
        owned |= _held_for_who_waits(clinic)
    assert held <= owned, f"holds that no conversation owns: {held - owned}"


def _held_for_who_waits(clinic: Clinic) -> set[int]:
    with clinic.begin() as uow:
        offers = uow.waiting_list.offers([entry.id for entry in uow.waiting_list.active()])
    return {offer.hold.appointment_id for offer in offers if offer.state is OfferState.OPEN}


def only_a_choice_is_held(clinic: Clinic) -> None:
    """While somebody looks for a time, none is held for them."""
    for who, conversation in clinic.stored().conversations.items():
        if conversation.state is State.SLOT_SELECTION:
            hold = hold_of(conversation.draft)
            assert hold is None, f"{who} chooses while {hold} is held"


def every_message_has_one_turn(clinic: Clinic) -> None:
    """Once the queue is drained every accepted message belongs to exactly one turn."""
    assert not clinic.handled_twice, f"messages handled twice: {clinic.handled_twice}"
    waiting = clinic.stored().waiting
    left = [who for who, id in clinic.conversations.items() if id in waiting]
    assert not left, f"{left} were left without an answer"
    assert len(clinic.handled) == len(clinic.accepted), "an accepted message belongs to no turn"


@each_turn
def every_turn_answers(clinic: Clinic, turn: TurnRecord) -> None:
    """Each turn has one set of replies, empty only under human control or opt-out, to a file, which is answered once it
    is here, and where nobody wrote, of what is left alone, which is told with the next answer."""
    alone = turn.message is None and [step.trigger for step in turn.steps] == [Trigger.TIMEOUT]
    files = any(isinstance(intent, Unknown) and intent.why is UnknownWhy.FILE for intent in turn.intents)
    silent = alone or files or any(step.facts["opted_out"] or step.facts["under_human"] for step in turn.steps)
    assert turn.replies or silent, f"turn {turn.number} said nothing: {[s.row for s in turn.steps]}"
    assert bool(turn.outbox_ids) == bool(turn.replies), "replies and outbox differ"


@each_turn
def what_ended_is_told(clinic: Clinic, turn: TurnRecord) -> None:
    """What ended while nobody wrote is told with the next answer, once, but to whom nobody of ours answers."""
    kept = turn.before.unfinished
    if kept is None or kept.untold is None or turn.message is None:
        return
    silent = any(step.facts["opted_out"] or step.facts["under_human"] for step in turn.steps)
    assert silent or [reply.key for reply in turn.replies].count(ReplyKey.TIMED_OUT) == 1, "who came back was not told"


@each_message
def people_stay_apart(clinic: Clinic, who: str, item: OutboxItem) -> None:
    """Nothing of one person ever reaches another, but patients those who work with them: no name or number of theirs
    is in a message to somebody else, and what a chat is told goes to whom the chat is with. An order on screen may be
    shown again to whom it named a patient that has gone to another doctor since."""
    text = read(item.content)
    for other in clinic.conversations:
        if other != who and _names(other, text) and not works_with(clinic, who, other, item.created_at):
            known = any(to == who and it.id < item.id and _names(other, read(it.content)) for to, it in clinic.said)
            assert known, f"{who} was told {other}'s name or number"
    assert _is_of(item.to, who), f"what {who} was told went to {item.to.value}, not to their number or name"


def _names(other: str, text: str) -> bool:
    return phone_of(other) in text or f"Apellido{other}" in text


@each_turn
def steps_are_bounded(clinic: Clinic, turn: TurnRecord) -> None:
    """A turn fires at most six triggers."""
    assert 1 <= len(turn.steps) <= 6 or turn.source == "system", f"{len(turn.steps)} triggers in a turn"


@each_turn
def every_turn_replays(clinic: Clinic, turn: TurnRecord) -> None:
    """Any turn can be replayed exactly from its record alone. (Costs as much as the turn: not in `INVARIANTS`.)"""
    if turn.source != "system":
        again = replay(turn, clinic.machine)
        sent = [item.content for _, item in clinic.said if item.id in turn.outbox_ids]
        assert again.equals(turn, sent), f"turn {turn.number} replays otherwise: {again.diverged or again.replies}"


def trouble_has_a_cause(clinic: Clinic) -> None:
    """Nobody hears of trouble but after as many calls of ports have failed as the engine tries again."""
    troubled = sum(reply.key == ReplyKey.TROUBLE for turn in clinic.records for reply in turn.replies)
    failed = clinic.faults.raised
    assert troubled * ATTEMPTS <= failed, f"{troubled} turns failed for good, and {failed} calls of ports in all"


INVARIANTS: tuple[Invariant, ...] = (
    no_doctor_is_double_booked,
    no_patient_is_double_booked,
    appointments_follow_a_yes,
    changes_follow_a_yes,
    orders_follow_a_yes,
    what_is_offered_is_free,
    what_is_done_was_shown,
    instants_are_told_in_the_clinics_zone,
    the_one_refused_is_not_taken,
    the_one_meant_is_asked_about,
    slots_taken_were_offered,
    slots_taken_were_offered_lately,
    confirm_means_complete,
    idle_means_empty,
    only_a_choice_is_held,
    every_message_has_one_turn,
    every_turn_answers,
    what_ended_is_told,
    booked_is_true,
    lists_are_true,
    people_stay_apart,
    steps_are_bounded,
    trouble_has_a_cause,
)


def check_all(clinic: Clinic, invariants: Iterable[Invariant] = INVARIANTS) -> None:
    """Every invariant, in order, over one moment of the database."""
    clinic.hold_still()
    try:
        for invariant in invariants:
            if isinstance(invariant, each_turn | each_message):
                clinic.checked[invariant] = invariant(clinic, clinic.checked.get(invariant, 0))
            else:
                invariant(clinic)
    finally:
        clinic.hold_still(False)


def _no_overlap(clinic: Clinic, whose: Callable[[Appointment], int | None]) -> None:
    mine: dict[int, list[Slot]] = {}
    for appointment in clinic.stored().live:
        if (owner := whose(appointment)) is not None and not appointment.overbooked:
            mine.setdefault(owner, []).append(appointment.slot)
    for owner, taken in mine.items():
        for one, two in pairwise(sorted(taken, key=lambda slot: slot.start)):
            assert one.end <= two.start, f"{owner}: {one} overlaps {two}"


def _is_of(to: Identity, who: str) -> bool:
    return to.value == phone_of(who)
