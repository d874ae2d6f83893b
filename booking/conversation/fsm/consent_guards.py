"""Guards about who may be written to, who answers the chat, and how sure it is that a message said so."""

from __future__ import annotations

from booking.conversation.fsm.facts import Facts


def opted_out(facts: Facts) -> bool:
    """the person asked for no messages"""
    return facts.opted_out


def undoes_opt_out(facts: Facts) -> bool:
    """the person wrote ALTA"""
    return facts.undoes


def asks_something(facts: Facts) -> bool:
    """the message asks for something"""
    return facts.asks_something


def way_back_told(facts: Facts) -> bool:
    """the person was told lately how to come back"""
    return facts.way_back_told


def under_human(facts: Facts) -> bool:
    """a human answers this chat"""
    return facts.under_human


def wants_assistant(facts: Facts) -> bool:
    """the person wants to go on with the assistant"""
    return facts.undoes


def guessed(facts: Facts) -> bool:
    """words near it were said, or a model alone read it"""
    return facts.guessed
