"""Misspelt words are read as the one word that they can stand for; names and words of the language stay."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from booking.models import State
from nlu.naming.name_words import GIVEN
from nlu.parsed import meant
from nlu.shortcuts import parse
from nlu.words import spelling
from nlu.words.message import SPELLING, Message
from nlu.words.spelling import sound
from tests.nlu.messages import context

WORDS = sorted(spelling.vocabulary())
NAMES = sorted(name for name in GIVEN if len(name) > 4)
REQUESTS = ["quiero una cita mañana", "cancela mi cita del viernes", "tienes espacio el lunes", "buenas tardes doctora"]


def distance_one(one: str, other: str) -> bool:
    """Whether one letter more, less, changed or swapped makes one of the other."""
    if sorted(one) == sorted(other) and len(one) == len(other):
        apart = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        return len(apart) in (0, 2)
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


@given(st.sampled_from(WORDS))
def test_what_is_well_spelt_stays(word: str) -> None:
    assert spelling.meant(word) == word


@given(st.sampled_from([word for word in WORDS if len(word) > 5]), st.data())
def test_a_slip_is_read_as_a_word_one_slip_away_or_left_alone(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    slip = word[:at] + word[at + 1 :]
    right = spelling.meant(slip)
    assert right in (slip, word) or distance_one(slip, right) or sound(slip) == sound(right)
    assert right == slip or not spelling.is_spanish(slip)


@given(st.sampled_from(NAMES), st.sampled_from(WORDS), st.data())
def test_who_is_named_keeps_a_name_that_looks_like_a_slip(given_name: str, word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(word) - 1))
    surname = (word[:at] + word[at + 1 :]).capitalize()
    right = spelling.meant(surname.casefold())
    assume(right != surname.casefold() and surname.casefold() not in SPELLING)
    assume(all(one != other for one, other in pairwise(surname.casefold())))  # doubled letters are drawn together
    message = Message.of(f"soy {given_name.capitalize()} {surname}")
    assert [token.raw for token in message.tokens][1:] == [given_name.capitalize(), surname]
    assert message.tokens[2].text != right


@given(st.sampled_from(REQUESTS), st.data())
def test_a_letter_left_out_claims_nothing_else(text: str, data: st.DataObject) -> None:
    known = context(State.IDLE)
    right = meant(parse(text, known))
    places = [i for i, letter in enumerate(text) if letter.isalpha()]
    at = data.draw(st.sampled_from(places))
    slip = Message.of(text[:at] + text[at + 1 :])
    changed = [token.text for token in slip.tokens if token.text not in Message.of(text).words]
    if all(not spelling.is_spanish(word) and len(word) > 3 for word in changed):
        read = meant(parse(slip.text, known))
        assert all(one.kind in ("unknown", "greet") or one in right for one in read), (slip.text, read)


def test_a_landmark_is_no_number() -> None:
    for shop in ("oxxo", "costco"):
        assert spelling.meant(shop) == shop
    assert not any(
        intent.kind == "list_appointments" for intent in meant(parse("es enfrente del Oxxo?", context(State.IDLE)))
    )


def test_everyday_words_are_no_slips_for_an_illness() -> None:
    for text in (
        "ya tengo mis resultados de la sangre, quiero que me los cheque la doctora",
        "es para la inyección de cada mes, me agarras los sábados?",
    ):
        assert not any(intent.kind == "request_human" for intent in meant(parse(text, context(State.IDLE)))), text
