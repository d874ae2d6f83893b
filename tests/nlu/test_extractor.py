"""The model behind the deterministic reading: asked at most once a message, harmless whatever it does."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

import pytest

from booking.intents import (
    CallOutcome,
    CheckAvailability,
    Confirm,
    Problem,
    ProvideCustomerData,
    Reading,
    Source,
    StartBooking,
)
from booking.models import State, UnderstandingContext
from nlu.extractor import ModelExtractor, Provider, question
from nlu.model_answer import Argument, Item, parse_answer
from nlu.shortcuts import Shortcuts
from tests.nlu.providers import (
    Answering,
    Providers,
    drips,
    hangs,
    hangs_mid_body,
    hangs_up,
    providers,
    raw,
    refuses,
    says,
)

NOW = dt.datetime(2026, 11, 24, 10, tzinfo=dt.timezone(dt.timedelta(hours=-8)))
CONTEXT = UnderstandingContext(now=NOW, state=State.SLOT_SELECTION, opens=dt.time(8), closes=dt.time(20))
UNSURE = "fíjese que mi cuñado anda malo de la espalda y nomás puede el martes por la tarde saliendo del jale"
PATIENT = 60.0  # seconds: whoever answers is heard, however busy the machine
HASTY = 0.5
EMPTY = {"when_text": None, "option_text": None, "name": None, "patient": None, "query": None, "tool": None}


@pytest.fixture(scope="module")
def server() -> Iterator[Providers]:
    with providers() as running:
        # The first call of litellm builds what the later ones use: no provider's time.
        running.answering = says("{}")
        ModelExtractor(Shortcuts(), _both(running), 60).probe()
        yield running


@pytest.fixture
def extractor(server: Providers) -> ModelExtractor:
    server.asked.clear()
    return ModelExtractor(Shortcuts(), _both(server), PATIENT)


def _both(server: Providers) -> tuple[Provider, Provider]:
    return (
        Provider("deepseek/deepseek-flash", "key", server.deepseek),
        Provider("anthropic/claude-sonnet-4-6", "key", server.claude),
    )


def item(intent: str, **fields: Any) -> dict[str, Any]:
    return {"intent": intent, **EMPTY, "arguments": [], **fields}


def answer(*items: dict[str, Any]) -> Answering:
    return says(json.dumps({"items": list(items)}))


def test_the_unsure_text_is_one_that_the_deterministic_reading_leaves_open() -> None:
    assert not Shortcuts().is_sure(UNSURE, CONTEXT)


def test_dates_are_read_by_code_from_the_words_the_model_copied(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("check_availability", when_text="el martes por la tarde"))
    meant = extractor.understand(UNSURE, CONTEXT)
    assert meant.source is Source.MODEL
    (intent,) = meant.intents
    assert isinstance(intent, CheckAvailability)
    assert intent.when is not None
    assert intent.when.when is not None
    assert (intent.when.when.date_from, intent.when.when.time_from) == (dt.date(2026, 12, 1), dt.time(14))
    assert not intent.when.when.exact


def test_a_time_that_code_cannot_read_is_no_time_left_unsaid(server: Providers, extractor: ModelExtractor) -> None:
    """It is asked about: without it, whatever is free first would be offered."""
    server.answering = answer(item("check_availability", when_text="de lunes a viernes"))
    said = extractor.understand("si hubiera algo disponible de lunes a viernes para la niña", CONTEXT).intents
    assert said == (CheckAvailability(when=Reading(problem=Problem.UNREAD)),)


def test_an_hour_of_a_story_is_no_wish_where_a_model_cuts_it_out(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("check_availability", when_text="a las 9"))
    said = extractor.understand("es que a las 9 llevo al niño a la escuela", CONTEXT).intents
    assert said == (CheckAvailability(when=Reading(problem=Problem.UNREAD)),)


def test_words_that_do_not_stand_in_the_message_count_for_nothing(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(
        item("check_availability", when_text="el 5 de mayo a las 3"), item("provide_customer_data", name="Eva Mora")
    )
    meant = extractor.understand(UNSURE, CONTEXT)
    assert meant.intents == (CheckAvailability(),)
    assert meant.calls[-1].confidence == 0.0


def test_a_name_is_written_by_code(server: Providers, extractor: ModelExtractor) -> None:
    text = "fíjese que ando apuntando a mi suegra, ella se apellida DE LA CRUZ y es RAMONA de nombre"
    server.answering = answer(item("provide_customer_data", name="RAMONA", patient="other"))
    (intent,) = extractor.understand(text, CONTEXT).intents
    assert intent == ProvideCustomerData(name="Ramona", for_other=True)


def test_a_name_that_code_read_is_kept_where_a_model_omits_it(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("start_booking", when_text="el martes"))
    text = "hola soy Juan Pérez Gómez, fíjese que ando malo de la espalda, quiero cita el martes"
    idle = CONTEXT.model_copy(update={"state": State.IDLE})
    first, second = extractor.understand(text, idle).intents
    assert first == ProvideCustomerData(name="Juan Pérez Gómez")
    assert isinstance(second, StartBooking)


def test_a_yes_is_never_taken_from_a_model(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("confirm"))
    context = CONTEXT.model_copy(update={"state": State.CONFIRM})
    for text in (UNSURE, "pues a ver, yo digo que tal vez mañana vemos"):
        assert Confirm() not in extractor.understand(text, context).intents


def test_a_sure_reading_asks_no_model(server: Providers, extractor: ModelExtractor) -> None:
    for text in ("sí", "3", "el martes por la tarde", "hola", "cancelar", "me llamo Ana Ruiz", "a las 4"):
        extractor.understand(text, CONTEXT)
    assert server.asked == []


FAULTS: dict[str, tuple[Answering, CallOutcome]] = {
    "500": (refuses(500), CallOutcome.FAILED),
    "429": (refuses(429), CallOutcome.FAILED),
    "401": (refuses(401), CallOutcome.REFUSED),
    "model gone": (refuses(404, "model not found"), CallOutcome.REFUSED),
    "model gone, DeepSeek's way": (refuses(400, "Model Not Exist"), CallOutcome.REFUSED),
    "hang": (hangs, CallOutcome.LATE),
    "hang mid-body": (hangs_mid_body, CallOutcome.LATE),
    "empty lines one by one": (drips, CallOutcome.LATE),
    "hang up": (hangs_up, CallOutcome.FAILED),
    "blank": (says("   \n  "), CallOutcome.BLANK),
    "truncated": (says('{"items": [{"intent": "gre'), CallOutcome.MALFORMED),
    "not json": (says("Claro, con gusto agendo tu cita."), CallOutcome.MALFORMED),
    "wrong shape": (says('{"intent": "confirm"}'), CallOutcome.MALFORMED),
    "extra field": (answer({**item("greet"), "confirm": True}), CallOutcome.MALFORMED),
    "missing field": (says('{"items": [{"intent": "greet"}]}'), CallOutcome.MALFORMED),
    "no items": (answer(), CallOutcome.MALFORMED),
    "six items": (answer(*[item("greet")] * 6), CallOutcome.MALFORMED),
    "ten megabytes": (says("x" * 10_000_000), CallOutcome.MALFORMED),
    "not the protocol": (raw(b"[1, 2"), CallOutcome.FAILED),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_leaves_the_deterministic_reading_in_time(
    name: str, server: Providers, extractor: ModelExtractor
) -> None:
    server.answering, outcome = FAULTS[name]
    if outcome is CallOutcome.LATE:
        extractor = ModelExtractor(Shortcuts(), _both(server), HASTY)
    meant = extractor.understand(UNSURE, CONTEXT)
    assert meant.intents == Shortcuts().understand(UNSURE, CONTEXT).intents
    assert meant.source is Source.FALLBACK
    if meant.calls:
        assert meant.calls[0].outcome is outcome


def wrong_answers() -> Iterator[tuple[str, str]]:
    """Every field of the closed schema left out, misspelt and of each wrong type; what is wrong, and the answer."""
    good = item("check_availability", when_text="el martes", arguments=[{"field": "a", "text": "b"}])
    yield "items of no list", json.dumps({"items": good})
    for field, about in Item.model_fields.items():
        yield f"{field} left out", json.dumps({"items": [{k: v for k, v in good.items() if k != field}]})
        yield f"{field} misspelt", json.dumps({"items": [{(k + "s" if k == field else k): v for k, v in good.items()}]})
        for wrong in (5, 1.5, True, {}, [], ["x"], [5], "x" if about.annotation is list[Argument] else {"x": 1}):
            if not (field == "arguments" and wrong == []):
                yield f"{field} is {wrong!r}", json.dumps({"items": [{**good, field: wrong}]})
    for field in Argument.model_fields:
        for given in (
            {"field": "a", "text": "b", field: 5},
            {"field": "a", "text": "b", field: "x" * 401},
            {field: "a"},
        ):
            yield f"argument {given!r:.40}", json.dumps({"items": [{**good, "arguments": [given]}]})
    for whom in ("mother", "SELF", "", "other person"):
        yield f"patient is {whom!r}", json.dumps({"items": [{**good, "patient": whom}]})


WRONG = dict(wrong_answers())


@pytest.mark.parametrize("wrong", WRONG)
def test_an_answer_that_breaks_the_schema_anywhere_counts_for_nothing(wrong: str) -> None:
    assert parse_answer(WRONG[wrong]) is None


@pytest.mark.parametrize("state", State)
def test_each_broken_answer_leaves_a_safe_turn(state: State, server: Providers, extractor: ModelExtractor) -> None:
    context = CONTEXT.model_copy(update={"state": state})
    for broken in list(WRONG.values())[:: len(State)]:
        server.answering = says(broken)
        meant = extractor.understand(UNSURE, context)
        assert meant.source is Source.FALLBACK
        assert meant.intents == Shortcuts().understand(UNSURE, context).intents
        assert {call.outcome for call in meant.calls} == {CallOutcome.MALFORMED}


def test_a_wrong_intent_is_unknown(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("transfer_money"), item("use_tool", tool="cancelar_cita_medica"))
    assert extractor.understand(UNSURE, CONTEXT).intents == Shortcuts().understand(UNSURE, CONTEXT).intents


def test_the_second_provider_is_asked_when_the_first_fails(server: Providers, extractor: ModelExtractor) -> None:
    good = answer(item("check_availability", when_text="el martes"))

    def claude_only(request: Any) -> None:
        (good if request.is_claude else refuses(503))(request)

    server.answering = claude_only
    meant = extractor.understand(UNSURE, CONTEXT)
    assert meant.source is Source.MODEL
    assert [call.outcome for call in meant.calls] == [CallOutcome.FAILED, CallOutcome.OK]
    assert meant.calls[1].input_tokens == 11
    assert [path for path, _ in server.asked] == ["/v1/chat/completions", "/v1/messages"]


def test_deepseek_is_asked_for_a_json_object_without_thinking(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("greet"))
    extractor.understand(UNSURE, CONTEXT)
    (_, body) = server.asked[0]
    assert body["response_format"] == {"type": "json_object"}
    assert body["thinking"] == {"type": "disabled"}
    assert "json" in body["messages"][0]["content"]
    assert "tools" not in body


def test_a_model_is_shown_no_number_and_no_address() -> None:
    shown = question("soy Ana, mi cel es 664 123 45 67 o +52 1 664-123-4567, ana@correo.mx", CONTEXT)
    assert "664" not in shown
    assert "@" not in shown


def test_a_model_that_is_gone_or_a_refused_key_is_named(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = refuses(401)
    assert set(extractor.probe().values()) == {CallOutcome.REFUSED}
    server.answering = says("{}")
    assert set(extractor.probe().values()) == {CallOutcome.OK}


def test_without_a_key_no_model_is_asked(server: Providers) -> None:
    alone = ModelExtractor(Shortcuts(), (Provider("deepseek/deepseek-flash", None, server.deepseek),), PATIENT)
    server.asked.clear()
    assert alone.understand(UNSURE, CONTEXT) == Shortcuts().understand(UNSURE, CONTEXT)
    assert server.asked == []
