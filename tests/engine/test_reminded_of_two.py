"""Of a reminder of two appointments each is confirmed only by who said so of it: whatever is answered, in whatever
order, and whatever a bare "sí" comes behind."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.appointments import appointment_changes
from booking.models import Appointment, Status
from booking.testing.clinic import Clinic, phone_of
from booking.testing.invariants import check_all
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.test_own_visits import DESK, NOW, PAULA

ELEVEN = dt.datetime(2026, 12, 9, 11, tzinfo=ZoneInfo(ZONE))
FIRST, SECOND = 0, 1
CALLED = {
    FIRST: ("Ana", "la de Ana", "a la primera", "la de las 11", "la mía", "yo"),
    SECOND: ("Leo", "mi hijo Leo", "a la segunda", "la de las 11:30", "la del niño", "mi hijo", "él"),
}
COMES = ("{} sí", "{} sí va", "confirmo a {}", "sí {}", "{} sí confírmala")
NOT = ("{} no", "{} ya no", "{} no va a poder", "no va {}", "{} tampoco", "{} no puede, está enfermo")
DOUBTS = (
    "{} a lo mejor no va",
    "{} quién sabe",
    "{} está malito",
    "{} no sé",
    "{} tiene fiebre",
    "a lo mejor {}",
    "{} luego les aviso",
)
ALONE = ("nomás va {}", "solo {}", "{} nada más")
JOINTS = (", ", " y ", " pero ", ". ")
AGREES = ("sí", "ok", "claro que sí", "confirmo", "ahí estaremos", "sí, gracias")


def reminded() -> tuple[Clinic, list[int]]:
    clinic, made = memory_clinic(demo_seed(), Shortcuts()), []
    clinic.clock.set(NOW)
    with clinic.begin() as uow:
        for name, start in (("Ana Luna", ELEVEN), ("Leo Luna", ELEVEN + dt.timedelta(minutes=30))):
            patient = uow.patients.enter(name, f"+{phone_of('Ana')}", None, NOW).id
            one = appointment_changes.enter(
                uow, uow.schedules.clinic(), PAULA, patient, start, NOW, DESK, overbook=True, tell=None
            )
            assert isinstance(one, Appointment)
            made.append(one.id)
        uow.commit()
    clinic.say("Ana", "hola")
    clinic.clock.set(ELEVEN - dt.timedelta(hours=24) + dt.timedelta(minutes=1))
    clinic.remind()
    return clinic, made


def confirmed(clinic: Clinic, made: list[int]) -> set[int]:
    with clinic.begin() as uow:
        return {n for n, id in enumerate(made) if uow.appointments.get(id).status is Status.CONFIRMED}


_ONE = st.sampled_from((FIRST, SECOND)).flatmap(lambda which: st.tuples(st.just(which), st.sampled_from(CALLED[which])))
_SAID = st.sampled_from(
    (*((way, True) for way in COMES), *((way, False) for way in NOT), *((way, None) for way in DOUBTS))
)


@settings(max_examples=60, deadline=None)
@given(_ONE, _SAID, st.booleans(), _SAID, st.sampled_from(JOINTS), st.lists(st.sampled_from(AGREES), max_size=2))
def test_none_is_confirmed_that_was_denied_or_of_which_nobody_said_so(
    one: tuple[int, str],
    said: tuple[str, bool | None],
    both: bool,
    then: tuple[str, bool | None],
    joint: str,
    agrees: list[str],
) -> None:
    """A yes behind it confirms no more than the one that is asked about."""
    which, called = one
    text, comes = said[0].format(called), {which: said[1]}
    if both:
        other = 1 - which
        text += joint + then[0].format(CALLED[other][0])
        comes[other] = then[1]
    clinic, made = reminded()
    asked = clinic.say("Ana", text)
    assert confirmed(clinic, made) <= {n for n, way in comes.items() if way}, text
    for yes in agrees:
        before = confirmed(clinic, made)
        question = clinic.conversation("Ana").question
        about = {told.appointment_id for told in question.told} if question else set()
        asked = clinic.say("Ana", yes)
        new = {made[n] for n in confirmed(clinic, made) - before}
        assert len(new) < 2, f"{text!r}, {yes!r}: one yes confirms both"
        asks = question is not None and question.reply == "who_comes"
        assert not new or (asks and about == new), f"{text!r}, {yes!r}: {asked.text}"
    check_all(clinic)


@pytest.mark.parametrize("way", ALONE)
@pytest.mark.parametrize("which", [FIRST, SECOND])
def test_of_who_comes_alone_the_other_is_asked_about(way: str, which: int) -> None:
    clinic, made = reminded()
    asked = clinic.say("Ana", way.format(CALLED[which][0]))
    assert confirmed(clinic, made) == {which}
    assert asked.keys == ["attending", "cannot_come"]
    (told,) = clinic.conversation("Ana").question.told  # type: ignore[union-attr]
    assert told.appointment_id == made[1 - which]
    assert clinic.say("Ana", "cancelarla").keys == ["cancel_proposal"]
    clinic.say("Ana", "sí, cancélala")
    assert confirmed(clinic, made) == {which}


@pytest.mark.parametrize("yes", AGREES)
def test_a_plain_yes_confirms_both(yes: str) -> None:
    clinic, made = reminded()
    clinic.say("Ana", yes)
    assert confirmed(clinic, made) == {FIRST, SECOND}


@pytest.mark.parametrize("all_of_them", ["los dos", "todas", "sí, los dos", "ambos", "vamos los dos", "A todas"])
def test_which_is_answered_by_all_of_them_or_by_one(all_of_them: str) -> None:
    clinic, made = reminded()
    assert clinic.say("Ana", "uno sí y otro no").keys == ["who_comes"]
    assert clinic.say("Ana", "sí").keys == ["who_comes"]
    clinic.say("Ana", all_of_them)
    assert confirmed(clinic, made) == {FIRST, SECOND}


@pytest.mark.parametrize("one", ["la de Leo", "Leo", "a la segunda", "la de las 11:30", "sí, la de Leo"])
def test_which_is_answered_by_one_and_then_of_the_other_alone(one: str) -> None:
    clinic, made = reminded()
    clinic.say("Ana", "uno sí y otro no")
    assert clinic.say("Ana", one).keys == ["attending", "who_comes"]
    assert confirmed(clinic, made) == {SECOND}
    assert clinic.say("Ana", "no").keys == ["cannot_come"]
    assert confirmed(clinic, made) == {SECOND}


@pytest.mark.parametrize("all_but", ["todos menos Leo", "sí, menos Leo", "sí, pero Leo no", "sí pero sin mi hijo Leo"])
def test_all_but_one_is_the_other_one(all_but: str) -> None:
    clinic, made = reminded()
    clinic.say("Ana", all_but)
    assert confirmed(clinic, made) == {FIRST}
    assert clinic.say("Ana", "sí").keys == ["cannot_come"]
    assert confirmed(clinic, made) == {FIRST}


@pytest.mark.parametrize("no", ["Leo no va", "Leo no va porque está enfermo", "a la segunda no"])
def test_behind_a_no_to_one_the_other_is_asked_about(no: str) -> None:
    clinic, made = reminded()
    assert clinic.say("Ana", no).keys == ["cannot_come", "who_comes"]
    clinic.say("Ana", "sí")
    assert confirmed(clinic, made) == {FIRST}
