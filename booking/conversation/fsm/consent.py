"""Writes about consent, who answers the chat, and what staff are told."""

from __future__ import annotations

from pydantic import TypeAdapter

from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.turn import Turn
from booking.models import Control

_NOTHING: TypeAdapter[None] = TypeAdapter(None)


def tell_staff_of_delay(turn: Turn) -> Outcome:
    """tell staff that the person is running late"""
    _notify(turn, "late")
    return DONE


def call_for_help(turn: Turn) -> Outcome:
    """give the chat to a human and tell staff that it is urgent"""
    _hand_over(turn)
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
    return DONE


def tell_staff_of_privacy(turn: Turn) -> Outcome:
    """tell staff of the privacy request"""
    _notify(turn, "privacy")
    return DONE


def _hand_over(turn: Turn) -> None:
    """What is said to a human answers no proposal of ours."""
    turn.change(control=Control.HUMAN, control_until=turn.now + turn.services.handoff, misses=0)
    if turn.conversation.draft is not None:
        turn.change_draft(proposal=None)


def _notify(turn: Turn, kind: str) -> None:
    turn.journal.ask(
        "notice", _NOTHING, lambda: turn.uow.notices.add(kind, turn.conversation.id, turn.intent.kind, turn.now)
    )
