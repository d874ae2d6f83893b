"""Hooks for what patients answer when they are asked how a visit was."""

from __future__ import annotations

from functools import partial

from pydantic import TypeAdapter

from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.fsm.values import RatingIs
from booking.conversation.turn import Turn
from booking.intents import AsTold, Rate
from booking.models import Rating, Status
from booking.models.notices import Concerns
from booking.models.ratings import LOW

RATED_LOW = "rated_low"
"""The kind of notice to staff."""

_RATING: TypeAdapter[Rating | None] = TypeAdapter(Rating | None)
_YES_OR_NO: TypeAdapter[bool] = TypeAdapter(bool)
_NOTHING: TypeAdapter[None] = TypeAdapter(None)


def find_rating(turn: Turn) -> None:
    """find the visit that they were asked about"""
    said = turn.intent
    if isinstance(said, Rate):
        turn.found.rating = turn.journal.ask("rating", _RATING, partial(_asked, turn, said.told), told=said.told)


def _asked(turn: Turn, told: AsTold | None) -> Rating | None:
    """None: this chat was not asked about that visit, or it is not over after all."""
    found = turn.uow.ratings.of([told.appointment_id]) if told is not None else ()
    if told is None or not found or (rating := found[0].rating).version != told.version:
        return None
    visit = turn.uow.appointments.get(told.appointment_id)
    if visit.status is not Status.COMPLETED or visit.version != told.version:
        return None
    (patient,) = turn.uow.patients.get_many([visit.patient_id or 0])
    chat = turn.uow.conversations.for_patient(patient, turn.now)
    return rating if chat is not None and chat.id == turn.conversation.id else None


def rating_is(turn: Turn) -> RatingIs:
    """What is said of a visit."""
    said = turn.intent
    if not isinstance(said, Rate):
        return RatingIs.UNASKED
    if turn.found.rating is None:
        return RatingIs.GONE
    return RatingIs.LOW if said.mark <= LOW else RatingIs.GOOD


def rate(turn: Turn) -> Outcome:
    """keep the mark that they give"""
    said, rating = turn.intent, turn.found.rating
    if isinstance(said, Rate) and rating is not None:
        turn.journal.ask(
            "rate", _YES_OR_NO, partial(_keep, turn, rating.id, said.mark), rating=rating.id, mark=said.mark
        )
    return DONE


def _keep(turn: Turn, rating_id: int, mark: int) -> bool:
    return turn.uow.ratings.answer(rating_id, mark, turn.now)


def tell_staff_of_rating(turn: Turn) -> Outcome:
    """tell staff of the low mark, if they were not told of one for that visit"""
    said, rating = turn.intent, turn.found.rating
    if isinstance(said, Rate) and rating is not None and not rating.is_low:
        turn.journal.ask("notice", _NOTHING, partial(_tell, turn, rating, said.mark), kind=RATED_LOW)
    return DONE


def _tell(turn: Turn, rating: Rating, mark: int) -> None:
    visit = turn.uow.appointments.get(rating.appointment_id)
    about = Concerns(appointment_id=visit.id, start=visit.slot.start, doctor_id=visit.doctor_id, mark=mark)
    turn.uow.notices.add(RATED_LOW, turn.conversation.id, about.detail, turn.now)
