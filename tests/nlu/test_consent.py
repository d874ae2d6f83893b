"""What silences a chat and what calls for help, told from what only sounds like it: labelled sentences."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    HumanReason,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    Shift,
    StartBooking,
    Topic,
    UseTool,
)
from booking.models import State, UnderstandingContext
from nlu.model.model_answer import possible_intents
from nlu.shortcuts import parse

_HERE = Path(__file__).parent
_NOW = dt.datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("America/Tijuana"))


def sentences(name: str) -> list[tuple[str, str]]:
    lines = _HERE.joinpath(name).read_text(encoding="utf-8").splitlines()
    return [(label, text) for label, _, text in (line.partition("\t") for line in lines if not line.startswith("#"))]


def context(state: State = State.IDLE) -> UnderstandingContext:
    return UnderstandingContext(
        now=_NOW,
        state=state,
        offered=() if state is State.IDLE else (_NOW.replace(hour=15), _NOW.replace(hour=16)),
        opens=dt.time(8),
        closes=dt.time(20),
        doctors=("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos"),
        specialties=(("Dra. Laura Méndez", "Pediatría"), ("Dr. Jorge Salas", "Medicina general")),
    )


def consent(intents: tuple[AnyIntent, ...]) -> str:
    said = [i for i in intents if isinstance(i, OptOut) and not i.undo]
    return "no" if not said else "ask" if all(i.unsure for i in said) else "out"


def alarm(intents: tuple[AnyIntent, ...]) -> str:
    for intent in intents:
        if isinstance(intent, RequestHuman) and intent.reason is HumanReason.URGENT:
            return "doubt" if intent.unsure else "urgent"
    return "human" if RequestHuman() in intents else "no"


@pytest.mark.parametrize("state", State)
def test_only_closed_phrases_alone_opt_out(state: State) -> None:
    read = [(label, consent(parse(text, context(state)).intents), text) for label, text in sentences("consent.tsv")]
    assert [row for row in read if row[0] != row[1]] == []


@pytest.mark.parametrize("state", State)
def test_an_emergency_is_told_from_a_figure_of_speech(state: State) -> None:
    read = [(label, alarm(parse(text, context(state)).intents), text) for label, text in sentences("alarms.tsv")]
    assert [row for row in read if row[0] != row[1]] == []


@pytest.mark.parametrize(
    "beside", ["{}, mejor el martes", "no sé, {}", "{} o luego les digo", "mi mamá dice que {}", "¿{}?"]
)
def test_a_closed_phrase_beside_anything_else_silences_nobody(beside: str) -> None:
    said = [beside.format(text) for label, text in sentences("consent.tsv") if label == "out"]
    assert [text for text in said if consent(parse(text, context()).intents) == "out"] == []


def test_what_must_not_be_sent_is_a_refusal_that_is_heard() -> None:
    mornings = parse("ya no me mandes horarios en la mañana", context(State.SLOT_SELECTION)).intents[0]
    assert isinstance(mornings, CheckAvailability)
    assert mornings.when is not None
    assert mornings.when.when is not None
    assert mornings.when.when.time_from == dt.time(14)
    without = parse("no me manden con el dr salas", context()).intents[0]
    assert isinstance(without, StartBooking | CheckAvailability)
    assert without.not_with == ("Dr. Jorge Salas",)
    again = parse("deja de mandarme lo mismo", context(State.SLOT_SELECTION)).intents[0]
    assert again == CheckAvailability(shift=Shift.MORE)
    beside = parse("ya no me escriban, mejor el martes", context(State.SLOT_SELECTION)).intents
    assert [type(intent) for intent in beside] == [OptOut, CheckAvailability]


@pytest.mark.parametrize(
    "text", ["una persona que sepa de pies", "alguien que vea niños", "un doctor que sepa de várices"]
)
def test_who_treats_something_is_no_call_for_the_desk(text: str) -> None:
    (intent,) = parse(text, context()).intents
    assert isinstance(intent, AskQuestion)
    assert intent.topic is Topic.DOCTORS


def test_a_name_that_calls_for_help_is_a_name() -> None:
    (said,) = parse("Socorro Ruiz", context(State.CUSTOMER_DATA)).intents
    assert isinstance(said, ProvideCustomerData)
    assert said.name == "Socorro Ruiz"
    assert parse("Socorro", context(State.CUSTOMER_DATA)).intents == (ProvideCustomerData(name="Socorro"),)
    assert alarm(parse("socorro", context()).intents) == "doubt"


def test_no_model_may_say_baja() -> None:
    assert not {"opt_out", "confirm", UseTool.model_fields["kind"].default} & {*possible_intents(context())}


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("ya no me manden publicidad, cancela mi cita del lunes", "cancel_appointment"),
        ("quiero darme de baja y cancelar mi cita", "cancel_appointment"),
        ("denme de baja, ¿a qué hora abren?", "ask_question"),
    ],
)
def test_what_is_wished_beside_words_near_baja_is_heard(text: str, beside: str) -> None:
    first, *others = parse(text, context()).intents
    assert first == OptOut(unsure=True)
    assert [intent.kind for intent in others] == [beside]


@pytest.mark.parametrize("text", ["no me manden mensajes en la noche", "no me mandes nada en la mañana"])
def test_when_no_messages_shall_come_is_no_time_wished_for(text: str) -> None:
    assert parse(text, context(State.SLOT_SELECTION)).intents == (OptOut(unsure=True),)
