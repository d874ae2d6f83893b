"""The model behind the deterministic reading: asked at most once a message, harmless whatever it does."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

import pytest

from booking.intents import (
    AnyIntent,
    CallOutcome,
    CheckAvailability,
    Confirm,
    Greet,
    Problem,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    Source,
    StartBooking,
    Unknown,
    When,
)
from booking.models import State, UnderstandingContext
from nlu.model.extractor import ModelExtractor
from nlu.model.model_answer import Argument, Item, Value, parse_answer
from nlu.model.models_asked import Provider
from nlu.parsed import Parse
from nlu.shortcuts import Shortcuts
from tests.nlu import messages
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
IDLE = CONTEXT.model_copy(update={"state": State.IDLE})
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
UNSURE = "fíjese que mi cuñado anda malo de la espalda y nomás puede el martes por la tarde saliendo del jale"
PATIENT = 60.0  # seconds: whoever answers is heard, however busy the machine
HASTY = 0.5
SAID = "mi suegra anda mala y nomás puede el martes por la tarde"
"""Left open, too; of this every word is accounted for once the time is."""


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


def item(
    intent: str, /, *, tool: str | None = None, arguments: dict[str, str] | None = None, **said: str
) -> dict[str, Any]:
    """One item of an answer: `said` are words of the message, by the field that they say."""
    values = [{"field": name, "text": text} for name, text in said.items()]
    given = [{"field": name, "text": text} for name, text in (arguments or {}).items()]
    return {"intent": intent, "values": values, "tool": tool, "arguments": given}


def answer(*items: dict[str, Any]) -> Answering:
    return says(json.dumps({"items": list(items)}))


def test_the_unsure_texts_are_ones_that_the_deterministic_reading_leaves_open() -> None:
    assert not any(Shortcuts().is_sure(text, context) for text in (UNSURE, SAID) for context in (CONTEXT, IDLE))


def test_dates_are_read_by_code_from_the_words_the_model_copied(server: Providers) -> None:
    class Rules:
        """They read that an appointment is to be moved, and leave both times."""

        def parse(self, text: str, context: UnderstandingContext) -> Parse:
            return Parse((RescheduleAppointment(),), sure=False, unread=("mañana", "lunes"))

    server.answering = answer(item("reschedule_appointment", of="mañana", when="lunes"))
    read = ModelExtractor(Rules(), _both(server), PATIENT)
    meant = read.understand("no puedo ir mañana a mi cita me la cambia pal lunes porfis", IDLE)
    assert meant.source is Source.MODEL
    (intent,) = meant.intents
    assert isinstance(intent, RescheduleAppointment)
    assert [one.when.date_from for one in (intent.of, intent.when) if one and one.when] == [
        dt.date(2026, 11, 25),
        dt.date(2026, 11, 30),
    ]


def test_a_story_is_passed_over_once_a_model_says_what_is_asked_for(
    server: Providers, extractor: ModelExtractor
) -> None:
    (alone,) = Shortcuts().understand(SAID, IDLE).intents
    assert isinstance(alone, Unknown)
    server.answering = answer(item("check_availability", when="el martes por la tarde"))
    assert extractor.understand(SAID, IDLE).intents == alone.understood


def test_what_a_model_accounts_for_in_part_is_asked_about(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("check_availability", when="el martes por la tarde"))
    (intent,) = extractor.understand(f"{SAID} en inglés", IDLE).intents
    assert isinstance(intent, Unknown)
    assert intent.left == ("en inglés",)
    assert [one.kind for one in intent.understood] == ["check_availability", "provide_customer_data"]


def test_a_model_overwrites_nothing_that_rules_read(server: Providers, extractor: ModelExtractor) -> None:
    text = f"con la doctora Méndez, {SAID}, no el jueves a las 9"
    by_rules = Shortcuts().parse(text, IDLE.model_copy(update={"doctors": DOCTORS})).intents
    server.answering = answer(item("check_availability", when="jueves a las 9", doctor="jueves", visit="mala"))
    meant = extractor.understand(text, IDLE.model_copy(update={"doctors": DOCTORS})).intents
    wishes = [intent for intent in by_rules if isinstance(intent, CheckAvailability)]
    assert [*filter(lambda i: isinstance(i, CheckAvailability), _all(meant))] == wishes


def test_another_thing_asked_for_than_rules_read_is_asked_about(server: Providers, extractor: ModelExtractor) -> None:
    for kind in ("cancel_appointment", "reschedule_appointment", "deny", "unknown", "greet"):
        server.answering = answer(item(kind))
        (intent,) = extractor.understand(SAID, IDLE).intents
        assert isinstance(intent, Unknown)
        assert "check_availability" in {one.kind for one in intent.understood}
        assert kind in ("greet", "unknown") or kind not in {one.kind for one in intent.understood}


@pytest.mark.parametrize("kind", ["cancel_appointment", "cancel_booking"])
def test_what_ends_something_is_asked_about_where_only_a_model_says_it(
    kind: str, server: Providers, extractor: ModelExtractor
) -> None:
    server.answering = answer(item(kind))
    text = "fíjese que mi hermano conoce a otro muchacho que cura"
    (intent,) = extractor.understand(text, CONTEXT).intents
    assert isinstance(intent, Unknown)
    assert [one.kind for one in intent.understood] == [kind]


def test_a_time_that_code_cannot_read_is_no_time_left_unsaid(server: Providers, extractor: ModelExtractor) -> None:
    """It is asked about: without it, whatever is free first would be offered."""
    server.answering = answer(item("check_availability", when="de lunes a viernes"))
    said = extractor.understand("si hubiera algo disponible de lunes a viernes para la niña", CONTEXT).intents
    assert CheckAvailability(when=Reading(problem=Problem.UNREAD)) in said


def test_an_hour_of_a_story_is_no_wish_where_a_model_cuts_it_out(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("check_availability", when="a las 3"))
    for context in (CONTEXT, IDLE):
        said = extractor.understand("es que mi hijo sale a las 3", context).intents
        assert [i.when for i in _all(said) if isinstance(i, CheckAvailability)] == [Reading(problem=Problem.UNREAD)]


def test_words_that_do_not_stand_in_the_message_count_for_nothing(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(
        item("check_availability", when="el 5 de mayo a las 3", doctor="Méndez"),
        item("provide_customer_data", name="Eva Mora"),
    )
    meant = extractor.understand("fíjese que nomás ando preguntando", IDLE.model_copy(update={"doctors": DOCTORS}))
    assert _all(meant.intents) == [CheckAvailability()]
    assert meant.calls[-1].confidence == 0.0


def test_words_cut_out_of_a_word_count_for_nothing(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("check_availability", when="5 de diciembre"))
    assert [i.when for i in _all(extractor.understand("ando viendo lo del 15 de diciembre según", IDLE).intents)] != [
        Reading(when=When(date_from=dt.date(2026, 12, 5), date_to=dt.date(2026, 12, 5)))
    ]


def test_a_name_is_written_by_code(server: Providers, extractor: ModelExtractor) -> None:
    text = "fíjese que ando apuntando a mi suegra, ella se apellida DE LA CRUZ y es RAMONA de nombre"
    server.answering = answer(item("provide_customer_data", name="RAMONA", patient="mi suegra"))
    assert _all(extractor.understand(text, CONTEXT).intents) == [ProvideCustomerData(name="Ramona", for_other=True)]


def test_a_name_that_only_a_model_takes_for_one_is_asked_about(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("provide_customer_data", name="saliendo del jale"))
    for context in (CONTEXT, IDLE, CONTEXT.model_copy(update={"state": State.CUSTOMER_DATA})):
        intents = extractor.understand("pues ahí saliendo del jale", context).intents
        assert not any(isinstance(i, ProvideCustomerData) for i in intents)


def test_a_name_that_code_read_is_kept_where_a_model_omits_it(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = answer(item("start_booking", when="el martes"))
    text = "hola soy Juan Pérez Gómez, fíjese que ando malo de la espalda, quiero cita el martes"
    first, second, third = extractor.understand(text, IDLE).intents
    assert (first, second) == (Greet(), ProvideCustomerData(name="Juan Pérez Gómez", reason="ando malo de la espalda"))
    assert isinstance(third, StartBooking)


def _all(intents: tuple[AnyIntent, ...]) -> list[AnyIntent]:
    """The intents, and of a question what was understood."""
    return [one for i in intents for one in (i.understood if isinstance(i, Unknown) else (i,))]


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
    "missing field": (says('{"items": [{"values": []}]}'), CallOutcome.MALFORMED),
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
    """The intent left out, every field of the closed schema misspelt and of each wrong type; what is wrong, and the
    answer."""
    good = item("check_availability", tool="x", when="el martes", arguments={"a": "b"}) | {"asks": "el martes"}
    yield "items of no list", json.dumps({"items": good})
    yield "intent left out", json.dumps({"items": [{k: v for k, v in good.items() if k != "intent"}]})
    for field in Item.model_fields:
        yield f"{field} misspelt", json.dumps({"items": [{(k + "s" if k == field else k): v for k, v in good.items()}]})
        lists = field in ("values", "arguments")
        for wrong in (5, 1.5, True, {}, [], ["x"], [5], "x" if lists else {"x": 1}):
            if not (lists and wrong == []):
                yield f"{field} is {wrong!r}", json.dumps({"items": [{**good, field: wrong}]})
    for name, kind in (("values", Value), ("arguments", Argument)):
        right = {"field": "when", "text": "b"}
        for part in kind.model_fields:
            for given in ({**right, part: 5}, {**right, part: "x" * 401}, {part: "when"}, {**right, "says": "x"}):
                yield f"{name} {given!r:.40}", json.dumps({"items": [{**good, name: [given]}]})
    for field in ("option", "date", "id", "confirm", "WHEN", ""):
        given = [{"field": field, "text": "el martes"}]
        yield f"value of {field!r}", json.dumps({"items": [{**good, "values": given}]})


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
    good = answer(item("check_availability", when="el martes"))

    def claude_only(request: Any) -> None:
        (good if request.is_claude else refuses(503))(request)

    server.answering = claude_only
    meant = extractor.understand(SAID, IDLE)
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


def test_a_model_that_is_gone_or_a_refused_key_is_named(server: Providers, extractor: ModelExtractor) -> None:
    server.answering = refuses(401)
    assert set(extractor.probe().values()) == {CallOutcome.REFUSED}
    server.answering = says("{}")
    assert set(extractor.probe().values()) == {CallOutcome.OK}


def test_without_a_key_no_model_is_asked(server: Providers) -> None:
    alone = ModelExtractor(Shortcuts(), (Provider("deepseek/deepseek-flash"),), PATIENT)
    server.asked.clear()
    assert alone.understand(UNSURE, CONTEXT) == Shortcuts().understand(UNSURE, CONTEXT)
    assert server.asked == []


def test_a_model_of_ones_own_is_asked_without_a_key(server: Providers) -> None:
    server.answering = says("{}")
    own = ModelExtractor(Shortcuts(), (Provider("deepseek/qwen-at-home", api_base=server.deepseek),), PATIENT)
    server.asked.clear()
    own.understand(UNSURE, CONTEXT)
    assert len(server.asked) == 1


def test_without_a_model_a_message_means_what_the_rules_say() -> None:
    alone, rules = ModelExtractor(Shortcuts(), (), PATIENT), Shortcuts()
    for one in messages.examples():
        known = messages.context(one.state, one.about)
        assert alone.understand(one.text, known).intents == rules.understand(one.text, known).intents, one.text


def test_what_a_model_reads_is_put_right_by_what_is_known_as_well(server: Providers) -> None:
    """Of who has no appointment here one may be moved that was made by another number: no time is looked for."""

    class Rules:
        def parse(self, text: str, context: UnderstandingContext) -> Parse:
            return Parse((RescheduleAppointment(),), sure=False, unread=("mañana", "lunes"))

    server.answering = answer(item("reschedule_appointment", of="mañana", when="lunes"))
    text, unbooked = "no puedo ir mañana a mi cita me la cambia pal lunes", IDLE.model_copy(update={"unbooked": True})
    (intent,) = ModelExtractor(Rules(), _both(server), PATIENT).understand(text, unbooked).intents
    assert isinstance(intent, RescheduleAppointment)
    assert intent.of
    assert not intent.when
