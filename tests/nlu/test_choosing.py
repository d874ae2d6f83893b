"""A choice by its classes: which of the times (ordinal, number, place, hour, day), with what verb, courtesy and reason;
and what makes none of them a choice."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import SelectSlot
from booking.models import State, UnderstandingContext
from nlu.choosing.choice_words import stripped
from nlu.shortcuts import Rules
from tests.nlu.messages import DOCTORS, NOW, ZONE

_OFFERED = tuple(
    dt.datetime(2026, 12, day, hour, minute, tzinfo=ZONE)
    for day, hour, minute in ((1, 8, 30), (1, 14, 0), (2, 10, 30), (3, 17, 30), (5, 12, 0))
)  # Tuesday, Tuesday, Wednesday, Thursday, Saturday
HERE = UnderstandingContext(
    now=NOW, state=State.SLOT_SELECTION, offered=_OFFERED, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS
)
REFERENCES = st.sampled_from(
    [
        (f"la {said}", option)
        for option, names in enumerate(
            [
                ("primera", "más temprano", "de las 8:30", "de arriba", "1", "a"),
                ("segunda", "de las 2", "del martes a las 2", "2"),
                ("tercera", "de en medio", "de las 10 y media", "del miércoles", "que cae en miércoles", "opción 3"),
                ("cuarta", "de las 5 y media", "del jueves por la tarde", "penúltima", "4"),
                ("última", "más lejana", "del sábado", "de las doce", "que está hasta abajo", "quinta"),
            ],
            start=1,
        )
        for said in names
    ]
)
LEADS = st.sampled_from(
    ["", "quiero ", "me quedo con ", "agarro ", "deme ", "me conviene más ", "pues ", "va, ", "resérveme ",
     "me voy por ", "vámonos con ", "ni modo, ", "que sea ", "me apunta en ", "bueno ya, ", "prefiero "]
)  # fmt: skip
TRAILS = st.sampled_from(
    ["", " por favor", ", gracias", " está perfecta", " me queda bien", " si todavía está", " jalo", " que me dio",
     " señorita, si es tan amable", " es la buena", " entonces", " me late"]
)  # fmt: skip
REASONS = st.sampled_from(
    ["", " porque salgo temprano de trabajar", ", ya ve que luego se llena", ", que mi hija me lleva",
     ", ese día no trabajo",     ", es que en las mañanas llevo al niño a la escuela"]
)  # fmt: skip
TURNS = st.sampled_from(
    [" no", " no puedo", " pero más tarde", " está difícil", " ya la tenía apartada otra persona",
     " pero con otra doctora",
     " es muy tarde", " con quién es?", ", a ver si puedo", " o la siguiente"]
)  # fmt: skip


def chosen(text: str) -> list[int]:
    said = Rules().understand(text, HERE).intents
    return [intent.option for intent in said if isinstance(intent, SelectSlot)]


@given(LEADS, REFERENCES, TRAILS, REASONS)
def test_which_with_what_verb_courtesy_and_reason(lead: str, which: tuple[str, int], trail: str, reason: str) -> None:
    said, option = which
    assert chosen(f"{lead}{said}{trail}{reason}") == [option]


@given(LEADS, REFERENCES, TURNS)
def test_what_turns_it_round_chooses_nothing(lead: str, which: tuple[str, int], turn: str) -> None:
    assert chosen(f"{lead}{which[0]}{turn}") == []


@given(REFERENCES, REFERENCES, st.sampled_from([" o ", " y ", " y también "]))
def test_of_two_none_is_chosen(one: tuple[str, int], other: tuple[str, int], joint: str) -> None:
    if one[1] != other[1]:
        assert chosen(f"{one[0]}{joint}{other[0]}") == []


@given(
    st.lists(st.sampled_from("la 3 quiero me queda bien perfecto no jalo por favor si ana de las".split()), max_size=9)
)
def test_what_is_stripped_leaves_words_of_the_message_and_every_no(words: list[str]) -> None:
    left = stripped(" ".join(words)).split()
    assert not left or any(words[n : n + len(left)] == left for n in range(len(words)))
    assert left.count("no") == words.count("no")
    assert stripped(" ".join(left)).split() == left or not left
