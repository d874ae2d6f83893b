"""A model fills what rules left open, and whatever it says, nothing of theirs changes and nothing ends on its word."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.intents import (
    INTENT_KINDS,
    AnyIntent,
    CancelAppointment,
    Confirm,
    HumanReason,
    Reading,
    RequestHuman,
    Unknown,
)
from booking.models import State, UnderstandingContext
from booking.testing.profiles import PROFILE
from nlu.model.gaps import filled_in
from nlu.model.model_answer import Answer, Argument, Item, Value
from nlu.model.quoted import quoted
from nlu.parsed import Parse, meant
from nlu.parts import UNREAD
from nlu.shortcuts import parse
from nlu.words.message import Message, plain
from tests.nlu.lying import FIELDS
from tests.nlu.messages import DOCTORS, context, examples

NEVER = {"confirm", "opt_out", "select_slot"}
ENDS = {*NEVER, "cancel_appointment", "cancel_booking"}
KINDS = st.sampled_from((*INTENT_KINDS, *ENDS, "transfer_money"))
INVENTED = ("sí", "la 1", "el 5 de mayo a las 3", "Eva Mora", "con el doctor Salas", "todas", "\x00", "")
TAILS = (
    "",
    " el 5 de mayo",
    " a las 3",
    " con el doctor Salas",
    " Eva Mora",
    " la de mi mamá",
    " es primera vez",
    " las dos",
)


@cache
def unsure() -> list[tuple[str, UnderstandingContext, Parse]]:
    """Messages that rules leave open, some with something said behind them that a model may take for its own: by day of
    every fifth, which are more than are drawn."""
    found = []
    for number, example in [*enumerate(examples())][:: 1 if PROFILE == "nightly" else 5]:
        text, where = example.text + TAILS[number % len(TAILS)], context(example.state, example.about)
        if not (said := parse(text, where)).sure:
            found.append((text, where, said))
    return found


@st.composite
def lies(draw: st.DrawFn) -> tuple[str, UnderstandingContext, Parse, Answer]:
    """A message, and any answer of the schema: every kind and field, words of the message, all of it, words of
    nothing; oftener of the kinds that rules read, and of the words at the end."""
    text, where, said = draw(st.sampled_from(unsure()))
    words = text.split()
    ends = [" ".join(words[at:])[:400] for at in range(max(len(words) - 5, 0), len(words))]
    start = st.integers(0, max(len(words) - 1, 0))
    spans = st.builds(lambda at, n: " ".join(words[at : at + n])[:400], start, st.integers(1, 6))
    quotes = st.one_of(spans, st.sampled_from([*ends, text[:400], *INVENTED]))
    values = st.lists(st.builds(Value, field=st.sampled_from(FIELDS), text=quotes), min_size=2, max_size=12)
    arguments = st.lists(st.builds(Argument, field=st.just("id"), text=quotes), max_size=2)
    kinds = st.sampled_from([*(i.kind for i in _all(meant(said))), "start_booking"])
    items = st.builds(Item, intent=kinds | KINDS, values=values, tool=st.sampled_from((None, "x")), arguments=arguments)
    aside = draw(st.lists(quotes, max_size=3))
    return text, where, said, Answer(items=draw(st.lists(items, min_size=1, max_size=5)), aside=aside)


@settings(max_examples=max(settings().max_examples, 150))
@given(lies())
def test_no_lie_ends_anything_or_takes_the_place_of_what_rules_read(
    lie: tuple[str, UnderstandingContext, Parse, Answer],
) -> None:
    text, where, said, answer = lie
    found = filled_in(answer, text, said, where).intents
    if found is None:
        return
    by_rules = meant(said)
    assert {i.kind for i in found} & ENDS <= {i.kind for i in by_rules}
    assert not {i.kind for i in _all(found)} & NEVER - {i.kind for i in said.intents}
    if said.doubted and not any(isinstance(one, Unknown) for one in found):
        pass  # one thing that it does not look like may give place to another, of which nothing is stored
    elif not any(value.field == "not_when" for item in answer.items for value in item.values):
        _stays(by_rules, found)  # times that will not do are taken from a wish
    for intent in found:
        _is_quoted(intent, text, said.intents)


BEFORE = st.sampled_from(("quiero una cita el jueves en la tarde", "una cita el viernes a las 11 por favor"))
NOTHING = st.sampled_from(
    (
        "con florecitas moradas",
        "asi re padre el clima",
        "y que viva chabelita",
        "creo que no lo aceptan",
        "antes de irme al tianguis",
        "ya estoy hasta la madre",
        "crucé la línea bien contenta",
        "queria preguntarles si se arma",
    )
)
WEIGHTY = st.sampled_from(
    (
        "sin pagar",
        "a domicilio",
        "si me alcanza",
        "menos temprano",
        "ni modo que no",
        "pero no quiero",
        "a las 9",
        "con Salas",
        "hasta el viernes",
        "antes de que cierre la escuela",
        "que sea en línea",
        "si se arma",
    )
)


@given(BEFORE, st.one_of(NOTHING, WEIGHTY.filter(lambda words: "Salas" not in words)))
def test_what_a_model_says_belongs_to_nothing_is_passed_over_where_times_are_but_shown(
    request: str, nothing: str
) -> None:
    assert not any(isinstance(i, Unknown) for i in _with_aside("start_booking", f"{request}, {nothing}", nothing))


@given(st.sampled_from(("cancele mi cita del jueves", "ya no quiero mi cita, cancélela")), WEIGHTY)
def test_what_weighs_is_asked_about_where_something_ends(request: str, weighty: str) -> None:
    text, where = f"{request}, {weighty}", context(State.IDLE)
    found = _with_aside("cancel_appointment", text, weighty)
    assert not parse(text, where).unread or any(isinstance(i, Unknown) for i in found), text


def _with_aside(kind: str, text: str, beside: str) -> tuple[AnyIntent, ...]:
    """What a text means where a model names one kind, and says of some of its words that they belong to nothing."""
    where = context(State.IDLE)
    said = parse(text, where)
    answer = Answer(items=[Item(intent=kind, values=[], tool=None, arguments=[])], aside=[beside])
    return filled_in(answer, text, said, where).intents or meant(said)


def test_a_time_on_screen_is_not_chosen_by_a_model() -> None:
    text, where = "zzz martes a las 4 qqq", context(State.SLOT_SELECTION)
    value = Value(field="when", text="martes a las 4")
    answer = Answer(items=[Item(intent="check_availability", values=[value], tool=None, arguments=[])])
    found = filled_in(answer, text, Parse((Unknown(),), sure=False), where).intents
    assert found is not None
    assert isinstance(found[0], Unknown)


def test_a_model_that_says_another_time_than_rules_is_asked_about() -> None:
    text, where = "quiero cita el jueves qqq zzz o el lunes", context(State.IDLE)
    said = parse("quiero cita el jueves", where)._replace(sure=False)
    value = Value(field="when", text="el lunes")
    answer = Answer(items=[Item(intent="start_booking", values=[value], tool=None, arguments=[])])
    found = filled_in(answer, text, said, where).intents
    assert found is not None
    assert isinstance(found[0], Unknown)


def test_a_doubt_stays_one() -> None:
    """It says no, or changes something, and nobody knows what: no yes after it answers what was proposed."""
    said = Parse((Unknown(doubt=True),), sure=False)
    answer = Answer(items=[Item(intent="smalltalk", values=[], tool=None, arguments=[])])
    assert filled_in(answer, "pues quién sabe", said, context(State.CONFIRM)).intents is None


def test_another_value_of_a_field_is_not_taken_for_what_rules_read() -> None:
    said_twice = {
        " el 5 de mayo": "when",
        " con el doctor Salas": "doctor",
        " Eva Mora": "name",
        " la de mi mamá": "whose",
    }
    tried = 0
    for text, where, said in unsure():
        for tail, name in said_twice.items():
            for kind in {i.kind for i in _all(meant(said)) if text.endswith(tail)}:
                item = Item(intent=kind, values=[Value(field=name, text=tail)], tool=None, arguments=[])
                found = filled_in(Answer(items=[item]), text, said, where).intents
                _stays(meant(said), found or meant(said))
                tried += 1
    assert tried > 100


def _all(intents: tuple[AnyIntent, ...]) -> list[AnyIntent]:
    return [one for i in intents for one in (i.understood if isinstance(i, Unknown) else (i,))]


def _stays(by_rules: tuple[AnyIntent, ...], found: tuple[AnyIntent, ...]) -> None:
    """Every field that rules filled is as they filled it; only a name may get longer, a time its other half."""
    for rule in _all(by_rules):
        same = [i for i in _all(found) if i.kind == rule.kind]
        if rule.kind == "ask_question" and not same:
            continue  # a question by its form alone
        assert same, f"{rule} is gone"
        for name in type(rule).model_fields:
            before, after = getattr(rule, name), getattr(same[0], name)
            if before in (None, (), False, "") or before == after:
                continue
            if name == "name":
                assert plain(after).startswith(plain(before))
            else:
                assert isinstance(before, Reading), f"{name} was {before}, is {after}"
                _adds(before, after)


def _adds(before: Reading, after: Reading) -> None:
    """A day got its hours, or hours their day; what nobody could read may be read."""
    if before == UNREAD:
        return
    assert before.when is not None, f"{before} was {after}"
    assert after.when is not None, f"{before} was {after}"
    for part in ("date_from", "date_to", "time_from", "time_to"):
        assert getattr(before.when, part) in (None, getattr(after.when, part)), f"{before} was {after}"


def _is_quoted(intent: AnyIntent, text: str, by_rules: tuple[AnyIntent, ...]) -> None:
    """The words of every field stand in the message."""
    message = Message.of(text)
    for name in ("name", "query"):
        words = getattr(intent, name, None)
        if words and not any(getattr(i, name, None) == words for i in by_rules):
            assert quoted(words, message), f"{words!r} is made up"
    if (doctor := getattr(intent, "doctor", None)) in DOCTORS:
        standing = {plain(word) for word in message.words} | {plain(t.raw) for t in message.tokens}
        known = any(getattr(i, "doctor", None) == doctor for i in by_rules)
        assert known or {plain(word) for word in doctor.split()[1:]} & standing or _treats(doctor, text)


def _treats(doctor: str, text: str) -> bool:
    return any(word in plain(text) for word in ("doctor", "medic", "dra", "dr", "dermat", "piel", "general"))


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("el 15 de diciembre", "when", "5 de diciembre"),
        ("con la doctora Ríosdelgado", "doctor", "Ríos"),
        ("mi nombre es Anastasia", "name", "Ana"),
    ],
)
def test_parts_of_words_are_no_words(text: str, field: str, words: str) -> None:
    assert quoted(words, Message.of(text)) is None


def test_words_are_taken_as_they_stand_however_a_model_writes_them() -> None:
    found = quoted("JUEVES, despues de las 4", Message.of("ocupo el juéves  despues de las 4 xfa"))
    assert found is not None
    assert found.text == "juéves  despues de las 4"


def test_a_yes_that_is_doubted_is_none_for_all_a_model_says() -> None:
    text, where = "mil gracias a usted, todo muy bien por allá", context(State.CONFIRM)
    said = Parse((Confirm(),), sure=False, doubted=True)
    answer = Answer(items=[Item(intent="thank", asks="mil gracias", values=[])], aside=["todo muy bien por allá"])
    found = filled_in(answer, text, said, where).intents or meant(said)
    assert not any(isinstance(one, Confirm) for one in found)


def _cancelled(text: str, asks: str, aside: str) -> tuple[AnyIntent, ...]:
    where = context(State.IDLE)
    said = parse(text, where)
    answer = Answer(items=[Item(intent="cancel_appointment", asks=asks, values=[])], aside=[aside])
    return filled_in(answer, text, said, where).intents or meant(said)


def test_a_no_that_tells_why_is_no_hindrance_where_the_message_says_the_end() -> None:
    text = "ya no voy a ir mañana, me salió muy caro el otro estudio y no me alcanza, cancélela"
    assert isinstance(_cancelled(text, text, "me salió muy caro el otro estudio y no me alcanza")[0], CancelAppointment)


def test_where_it_says_that_it_is_to_stay_it_is_one() -> None:
    text = "no me la vayan a cancelar, mañana no llego temprano"
    found = _cancelled(text, "cancelar", "no me la vayan a, no llego temprano")
    assert not any(isinstance(one, CancelAppointment) for one in found)


def test_who_is_called_where_that_is_unlikely_a_model_may_know_better() -> None:
    text, where = "a las doce y media, a las nueve hay tráfico", context(State.IDLE)
    answer = Answer(items=[Item(intent="check_availability", asks="a las doce y media", values=[])], aside=[])
    for reason, gone in ((HumanReason.LATE, True), (HumanReason.URGENT, False)):
        said = Parse((RequestHuman(reason=reason),), sure=False, likely=False)
        found = filled_in(answer, text, said, where).intents or meant(said)
        assert gone == (not any(isinstance(one, RequestHuman) for one in found))
