"""What tells who somebody is never reaches a model, and comes back in the words that it quotes."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData
from booking.models import State, UnderstandingContext
from booking.testing.profiles import a_share
from nlu.model.extractor import ModelExtractor
from nlu.model.masked import masked
from nlu.model.models_asked import Provider
from nlu.parsed import Parse
from nlu.shortcuts import Rules, parse
from tests.nlu.providers import Providers, providers, says
from tests.nlu.test_extractor import CONTEXT, DOCTORS, item

DIGITS = st.text("0123456789", min_size=10, max_size=10)
PHONES = st.builds(
    lambda d, form: form.format(d[:3], d[3:6], d[6:], d),
    DIGITS,
    st.sampled_from(
        ("{3}", "{0} {1} {2}", "{0}-{1}-{2}", "+52 1 {0} {1} {2}", "({0}) {1} {2}", "+521{3}", "{0}.{1}.{2}")
    ),
)
MAILS = st.from_regex(r"[a-z]{2,9}[._][a-z0-9]{2,9}@[a-z]{3,8}\.(com|mx|com\.mx)", fullmatch=True)
CURPS = st.from_regex(r"[A-Z]{4}[0-9]{6}[HM][A-Z]{5}[A-Z0-9][0-9]", fullmatch=True)
RFCS = st.from_regex(r"[A-Z]{4}[0-9]{6}[A-Z0-9]{3}", fullmatch=True)
NSS = st.from_regex(r"[0-9]{11}", fullmatch=True)
STREETS = st.builds(
    "{} {} {}".format, st.sampled_from(("calle", "Av.", "colonia")), st.just("Zumpango"), st.integers(10, 9999)
)
NAMES = st.builds(
    "{} {}".format,
    st.sampled_from(("Xóchitl", "Ximena", "Wilfrido", "ulises", "Yadira")),
    st.sampled_from(("Quintanar", "Zepeda Urquidi", "Ñáñez", "Iturbe")),
)
PLANTED = st.one_of(PHONES, MAILS, CURPS, RFCS, NSS, STREETS, NAMES)
AROUND = (
    "fíjese que {} es el dato y pues ahí nomás",
    "soy {}, ando viendo lo de la espalda",
    "es para {} que anda malo, a ver si se puede",
    "mi mamá dice que {} o como vea, el martes",
    "{} y ya",
)


class Unsure:
    """The deterministic reading, never sure: every message goes to a model."""

    def parse(self, text: str, context: UnderstandingContext) -> Parse:
        return parse(text, context)._replace(sure=False)


@pytest.fixture(scope="module")
def server() -> Iterator[Providers]:
    with providers() as running:
        running.answering = says(json.dumps({"items": [item("unknown")]}))
        yield running


@a_share(1)
@given(PLANTED, st.sampled_from(AROUND), st.sampled_from(State))
@example("(664) 123-45-67", AROUND[0], State.IDLE)
def test_what_is_planted_never_reaches_a_provider(server: Providers, planted: str, around: str, state: State) -> None:
    server.asked.clear()
    extractor = ModelExtractor(Unsure(), (Provider("deepseek/deepseek-flash", "key", server.deepseek),), 60)
    context = CONTEXT.model_copy(update={"state": state, "doctors": DOCTORS})
    extractor.understand(around.format(planted), context)
    assert len(server.asked) == 1
    sent = json.dumps([body["messages"][1:] for _, body in server.asked], ensure_ascii=False)
    parts = planted.replace("@", " ").split() if "@" in planted or planted[0].isalpha() else [planted]
    kinds = {"calle", "Av.", "colonia"}
    assert not [part for part in parts if part in sent and part not in kinds]


@given(
    st.lists(st.one_of(PLANTED, st.sampled_from(("hola", "el martes", "a las 10:30", "sí,", "😀", "ﬁn"))), max_size=6)
)
def test_a_span_with_a_placeholder_comes_back_as_it_was_written(pieces: list[str]) -> None:
    text = " ".join(pieces)
    shown = masked(text)
    assert shown.restored(shown.text) == masked(text).restored(masked(text).text)
    for placeholder, hidden in shown.hidden.items():
        assert shown.restored(placeholder.lower()) == hidden
        assert hidden in text


@given(
    st.dates(dt.date(2026, 1, 1), dt.date(2029, 12, 31)),
    st.times(),
    st.sampled_from(("%d-%m-%Y", "%Y-%m-%d", "%d/%m/%y", "%d.%m.%Y", "%d-%m-%y")),
)
def test_hours_and_dates_stay(day: dt.date, hour: dt.time, form: str) -> None:
    text = f"el {day.strftime(form)} a las {hour:%H:%M} o {hour.hour} {hour.minute}, tel 664 123 4567"
    assert masked(text).text == text.replace("664 123 4567", "[TEL 1]")


def test_doctors_stay_and_patients_called_like_them_do_not() -> None:
    shown = masked("soy Laura Salas y quiero con la Dra. Laura Méndez o el doctor Salas", ["Laura Salas"], DOCTORS)
    assert "Laura Salas" not in shown.text
    assert masked("quiero con la Dra. Laura Méndez o con Paula Ríos", (), DOCTORS).hidden == {}


def test_the_words_of_a_placeholder_are_read_as_they_were_written(server: Providers) -> None:
    server.answering = says(
        json.dumps({"items": [item("provide_customer_data", name="[NOMBRE 2]", patient="mi suegra")]})
    )
    extractor = ModelExtractor(Rules(), (Provider("deepseek/deepseek-flash", "key", server.deepseek),), 60)
    context = UnderstandingContext(now=CONTEXT.now, state=State.CUSTOMER_DATA)
    text = "fíjese que mi vecina Rosa ya la apuntó, ahora ando apuntando a mi suegra, Ramona Quintanar"
    (intent,) = extractor.understand(text, context).intents
    said = getattr(intent, "understood", (intent,))
    assert ProvideCustomerData(name="Ramona Quintanar", for_other=True) in said
