"""What a turn's record tells: what writes gave, what was offered, what a search found. Judges nothing."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import TypeAdapter

from booking.models import Appointment, Conversation, Slot, TurnRecord

_APPOINTMENT = TypeAdapter(Appointment)


def answers(turn: TurnRecord, name: str) -> list[Appointment]:
    """What a write of this turn made or changed; refusals, and a hold instead, aside."""
    done = (effect.value for step in turn.steps for effect in step.effects if effect.name == name)
    each = (one for value in done for one in (value if isinstance(value, list) else [value]))
    return [_APPOINTMENT.validate_python(one) for one in each if isinstance(one, dict) and "id" in one]


def offered(conversation: Conversation) -> set[Slot]:
    """The times on offer."""
    return {f.slot for f in conversation.offer.found} if conversation.offer else set()


def slots(search: Mapping[str, object]) -> list[Slot]:
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
