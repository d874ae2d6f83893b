"""What speaks against the cancellation that waits for its yes is never followed by one: it is withdrawn, or the move
that is said instead is proposed."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import SALAS, clinic_with, live

TEN = dt.datetime(2026, 12, 10, 10, tzinfo=ZoneInfo(ZONE))
WAITS = ("", "espérame, ", "permítame tantito, ", "ah no espera ")


@pytest.mark.parametrize("wait", WAITS)
@pytest.mark.parametrize(
    "said",
    [
        "es que a la mejor sí puedo",
        "a lo mejor siempre voy",
        "creo que sí alcanzo",
        "no la cancele todavía, le pregunto a mi marido",
    ],
)
def test_a_yes_after_it_cancels_nothing(wait: str, said: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    assert clinic.say("Ana", "cancela mi cita").keys[-1] == "cancel_proposal"
    clinic.say("Ana", wait + said)
    clinic.say("Ana", "si")
    assert live(clinic) == [TEN]
    check_all(clinic)


@pytest.mark.parametrize("wait", WAITS)
@pytest.mark.parametrize(
    "said", ["no la canceles mejor pásala al lunes", "el jueves tengo clase mejor el lunes", "mejor pásala al lunes"]
)
def test_a_move_said_instead_is_proposed(wait: str, said: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    clinic.say("Ana", "cancela mi cita")
    assert clinic.say("Ana", wait + said).keys[-1] == "move_proposal"
    clinic.say("Ana", "si")
    assert live(clinic) == [TEN + dt.timedelta(days=4)]


@pytest.mark.parametrize("said", ["espérame tantito", "ahorita le digo"])
def test_a_wait_alone_leaves_it_asked(said: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    clinic.say("Ana", "cancela mi cita")
    assert clinic.say("Ana", said).keys == ["waiting"]
    clinic.say("Ana", "sí, cancélala")
    assert live(clinic) == []


@pytest.mark.parametrize("said", ["no, mejor bórrela", "ya no, quítela", "no, bórrela ya por favor"])
def test_a_no_beside_the_order_once_more_is_asked_about(said: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    assert clinic.say("Ana", "cancela mi cita").keys[-1] == "cancel_proposal"
    assert "unchanged" not in clinic.say("Ana", said).keys
    assert live(clinic) == [TEN]


@pytest.mark.parametrize(
    "said", ["no quiero cancelarla", "no, no quiero cancelarla", "no voy a cancelarla", "no la cancele"]
)
def test_a_no_to_it_leaves_it(said: str) -> None:
    clinic = clinic_with(TEN, doctor=SALAS)
    clinic.say("Ana", "cancela mi cita")
    assert "unchanged" in clinic.say("Ana", said).keys
    assert live(clinic) == [TEN]
