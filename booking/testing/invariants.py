"""What must always hold, as plain functions over a `Clinic`. Each raises AssertionError with what it saw.

They look at stored facts only: appointments, conversations, turns, messages. None knows the table.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from pydantic import TypeAdapter

from booking.models import LIVE, Appointment, Conversation, Hold, Slot, State, Status, TurnRecord
from booking.testing.clinic import Clinic, phone_of, read

Invariant = Callable[[Clinic], None]

_SILENT = ("[opted_out]", "[under_human]")


def no_doctor_is_double_booked(clinic: Clinic) -> None:
    """No two live appointments or holds overlap for a doctor."""
    _no_overlap(clinic, lambda a: a.doctor_id)


def no_patient_is_double_booked(clinic: Clinic) -> None:
    """No two live appointments overlap for a patient."""
    _no_overlap(clinic, lambda a: a.patient_id)


def appointments_follow_a_yes(clinic: Clinic) -> None:
    """No appointment by chat without an explicit yes to a proposal that named its time."""
    for turn in clinic.records:
        for booked in _answers(turn, "book", Appointment):
            held = turn.before.draft.hold if turn.before.draft else None
            proposal = turn.before.draft.proposal if turn.before.draft else None
            assert turn.source in ("tap", "shortcut"), f"booked on a yes of {turn.source}"
            assert any(i.kind == "confirm" for i in turn.intents), "booked without a yes"
            assert proposal is not None, "booked without a proposal"
            assert held is not None, "booked without a hold"
            assert held.slot == booked.slot, f"proposed {held.slot}, booked {booked.slot}"


def slots_taken_were_offered(clinic: Clinic) -> None:
    """No slot is taken that the last availability check of this conversation did not find."""
    for turn in clinic.records:
        offered = _offered(turn.before)
        taken_before = turn.before.draft.hold.slot if turn.before.draft and turn.before.draft.hold else None
        for step in turn.steps:
            for effect in step.effects:
                if effect.name == "search" and isinstance(effect.value, dict):
                    offered = set(_slots(effect.value))
                if effect.name == "hold" and effect.value is not None:
                    slot = Hold.model_validate(effect.value).slot
                    assert slot in offered, f"held {slot}, which was not offered"
                if effect.name == "renew" and effect.value is not None:
                    slot = Hold.model_validate(effect.value).slot
                    assert slot == taken_before or slot in offered, f"took {slot} anew"


def slots_taken_were_offered_lately(clinic: Clinic) -> None:
    """No slot is taken on an offer that has gone stale, unless the same turn checked again."""
    for turn in clinic.records:
        offer, checked = turn.before.offer, False
        fresh_for = dt.timedelta(minutes=turn.clinic.policy.offer_minutes)
        for step in turn.steps:
            for effect in step.effects:
                checked |= effect.name == "search"
                if effect.name == "hold" and effect.value is not None and not checked:
                    assert offer is not None, "held without an offer"
                    assert turn.at < offer.made_at + fresh_for, f"held at {turn.at} of an offer of {offer.made_at}"


def confirm_means_complete(clinic: Clinic) -> None:
    """In CONFIRM the draft is complete: a time is held and the patient's name is known."""
    for conversation in _conversations(clinic):
        if conversation.state is State.CONFIRM:
            draft, person = conversation.draft, conversation.person
            assert draft is not None, "CONFIRM without a draft"
            assert draft.hold is not None, "CONFIRM without a time"
            assert draft.name or (person.name and not draft.for_other), "CONFIRM without a name"
        if conversation.state is State.CUSTOMER_DATA:
            assert conversation.draft is not None, "CUSTOMER_DATA without a draft"
            assert conversation.draft.hold is not None, "CUSTOMER_DATA without a time"


def idle_means_empty(clinic: Clinic) -> None:
    """In IDLE the conversation has no draft and no offer, and every hold belongs to a draft."""
    owned = set()
    for conversation in _conversations(clinic):
        if conversation.state is State.IDLE:
            assert conversation.draft is None, "IDLE with a draft"
            assert conversation.offer is None, "IDLE with an offer"
        elif conversation.draft and conversation.draft.hold:
            owned.add(conversation.draft.hold.appointment_id)
    with clinic.begin() as uow:
        held = {a.id for a in uow.appointments.list(statuses=[Status.HELD])}
    assert held <= owned, f"holds that no conversation owns: {held - owned}"


def every_message_has_one_turn(clinic: Clinic) -> None:
    """Once the queue is drained every accepted message belongs to exactly one turn."""
    seen: set[int] = set()
    for turn in clinic.records:
        for message_id in turn.message_ids:
            assert message_id not in seen, f"message {message_id} handled twice"
            seen.add(message_id)
    with clinic.begin() as uow:
        for who, conversation_id in clinic.conversations.items():
            assert not uow.inbox.pending(conversation_id), f"{who} was left without an answer"
    assert len(seen) == len(clinic.accepted), "an accepted message belongs to no turn"


def every_turn_answers(clinic: Clinic) -> None:
    """Each turn has one set of replies, empty only under human control or opt-out."""
    for turn in clinic.records:
        silent = any(step.row.endswith(_SILENT) for step in turn.steps)
        assert turn.replies or silent, f"turn {turn.number} said nothing: {[s.row for s in turn.steps]}"
        assert bool(turn.outbox_ids) == bool(turn.replies), "replies and outbox differ"


def booked_is_true(clinic: Clinic) -> None:
    """The reply `booked` only ever follows a committed appointment."""
    for turn in clinic.records:
        if any(reply.key == "booked" for reply in turn.replies):
            booked = _answers(turn, "book", Appointment)
            assert len(booked) == 1, "said booked, booked nothing"
            with clinic.begin() as uow:
                stored = uow.appointments.get(booked[0].id)
            assert stored.status is not Status.HELD, "said booked, only held"
            assert stored.slot == booked[0].slot, "booked another time"


def people_stay_apart(clinic: Clinic) -> None:
    """Nothing of one person ever reaches another: no name or number of theirs is in a message to somebody else."""
    texts = {who: " ".join(read(i.content) for i in clinic.sent_to(who)) for who in clinic.conversations}
    for who, text in texts.items():
        for other in texts:
            if other != who:
                assert phone_of(other) not in text, f"{who} was told {other}'s number"
                assert f"Apellido{other}" not in text, f"{who} was told {other}'s name"


def steps_are_bounded(clinic: Clinic) -> None:
    """A turn fires at most six triggers."""
    for turn in clinic.records:
        assert 1 <= len(turn.steps) <= 6 or turn.source == "system", f"{len(turn.steps)} triggers in a turn"


INVARIANTS: tuple[Invariant, ...] = (
    no_doctor_is_double_booked,
    no_patient_is_double_booked,
    appointments_follow_a_yes,
    slots_taken_were_offered,
    slots_taken_were_offered_lately,
    confirm_means_complete,
    idle_means_empty,
    every_message_has_one_turn,
    every_turn_answers,
    booked_is_true,
    people_stay_apart,
    steps_are_bounded,
)


def check_all(clinic: Clinic, invariants: Iterable[Invariant] = INVARIANTS) -> None:
    """Every invariant, in order."""
    for invariant in invariants:
        invariant(clinic)


def _no_overlap(clinic: Clinic, whose: Callable[[Appointment], int | None]) -> None:
    with clinic.begin() as uow:
        live = uow.appointments.list(statuses=sorted(LIVE))
    mine: dict[int, list[Slot]] = {}
    for appointment in live:
        if (owner := whose(appointment)) is not None:
            mine.setdefault(owner, []).append(appointment.slot)
    for owner, slots in mine.items():
        for one, two in pairwise(sorted(slots, key=lambda s: s.start)):
            assert one.end <= two.start, f"{owner}: {one} overlaps {two}"


def _conversations(clinic: Clinic) -> list[Conversation]:
    with clinic.begin() as uow:
        return [uow.conversations.get(i) for i in clinic.conversations.values()]


def _answers(turn: TurnRecord, name: str, shape: type[Appointment]) -> list[Appointment]:
    """What a write of this turn gave, refusals aside."""
    adapter = TypeAdapter(shape)
    return [
        adapter.validate_python(effect.value)
        for step in turn.steps
        for effect in step.effects
        if effect.name == name and isinstance(effect.value, dict)
    ]


def _offered(conversation: Conversation) -> set[Slot]:
    return {f.slot for f in conversation.offer.found} if conversation.offer else set()


def _slots(search: Mapping[str, object]) -> list[Slot]:
    """Every slot named in a recorded search."""
    found: list[Slot] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            if set(value) == {"start", "end"}:
                found.append(Slot.model_validate(value))
            else:
                for inner in value.values():
                    walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(search)
    return found
