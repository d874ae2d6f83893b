"""What is told of the model of a turn: that it was asked, what it said, whether that was refused, whose a field is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.desk import machine_views
from booking.desk.chat_views import look
from booking.desk.json_views import Json
from booking.desk.model_views import MODEL, RULES, fields_of, model_json, shown, whose
from booking.intents import (
    CallOutcome,
    CancelAppointment,
    CheckAvailability,
    Greet,
    ModelCall,
    Reading,
    Source,
    StartBooking,
    Unknown,
    UnknownWhy,
    When,
)
from booking.models import TurnRecord
from booking.runtime import demo_model
from booking.testing.model_server import LIES, NAME, ModelServer, lie_of
from booking.testing.world import memory_clinic

FRIDAY = dt.date(2026, 11, 27)
ON_FRIDAY = StartBooking(when=Reading(when=When(date_from=FRIDAY, date_to=FRIDAY)))


def a_turn(source: Source, *intents: object) -> TurnRecord:
    clinic = memory_clinic()
    clinic.mean("Ana", Greet())
    with clinic.begin() as uow:
        (chat,) = uow.conversations.list(limit=2)
        (turn,) = look(uow, str(chat.id), clinic.clock.now()).turns
    return turn.model_copy(update={"source": source.value, "intents": tuple(intents) or turn.intents})


def call(outcome: CallOutcome = CallOutcome.OK, tokens: int | None = None) -> ModelCall:
    return ModelCall(model=NAME, outcome=outcome, took_ms=70, output_tokens=tokens, confidence=0.0)


def told(turn: TurnRecord, *calls: ModelCall, sure: bool = False) -> Json:
    return model_json(turn, calls, demo_model.answered, sure=sure)


def test_each_lie_is_told_as_said_and_refused() -> None:
    server = ModelServer()
    for lie in LIES:
        found = told(a_turn(Source.FALLBACK), call(tokens=len(server.lie())))
        assert found["se_rechazo"]
        assert not found["se_tomo"]
        assert found["quedo"].startswith("No se tomó nada de lo que dijo")
        (asked,) = found["llamadas"]
        (said,) = asked["dijo"]
        for value in lie.get("values", ()):
            assert value["text"] in said
    assert lie_of(None) is None
    assert demo_model.answered(call(tokens=len(server.lie())).model_copy(update={"model": "openai/other"})) is None


@pytest.mark.parametrize("outcome", [one for one in CallOutcome if one is not CallOutcome.OK])
def test_a_model_that_gave_no_answer_was_not_refused(outcome: CallOutcome) -> None:
    found = told(a_turn(Source.FALLBACK), call(outcome))
    assert (found["se_rechazo"], found["quedo"]) == (False, "Se siguió sin él, con lo que leyeron las reglas.")


def test_who_was_not_asked_is_told_so_and_why() -> None:
    turn = a_turn(Source.SHORTCUT)
    assert "entendieron sin él" in told(turn, sure=True)["quedo"]
    assert "no había modelo" in told(turn, sure=False)["quedo"]


def test_whose_each_field_is() -> None:
    with_doctor = ON_FRIDAY.model_copy(update={"doctor": "Salas"})
    turn = a_turn(Source.MODEL, with_doctor)
    owners = whose(turn, with_doctor, [CheckAvailability(when=ON_FRIDAY.when)])
    assert owners["when.when.date_from"] == RULES
    assert owners["doctor"] == MODEL
    assert set(whose(turn.model_copy(update={"source": "shortcut"}), with_doctor, []).values()) == {RULES}


def test_what_is_asked_back_about_is_told_with_its_fields_and_not_done() -> None:
    back = Unknown(why=UnknownWhy.PARTLY, understood=(CancelAppointment(), ON_FRIDAY), left=("ni idea",))
    turn = a_turn(Source.MODEL, back)
    owners = whose(turn, back, [ON_FRIDAY])
    assert owners["understood.1.kind"] == MODEL
    assert owners["understood.2.when.when.date_from"] == RULES
    assert owners["left"] == RULES
    assert {name: shown(value) for name, value in fields_of(back).items()}[
        "understood.1.kind"
    ] == "quiere cancelar una cita"
    assert "se espera su sí" in told(turn, call())["quedo"]


def test_a_turn_finds_its_own_calls() -> None:
    clinic = memory_clinic()
    clinic.mean("Ana", Greet())
    clinic.clock.advance(dt.timedelta(minutes=1))
    clinic.mean("Ana", Greet())
    with clinic.begin() as uow:
        (chat,) = uow.conversations.list(limit=2)
        first, second = look(uow, str(chat.id), clinic.clock.now()).turns
        uow.model_calls.add(chat.id, [call(CallOutcome.LATE)], Source.FALLBACK, first.at)
        seen = look(uow, str(chat.id), clinic.clock.now())
        shown_turns = [machine_views.turn_json(uow, seen, n.number, whole=True)["turno"] for n in (first, second)]
    assert [len(one["modelo"]["llamadas"]) for one in shown_turns] == [1, 0]
    assert shown_turns[0]["modelo"]["llamadas"][0]["resultado"] == "no contestó a tiempo"


@pytest.mark.parametrize(
    ("value", "as_read"),
    [("2026-11-27", "27/11/2026"), ("16:00:00", "16:00"), ("2026-11-27T16:00:00-08:00", "27/11/2026 16:00"),
     (True, "sí"), (3, "3"), ("12", "12"), ([["date", "mañana"]], "date: mañana"), (["a", "b"], "a · b")],
)  # fmt: skip
def test_values_are_shown_as_people_write_them(value: object, as_read: str) -> None:
    assert shown(value) == as_read
