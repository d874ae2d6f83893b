"""Naughty strings and prompt injections as message, name and button, in each state, through the real engine."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine

from booking.intents import Greet, ProvideCustomerData, SelectSlot, StartBooking
from booking.models import Appointment, State, Status
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import clinic_on, memory_clinic
from nlu.shortcuts import Shortcuts
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import entered

CORPUS = Path(os.environ.get("TURNERO_CORPORA", "../shared/corpora")) / "hostile_strings.jsonl"
A_SHARE = 36  # of the strings, one in so many is tried on PostgreSQL
needs_corpus = pytest.mark.skipif(not CORPUS.exists(), reason=f"{CORPUS} is absent")

WAY = (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name="Ana Ruiz"))
STEPS = {State.IDLE: 0, State.SLOT_SELECTION: 1, State.CUSTOMER_DATA: 2, State.CONFIRM: 3}


def texts(every: int = 1) -> list[str]:
    if not CORPUS.exists():
        return []
    return [json.loads(line)["text"] for line in CORPUS.read_text(encoding="utf-8").split("\n") if line][::every]


def fakes() -> Clinic:
    return memory_clinic(reader=Shortcuts())


def booked(clinic: Clinic) -> list[Appointment]:
    with clinic.begin() as uow:
        return [a for a in uow.appointments.list() if a.status is not Status.HELD]


def survives(make_clinic: Callable[[], Clinic], state: State, text: str) -> Clinic:
    """One person in that state sends the text and a button with it as payload; another is called like it."""
    clinic = make_clinic()
    clinic.aloud = False
    for intent in (Greet(), *WAY[: STEPS[state]]):
        clinic.mean("Ana", intent)
    assert clinic.conversation("Ana").state is state
    assert clinic.tap_payload("Ana", text).turns
    assert clinic.conversation("Ana").state is state, "a forged button moved the conversation"
    assert clinic.say("Ana", text).turns
    clinic.mean(text or "-", StartBooking())
    check_all(clinic)
    assert booked(clinic) == []
    return clinic


@needs_corpus
@pytest.mark.parametrize("state", State)
def test_no_string_does_anything(state: State) -> None:
    for text in texts():
        survives(fakes, state, text)


@needs_corpus
def test_a_string_given_as_a_name_stays_words() -> None:
    for text in texts():
        clinic = fakes()
        for intent in (*WAY[:2], ProvideCustomerData(name=text)):
            clinic.mean("Ana", intent)
        check_all(clinic)
        assert booked(clinic) == []


@needs_corpus
@pytest.mark.parametrize("state", State)
def test_no_string_does_anything_on_postgresql(state: State, engine: Engine) -> None:
    def make_clinic() -> Clinic:
        entered(engine)
        return clinic_on(SqlUnitOfWorkFactory(engine), Shortcuts())

    for text in [*texts(A_SHARE), "a\x00b", "\ud800", "\x1b[2J\x07"]:
        survives(make_clinic, state, text)
