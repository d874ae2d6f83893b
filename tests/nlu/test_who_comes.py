"""Of a reminder of two people's appointments: who comes and who does not, by name, however it is put."""

from __future__ import annotations

from itertools import product

import pytest

from booking.intents import AnyIntent, AsTold, Attend
from booking.models import Expected
from tests.nlu.known_visits import FIRST, SECOND, read

MINE, LEOS = AsTold(appointment_id=1, version=1), AsTold(appointment_id=2, version=1)
REMINDED = Expected(yes=Attend(those=(MINE, LEOS)), no=Attend(those=(MINE, LEOS), coming=False))
OWN_KNOWN = {"visits_of": ("Ana Luna", "Leo Luna"), "others_visits": (SECOND,), "expected": REMINDED}
OWN_UNKNOWN = {**OWN_KNOWN, "others_visits": (FIRST, SECOND)}
YES = ("{} sí", "{} sí va", "{} sí puede ir", "confirmo a {}", "{} sí va a ir")
NO = ("{} no", "{} no va", "{} ya no", "{} no puede ir", "no va {}", "{} no va a poder")
ALONE = ("nomás va {}", "nomas {}", "no más va {}", "solo {}", "{} nada más", "solamente va a ir {}", "{} nomás")


def answers(said: tuple[AnyIntent, ...]) -> dict[int, bool]:
    assert all(isinstance(one, Attend) for one in said), said
    return {told.appointment_id: one.coming for one in said if isinstance(one, Attend) for told in one.those}


@pytest.mark.parametrize(("one", "other", "between"), [*product(YES, NO, (", ", " pero ", " y "))])
def test_each_is_answered_for_who_is_named(one: str, other: str, between: str) -> None:
    for first, second, comes in (("Ana", "Leo", {1: True, 2: False}), ("Leo", "Ana", {1: False, 2: True})):
        said = one.format(first) + between + other.format(second)
        assert answers(read(said, FIRST, SECOND, **OWN_UNKNOWN)) == comes


@pytest.mark.parametrize("way", ALONE)
def test_who_comes_alone_leaves_the_other_one_out(way: str) -> None:
    assert answers(read(way.format("Leo"), FIRST, SECOND, **OWN_UNKNOWN)) == {2: True, 1: False}
    assert answers(read(way.format("mi hijo"), FIRST, SECOND, **OWN_KNOWN)) == {2: True, 1: False}
    assert answers(read(way.format("yo").replace("va ", "voy "), FIRST, SECOND, **OWN_KNOWN)) == {1: True, 2: False}


@pytest.mark.parametrize(
    ("text", "comes"),
    [
        ("yo sí, Leo no", {1: True, 2: False}),
        ("Leo no puede, yo sí voy", {1: True, 2: False}),
        ("Leo y yo no", {1: False, 2: False}),
        ("Leo sí y yo también", {1: True, 2: True}),
        ("Leo no y yo tampoco", {1: False, 2: False}),
    ],
)
def test_who_writes_is_the_one_who_is_not_named(text: str, comes: dict[int, bool]) -> None:
    assert answers(read(text, FIRST, SECOND, **OWN_UNKNOWN)) == comes


@pytest.mark.parametrize("text", ["mi hijo sí, yo no", "yo no", "mi hijo no"])
def test_where_nobody_can_tell_whose_it_is_that_is_asked(text: str) -> None:
    assert read(text, FIRST, SECOND, **OWN_UNKNOWN) == (Attend(those=(MINE, LEOS), unsaid=True),)


@pytest.mark.parametrize(
    "text", ["nomás la segunda", "no más la segunda", "la segunda nomás", "nomás a la segunda voy"]
)
def test_nomas_is_no_no(text: str) -> None:
    assert answers(read(text, FIRST, SECOND, expected=REMINDED)) == {1: False, 2: True}
