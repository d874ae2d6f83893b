"""What a conversation came to: read off the log of turns, and kept of each person as one line."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Final

from pydantic import Field, TypeAdapter

from booking.intents import Frozen
from booking.models.appointments import Appointment
from booking.models.conversations import State
from booking.models.draft_parts import appointment_of, doctor_of, hold_of, purpose_of
from booking.models.drafts import Draft, Purpose
from booking.models.persons import Moment
from booking.models.turns import Effect, Step, TurnRecord

LONGEST: Final = 200
"""Letters of an episode."""


class EpisodeKind(StrEnum):
    """`memoria_episodica.tipo`: how something ended."""

    BOOKED = "agendada"
    MOVED = "cambiada"
    CANCELLED = "cancelada"
    GIVEN_UP = "dejada"
    ABANDONED = "abandonada"
    HANDED_OVER = "a_recepcion"
    UNANSWERED = "sin_respuesta"


class Ending(Frozen):
    """How something ended in the turn of that number. Nothing of it is clinical: `topic` is one of the clinic's own
    topics, and no reason, note or name of a patient is kept."""

    kind: EpisodeKind
    turn: int
    at: Moment
    start: Moment | None = None  # of the appointment, or of the time that was held
    before: Moment | None = None  # when that was, of one that was moved
    more: int = Field(default=0, exclude_if=lambda more: not more)  # others that were made with it, of a series
    doctor_id: int | None = None
    doctor: str | None = None  # who was asked for, where the appointment names none
    purpose: Purpose | None = None  # of what was left
    topic: str | None = None


class Episode(Frozen):
    """An ending in words, to be kept."""

    conversation_id: int
    turn: int
    kind: EpisodeKind
    at: Moment
    zone: str
    text: str = Field(min_length=1, max_length=LONGEST)
    words: str = ""  # what else it is found by


class StoredEpisode(Frozen):
    """One that is kept. `rank` says how well the words asked for fit, 0.0 where none does; `similarity` is the cosine
    to the question, where there is one."""

    id: int
    kind: EpisodeKind
    at: Moment
    text: str
    rank: float = 0.0
    similarity: float | None = None


_DONE: Final = {"book": EpisodeKind.BOOKED, "move": EpisodeKind.MOVED, "cancel": EpisodeKind.CANCELLED}
_LEAVES: Final = frozenset({"cancel_booking", "deny", "opt_out"})
_CALLS: Final = frozenset({"human", "urgent"})
_APPOINTMENT: TypeAdapter[Appointment] = TypeAdapter(Appointment)


def endings(record: TurnRecord) -> list[Ending]:
    """What came to its end in a turn, each kind once: that of the last step that tells of it."""
    found = {one.kind: one for step in record.steps for one in _of_step(step, record)}
    topics = record.unanswered
    if topics:
        kind = EpisodeKind.UNANSWERED
        found[kind] = Ending(kind=kind, turn=record.number, at=record.at, topic=topics[-1])
    return list(found.values())


def _of_step(step: Step, record: TurnRecord) -> list[Ending]:
    number, at = record.number, record.at
    done = [_done(effect, step, number, at) for effect in step.effects if effect.name in _DONE]
    found = [one for one in done if one is not None]
    ends = step.source is not State.IDLE and step.target is State.IDLE and step.refused is None
    if ends and step.trigger == "timeout":
        wrote = record.before.updated_at or at  # last, in the turn before
        found.append(_left(EpisodeKind.ABANDONED, record.before.draft, number - 1, wrote))
    elif ends and not found and step.trigger in _LEAVES:
        found.append(_left(EpisodeKind.GIVEN_UP, record.before.draft, number, at))
    if any(effect.name == "notice" and (effect.arguments or {}).get("kind") in _CALLS for effect in step.effects):
        found.append(Ending(kind=EpisodeKind.HANDED_OVER, turn=number, at=at))
    return found


def _done(effect: Effect, step: Step, number: int, at: dt.datetime) -> Ending | None:
    """None: it was refused, or what it said is forgotten."""
    first = effect.value[0] if isinstance(effect.value, list) and effect.value else effect.value
    made = _appointment(effect.model_copy(update={"value": first}))
    if made is None:
        return None
    stood = next((one for one in step.effects if one.name == "standing"), None)
    was = _appointment(stood) if stood is not None and effect.name == "move" else None
    return Ending(
        kind=_DONE[effect.name],
        turn=number,
        at=at,
        start=made.slot.start,
        before=was.slot.start if was else None,
        doctor_id=made.doctor_id,
        more=len(effect.value) - 1 if isinstance(effect.value, list) else 0,
    )


def _appointment(effect: Effect) -> Appointment | None:
    if not isinstance(effect.value, dict) or "id" not in effect.value:
        return None
    return _APPOINTMENT.validate_python(effect.value)


def _left(kind: EpisodeKind, draft: Draft | None, turn: int, at: dt.datetime) -> Ending:
    held, appointment = hold_of(draft), appointment_of(draft)
    start = held.slot.start if held else appointment.slot.start if appointment else None
    doctor_id = held.doctor_id if held else appointment.doctor_id if appointment else None
    return Ending(
        kind=kind,
        turn=turn,
        at=at,
        start=start,
        doctor_id=doctor_id,
        doctor=doctor_of(draft),
        purpose=purpose_of(draft),
    )
