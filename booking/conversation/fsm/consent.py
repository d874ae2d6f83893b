"""Writes about consent, who answers the chat, and what staff are told."""

from __future__ import annotations

from pydantic import TypeAdapter

from booking.conversation.fsm.consent_facts import NOTICE_VERSION, works_here
from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.fsm.proposals import withdraw_proposal
from booking.conversation.fsm.reads import is_that_day, not_over
from booking.conversation.meaning.on_screen import meant
from booking.conversation.turn import Turn
from booking.intents import RequestHuman
from booking.models import Control
from booking.models.notices import OF_APPOINTMENTS, Concerns

_NOTHING: TypeAdapter[None] = TypeAdapter(None)


def tell_staff_of_delay(turn: Turn) -> Outcome:
    """tell staff that the person is running late"""
    _notify(turn, "late")
    return DONE


def tell_staff_not_coming(turn: Turn) -> Outcome:
    """tell staff that the person will not come"""
    _notify(turn, "not_coming")
    return DONE


def call_for_help(turn: Turn) -> Outcome:
    """give the chat to a human and tell staff that it is urgent"""
    _hand_over(turn)
    turn.change_person(way_back_told_at=None)  # the number is said again to who goes on writing
    _notify(turn, "urgent")
    return DONE


def record_notice(turn: Turn) -> Outcome:
    """record that the privacy notice was shown"""
    turn.change_person(notice_version=NOTICE_VERSION)
    return DONE


def record_opt_out(turn: Turn) -> Outcome:
    """record the opt-out"""
    turn.change_person(opted_out=True, way_back_told_at=None)
    return DONE


def record_way_back(turn: Turn) -> Outcome:
    """record that the person is told how to come back"""
    turn.change_person(way_back_told_at=turn.now)
    return DONE


def undo_opt_out(turn: Turn) -> Outcome:
    """undo the opt-out"""
    turn.change_person(opted_out=False, way_back_told_at=None)
    return DONE


def hand_over(turn: Turn) -> Outcome:
    """give the chat to a human and tell staff"""
    _hand_over(turn)
    _notify(turn, "human")
    return DONE


def take_back(turn: Turn) -> Outcome:
    """give the chat back to the bot"""
    turn.change(control=Control.BOT, control_until=None, misses=0)
    if not turn.conversation.person.opted_out:
        turn.change_person(way_back_told_at=None)  # who waits for a person anew is told anew
    return DONE


def tell_staff_of_privacy(turn: Turn) -> Outcome:
    """tell staff of the privacy request"""
    _notify(turn, "privacy")
    return DONE


def _hand_over(turn: Turn) -> None:
    """What is said to a human answers no proposal of ours. Who works here is not left to anybody: what they order is
    done all the same."""
    if not works_here(turn):
        turn.change(control=Control.HUMAN, control_until=turn.now + turn.services.handoff)
    turn.change(misses=0)
    withdraw_proposal(turn)


def _notify(turn: Turn, kind: str) -> None:
    turn.journal.ask("notice", _NOTHING, lambda: _add(turn, kind), kind=kind)


def _add(turn: Turn, kind: str) -> None:
    detail = _concerns(turn, kind).detail if kind in OF_APPOINTMENTS else turn.intent.kind
    told = turn.uow.notices.open_in(turn.conversation.id) if kind == "not_coming" else ()
    if any((one.kind, one.detail) == (kind, detail) for one in told):
        return  # who says so twice is not on the list twice
    turn.uow.notices.add(kind, turn.conversation.id, detail, turn.now)


def _concerns(turn: Turn, kind: str) -> Concerns:
    """Which appointment it is about: the one that is meant, else the next that is not over; who is late is so for one
    of that day."""
    if kind == "not_coming" and (mine := meant(turn)) is not None:
        return Concerns(appointment_id=mine.id, start=mine.slot.start, doctor_id=mine.doctor_id)
    minutes = turn.intent.minutes if isinstance(turn.intent, RequestHuman) else None
    for one in not_over(turn):
        on = one.slot.start.astimezone(turn.zone)
        if kind != "late" or is_that_day(turn, one):
            return Concerns(appointment_id=one.id, start=on, doctor_id=one.doctor_id, minutes=minutes)
    return Concerns(minutes=minutes)
