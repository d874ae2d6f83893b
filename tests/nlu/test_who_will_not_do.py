"""Who will not do is never the one who is looked for: of men or women, of a doctor who is complained of, or shall not
be there."""

from __future__ import annotations

from itertools import product

import pytest

from booking.intents import AskQuestion, CheckAvailability, StartBooking
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.known_visits import DOCTORS, NOW
from tests.nlu.messages import SPECIALTIES

WOMEN = tuple(name for name in DOCTORS if name.startswith("Dra."))
MEN = tuple(name for name in DOCTORS if name not in WOMEN)
HERE = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS, specialties=SPECIALTIES)
NOT_THEM = (
    "que no sea {}",
    "que no me toque con {}",
    "no quiero que me atienda {}",
    "que no me vea {}",
    "me da pena con {}",
)
THEM = ("que sea {}", "prefiero que sea {}", "que me atienda {}", "quiero que me vea {}", "con {}")
BAD = (
    "no le entiendo nada",
    "no me cae bien",
    "me trató mal",
    "nunca me atiende bien",
    "no me fue bien",
    "es muy grosero",
)
NOT_HER = ("que no esté", "cuando no esté", "que no sea", "pero no con", "que no me vea", "que no me atienda")


def looked_for(text: str, doctors: tuple[str, ...] = DOCTORS) -> StartBooking | CheckAvailability:
    said = Rules().understand(text, HERE.model_copy(update={"doctors": doctors})).intents
    (wish,) = (one for one in said if isinstance(one, StartBooking | CheckAvailability))
    return wish


@pytest.mark.parametrize(("who", "are"), [("mujer", WOMEN), ("doctora", WOMEN), ("un hombre", MEN), ("hombre", MEN)])
def test_a_man_or_a_woman(who: str, are: tuple[str, ...]) -> None:
    for wish in THEM:
        assert {*looked_for(f"quiero una cita mañana, {wish.format(who)}").not_with} == {*DOCTORS} - {*are}, wish
    for wish in NOT_THEM:
        assert looked_for(f"quiero una cita mañana, {wish.format(who)}").not_with == are, wish


@pytest.mark.parametrize(
    "text", ["quiero una cita mañana con un doctor hombre", "quiero cita mañana, que no sea mujer"]
)
def test_where_there_is_none_such_they_are_told_who_there_is(text: str) -> None:
    said = Rules().understand(text, HERE.model_copy(update={"doctors": WOMEN})).intents
    assert [type(one) for one in said] == [AskQuestion, StartBooking]


def test_of_a_specialty_too() -> None:
    assert looked_for("quiero cita con médico general mujer mañana").doctor == "Dra. Laura Méndez"
    assert looked_for("quiero cita con médico general hombre mañana").doctor == "Dr. Jorge Salas"
    said = Rules().understand("quiero cita con dermatólogo hombre", HERE).intents
    assert not any(getattr(one, "doctor", None) for one in said)


@pytest.mark.parametrize(("bad", "rather"), [*product(BAD, ("a ver si", "mejor", "quiero con", "prefiero"))])
def test_beside_one_who_is_wished_for_who_is_complained_of_is_none(bad: str, rather: str) -> None:
    for one, other in (("al doctor Salas", "la doctora Méndez"), ("la doctora Méndez", "el doctor Salas")):
        said = Rules().understand(f"quiero cita mañana, {one} {bad}, {rather} {other}", HERE)
        assert one.split()[-1] not in f"{[getattr(i, 'doctor', None) for i in said.intents]}"
        assert f" {one.split()[-1]}'" not in f"{[getattr(i, 'understood', None) for i in said.intents]}"


@pytest.mark.parametrize("no", NOT_HER)
def test_who_shall_not_be_there(no: str) -> None:
    wish = looked_for(f"quiero cita el jueves {no} la doctora Ríos")
    assert (wish.doctor, wish.not_with) == (None, ("Dra. Paula Ríos",))
    assert wish.when is not None
    assert wish.when.when is not None
