"""What the deterministic reading never does, whatever is written."""

from __future__ import annotations

import re
import unicodedata
from itertools import product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CheckAvailability, Confirm, Greet, SelectSlot, Source, Unknown, UnknownWhy
from booking.models import State
from booking.testing.profiles import PROFILE, a_share
from nlu.answers import yes_phrases as agreeing
from nlu.shortcuts import Rules, parse
from nlu.words import closed_phrases as closed
from nlu.words.kept import forget
from nlu.words.message import MAX_CHARS
from tests.nlu.messages import OFFERED, context, examples, in_short
from tests.nlu.work import work_of

STATES = st.sampled_from(State)
SAYING_LITTLE = ("unknown", "foreign", "greet", "smalltalk")
FLOW = st.sampled_from([State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM])

YES_WORDS = sorted({word for phrase in agreeing.YES for word in phrase})
AROUND = closed.POLITE | closed.OPENERS | closed.LEADS | closed.THANKS | closed.NO_MATTER | closed.NOT_TO_CANCEL
IN_CLASSES = frozenset("ahi alla estare voy puedo temprano entonces a las las la el".split())
"""Words of the classes that a yes may be of (`test_agreeing`), which stand in these messages too."""
ALLOWED = {word for phrase in agreeing.YES | agreeing.GLAD | AROUND for word in phrase} | IN_CLASSES
OTHER_WORDS = [
    "no", "pero", "mejor", "otra", "hora", "horario", "cambiar", "creo", "quizá", "tal", "vez", "puedo", "puede",
    "más", "tarde", "temprano", "martes", "mañana", "4", "las", "siempre", "cuando", "cuánto", "todavía", "nel",
    "cancela", "después", "igual", "a", "ver", "luego", "duda", "caro", "todas", "voy", "él", "espera",
]  # fmt: skip

phrases = st.sampled_from([" ".join(phrase) for phrase in sorted(agreeing.YES)])
messages = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from([*YES_WORDS, *OTHER_WORDS]), max_size=7).map(" ".join),
    st.lists(st.one_of(phrases, st.sampled_from(OTHER_WORDS)), max_size=4).map(", ".join),
    st.sampled_from([example.text for example in examples()]),
)


def confirms(text: str, state: State = State.CONFIRM) -> bool:
    return any(isinstance(intent, Confirm) for intent in parse(text, context(state)).intents)


def is_plain_yes(text: str, state: State = State.CONFIRM) -> bool:
    """A yes and nothing beside it; `test_yes_beside` says what may stand there."""
    return parse(text, context(state)).intents == (Confirm(),)


def selects(text: str, state: State = State.SLOT_SELECTION) -> bool:
    return any(isinstance(intent, SelectSlot) for intent in parse(text, context(state)).intents)


# --- the yes -----------------------------------------------------------------------------------


def closed_words(text: str) -> list[str]:
    """The words of a text for the closed list, by a plain folding that is written here anew."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    letters = "".join(c for c in folded if unicodedata.category(c) not in ("Mn", "Cf"))
    return re.findall(r"[a-z]+", letters)


def drawn_together(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", word)


SAME = {"okey": "ok", "okay": "ok", "oki": "ok", "okis": "ok", "oka": "ok", "okas": "ok", "okok": "ok"}
COURTESY = {
    "porfavor", "porfis", "pls", "plis", "plz", "pf", "xfa", "xfavor", "please", "grax", "grasias", "gracia", "thx",
    "thanks", "ola", "holi", "holis", "wenas", "bnas", "bns", "bno", "x", "doc", "dr", "dra", "porfita", "okidoki",
    "porfavorcito", "doctorcita",
}  # fmt: skip
KNOWN = {drawn_together(word) for word in {*ALLOWED, *SAME, *COURTESY}} | {"k", "q", "ke", "qe", "ta", "toy"}


@given(messages)
def test_every_word_of_a_yes_is_on_the_list(text: str) -> None:
    if is_plain_yes(text):
        assert {drawn_together(word) for word in closed_words(text)} <= KNOWN


@given(messages, STATES)
def test_a_question_or_a_number_is_no_yes(text: str, state: State) -> None:
    if "?" in text or re.search(r"\d", text):
        assert not is_plain_yes(text, state)


def is_row_of_yeses(words: list[str]) -> bool:
    starts = (n for n in range(1, len(words) + 1) if tuple(words[:n]) in agreeing.TAKES_IT | agreeing.YES)
    return not words or any(is_row_of_yeses(words[n:]) for n in starts)


@given(phrases, st.sampled_from(OTHER_WORDS), st.data())
def test_one_more_word_makes_a_yes_none(phrase: str, word: str, data: st.DataObject) -> None:
    words = phrase.split()
    place = data.draw(st.integers(0, len(words)))
    assume(word != "pero" or place)  # "pero sí": joins the yes to what was answered before it
    words.insert(place, word)
    assume(not is_row_of_yeses(words))  # "siempre" before "si dejala": another yes
    assume(words[:3] != ["no", "pues", "si"])  # "no, pues sí" is a yes
    assert not confirms(" ".join(words))


@given(phrases, phrases, st.sampled_from(["no", "pero", "creo que", "si puedo", "tal vez", "no sé si"]))
def test_a_doubt_between_two_yeses_is_no_yes(one: str, other: str, doubt: str) -> None:
    assert not confirms(f"{one}, {doubt} {other}")
    if doubt != "pero":  # "pero sí, agéndala": joins the yes to what was answered before it
        assert not confirms(f"{doubt} {one}")


@given(
    phrases,
    st.sampled_from(["", "Hola, ", "pues ", "¡"]),
    st.sampled_from(["", "!", ".", " gracias", ", por favor", " 👍", " 🙏"]),
    st.sampled_from([str.upper, str.lower, str.capitalize]),
)
def test_the_closed_list_confirms_however_it_is_written(phrase: str, before: str, after: str, case: object) -> None:
    assert confirms(case(before + phrase + after))  # type: ignore[operator]


GIVING_UP = frozenset(
    tuple(said.split())
    for said in (
        "cancela,cancelala,quitemela,borrela,olvidelo,dejalo asi,ya no,ya no la quiero,ya no voy a necesitar la cita"
        ",no quiero nada,ya no me apunte,ni me anote,me arrepenti,quiero cancelar,cancele todo,no voy a ir,salir"
    ).split(",")
)


def test_no_list_overlaps_with_the_yes() -> None:
    given_up = {(*before, *said) for before in ((), ("mejor",), ("ya",)) for said in GIVING_UP}
    assert [phrase for phrase in closed.NO | given_up | closed.THANKS if confirms(" ".join(phrase))] == []
    assert all(phrase in closed.GIVEN_UP for phrase in GIVING_UP)


@given(st.sampled_from("🤔🙄😂😢😡🤷👎❌😬🥴"), phrases)
def test_a_doubtful_emoji_makes_a_yes_none(emoji: str, phrase: str) -> None:
    assert not confirms(phrase + " " + emoji)


# --- choosing ----------------------------------------------------------------------------------

NUMBERISH = [
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "una",
    "media",
]
LETTERS_ONLY = st.text(alphabet="abcdefghijlmnopqrstuváéíóúñ", min_size=2, max_size=12)


@given(st.lists(LETTERS_ONLY, min_size=1, max_size=6))
@example(["gracias", "igualmente"])
@example(["cabe", "debe"])
def test_letters_inside_words_never_select(words: list[str]) -> None:
    text = " ".join(words)
    plain = set(closed_words(text))
    told = {*NUMBERISH, "cualquiera", "ultimo", "ultima", "penultimo", "penultima"}
    assume(not any(word[:4] in ("prim", "segu", "terc", "cuar", "quin", "sext", "sept") for word in plain))
    assume(not any(word[:3] in ("oct", "nov", "dec", "mas", "cua") for word in plain) and not plain & told)
    assume(not any(re.fullmatch(r"(.)\1*", word) for word in plain))
    assert not selects(text)


@given(
    st.integers(1, 99), st.sampled_from(["{}", "{}.", "la {}", "opción {}", "La {} por favor", "quiero la {}", "#{}"])
)
def test_a_number_selects_that_option(number: int, form: str) -> None:
    assume(number != 9)  # 9:00 is offered
    said = parse(form.format(number), context(State.SLOT_SELECTION)).intents
    listed = SelectSlot(option=number) if number <= len(OFFERED) else Unknown(why=UnknownWhy.NO_OPTION)
    assert said == (listed,)


@given(st.integers(0, 4), st.sampled_from(["{}", "{})", "la {}", "opción {}", "quiero la {}, gracias"]), st.booleans())
def test_a_letter_selects_its_option(index: int, form: str, upper: bool) -> None:
    letter = "abcde"[index].upper() if upper else "abcde"[index]
    assert parse(form.format(letter), context(State.SLOT_SELECTION)).intents == (SelectSlot(option=index + 1),)


@given(
    st.integers(0, 4), st.sampled_from(["{d} de diciembre a las {t}", "el {d}/12 a las {t}", "la del {d} de dic {t}"])
)
def test_an_offered_day_and_time_selects_it(index: int, form: str) -> None:
    start = OFFERED[index]
    text = form.format(d=start.day, t=f"{start:%H:%M}")
    assert parse(text, context(State.SLOT_SELECTION)).intents == (SelectSlot(option=index + 1),)


@given(
    st.sampled_from(["", "el martes ", "mañana ", "el 1 de diciembre ", "mejor ", "el jueves "]),
    st.sampled_from(["por la tarde", "en la mañana", "temprano", "a mediodía", "después de las 3", "antes de las 4"]),
    FLOW,
)
def test_a_vague_time_never_selects(day: str, part: str, state: State) -> None:
    intents = parse(day + part, context(state)).intents
    assert any(isinstance(intent, CheckAvailability) for intent in intents)
    assert not any(isinstance(intent, SelectSlot) for intent in intents)


@given(messages)
def test_nothing_selects_without_an_offer(text: str) -> None:
    assert not selects(text, State.IDLE)


@given(
    st.integers(1, 9),
    st.sampled_from(["tengo {} hijos", "somos {} personas", "no la {}", "la {} no", "vivo en la calle {}"]),
)
def test_a_number_in_a_sentence_chooses_nothing(number: int, form: str) -> None:
    assert not selects(form.format(number))


# --- everything --------------------------------------------------------------------------------


@given(st.one_of(st.text(), messages), STATES)
@example("\ud800", State.CONFIRM)
@example("\x00", State.IDLE)
@example("ſí", State.CONFIRM)
@example("️", State.CONFIRM)
def test_any_text_is_read(text: str, state: State) -> None:
    understanding = Rules().understand(text, context(state))
    assert 1 <= len(understanding.intents) <= 5
    assert understanding.source is Source.SHORTCUT
    assert Rules().understand(text, context(state)) == understanding
    if any(isinstance(intent, Confirm | SelectSlot) for intent in understanding.intents):
        assert parse(text, context(state)).leftovers == () or not Rules().is_sure(text, context(state)) or "?" in text


def test_a_greeting_before_changes_nothing() -> None:
    for said in examples()[:: 1 if PROFILE == "nightly" else 3]:
        if said.meaning in SAYING_LITTLE or not any(char.isalnum() for char in said.text):  # "hola 👍" greets
            continue
        where = context(said.state, said.about)
        alone, greeted = (parse(words, where).intents for words in (said.text, "hola, " + said.text))
        assert without_greeting(greeted) == without_greeting(alone), said


def without_greeting(intents: tuple[AnyIntent, ...]) -> str:
    return in_short(tuple(intent for intent in intents if not isinstance(intent, Greet)))


@given(
    st.sampled_from([(e.state, e.text) for e in examples() if not e.text.endswith(("?", "\n"))]),
    st.sampled_from([" ", "  ", "\n", " .", "​"]),
)
def test_blanks_and_stops_at_the_end_change_nothing(said: tuple[State, str], end: str) -> None:
    state, text = said
    was = parse(text, context(state)).intents
    now = parse(text + end, context(state)).intents
    assert [i.kind for i in now] == [i.kind for i in was]


@a_share(5)  # texts of two thousand characters; one that is not cut shows it
@example("SOY ALERGICO", State.IDLE)
@given(messages, STATES)
def test_what_lies_beyond_the_cap_is_not_read(text: str, state: State) -> None:
    capped = (text + ", " + "bla " * 500)[:MAX_CHARS]
    assert parse(capped + " quiero una cita", context(state)) == parse(capped, context(state))


UNITS = [
    "a ",
    "no ",
    "1 ",
    "quiero una cita el martes ",
    "mi nombre es ",
    "soy Ana ",
    "hola ",
    "de la ",
    ", ",
    "x",
    "mejor el jueves, ",
]
REPEATED = [
    (unit, state)
    for (place, unit), (other, state) in product(enumerate(UNITS), enumerate(State))
    if PROFILE == "nightly" or (place + other) % 2
]
"""By day every unit in two states, and every state with half of the units."""


@pytest.mark.parametrize(("unit", "state"), REPEATED)
def test_work_grows_with_the_length_and_not_with_its_square(unit: str, state: State) -> None:
    def read(length: int) -> None:
        forget()
        parse((unit * length)[:length], context(state))

    half, whole = (work_of(lambda n=n: read(n)) for n in (MAX_CHARS // 2, MAX_CHARS))
    assert whole < 2.6 * half + 2000
