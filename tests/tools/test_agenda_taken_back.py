"""What was blocked, closed or freed by chat a moment ago is taken back by a proposal of just that."""

from __future__ import annotations

import pytest

from booking.models import Absence, Grant, Role, SpecialDay, Status
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.tools.test_orders_by_chat import clinic_with_orders

BLOCKS = (
    "bloquea el jueves de 5 a 6 al doctor Salas",
    "la doctora Laura no viene el lunes",
    "el 24 y el 31 de diciembre no trabaja el doctor Salas",
    "bloquea del 14 al 18 de diciembre a la doctora Paula",
    "el 25 de diciembre no abrimos",
    "el 24 y el 31 de diciembre no abrimos",
)
TAKES_BACK = (
    "quítalo", "bórralo", "mejor no lo bloquees", "no, perdón, quita el bloqueo", "desbloquéalo por favor", "fue error",
    "siempre sí va", "deshazlo", "cancela eso", "mejor déjalo como estaba", "libéralo", "ya no lo bloquees",
    "oye, borra eso que me equivoqué",
)  # fmt: skip
SAYS_SOMETHING_ELSE = (
    "gracias", "no", "quita la cita de Ana", "¿quién sigue?", "bloquea el viernes al doctor Salas",
    "¿qué tiene Salas mañana?",
    "bórrala de la lista de espera",
    "quita a Iván", "cancela la de las 10", "no lo sé",
)  # fmt: skip
Agenda = frozenset[tuple[object, ...]]


def agenda(clinic: Clinic) -> Agenda:
    """What is blocked, and which days are closed; a day that is open as any other is none."""
    with clinic.begin() as uow:
        rules = [rule for _, rule in uow.rules.list()]
    blocked = {(one.doctor_id, one.start, one.end) for one in rules if isinstance(one, Absence)}
    return frozenset(blocked | {(one.date,) for one in rules if isinstance(one, SpecialDay) and not one.open})


def blocked(order: str) -> tuple[Clinic, Agenda]:
    """A clinic in which that was done a moment ago, and what was blocked before."""
    clinic = clinic_with_orders()
    before = agenda(clinic)
    clinic.say("Rosa", order)
    assert clinic.say("Rosa", "sí").keys[0] == "order_done", order
    assert agenda(clinic) > before
    return clinic, before


@pytest.mark.parametrize("order", BLOCKS)
def test_it_is_taken_back_whole_and_by_a_yes_alone(order: str) -> None:
    for said in TAKES_BACK if order == BLOCKS[0] else TAKES_BACK[:4]:
        clinic, before = blocked(order)
        done = agenda(clinic)
        assert "order_proposal" in clinic.say("Rosa", said).keys, said
        assert agenda(clinic) == done, f"{said}: without a yes"
        assert clinic.say("Rosa", "sí").keys[0] == "order_done"
        assert agenda(clinic) == before, (order, said)


def test_what_was_freed_is_blocked_again() -> None:
    clinic, _ = blocked(BLOCKS[0])
    done = agenda(clinic)
    for said in ("quítalo", "sí", "mejor sí bloquéalo", "sí"):
        clinic.say("Rosa", said)
    assert agenda(clinic) == done


@pytest.mark.parametrize("said", SAYS_SOMETHING_ELSE)
def test_what_says_something_else_frees_nothing(said: str) -> None:
    clinic, _ = blocked(BLOCKS[0])
    done = agenda(clinic)
    text = clinic.say("Rosa", said).text
    assert "Liberar" not in text
    assert agenda(clinic) == done


@pytest.mark.parametrize(
    ("said", "stretch"),
    [
        ("no, era de 4 a 5", ("jueves 26", "4:00 p.m. a 5:00")),
        ("perdón, el viernes", ("viernes 27", "5:00 p.m. a 6:00")),
    ],
)
def test_what_is_put_right_is_freed_and_blocked_as_it_was_meant(said: str, stretch: tuple[str, str]) -> None:
    clinic, before = blocked(BLOCKS[0])
    assert "Liberar" in clinic.say("Rosa", said).text
    proposed = clinic.say("Rosa", "sí").text
    assert all(words in proposed for words in ("Bloquear", "Salas", *stretch)), proposed
    clinic.say("Rosa", "sí")
    assert len(agenda(clinic) - before) == 1


def test_one_day_more_is_blocked_too_and_nothing_is_forgotten() -> None:
    """What was asked about patients of the first day is asked again behind it."""
    clinic = clinic_with_orders()
    for said in ("bloquea mañana a la doctora Laura", "sí"):
        clinic.say("Rosa", said)
    before = agenda(clinic)
    for said in ("y el viernes tampoco", "y el viernes tampoco viene", "el viernes también"):
        asked = clinic.say("Rosa", said).text
        assert "Bloquear la agenda de Dra. Laura Méndez: viernes 27" in asked, said
    assert "Ofrezco otro horario" in clinic.say("Rosa", "sí").text
    assert len(agenda(clinic)) == len(before) + 1
    for said in ("gracias igual", "¿y el viernes también?", "qué tengo hoy también"):
        assert "Bloquear" not in clinic.say("Rosa", said).text, said


def test_who_asks_for_a_day_that_is_blocked_hears_so() -> None:
    clinic, _ = blocked(BLOCKS[0])
    assert (
        "está bloqueado: jueves 26 de noviembre, de 5:00 p.m." in clinic.say("Rosa", "qué tiene Salas el jueves").text
    )
    assert "bloqueado" not in clinic.say("Rosa", "qué tiene Salas el viernes").text


def test_a_booking_of_staffs_is_taken_back_too() -> None:
    for said in ("quítala", "mejor no la agendes", "bórrala"):
        clinic = clinic_with_orders()
        for order in ("agenda a Ana Torres el viernes a las 12 con la doctora Laura", "sí", said):
            clinic.say("Rosa", order)
        clinic.say("Rosa", "sí")
        with clinic.begin() as uow:
            (torres,) = uow.patients.search(name="Ana Torres")
            assert [a.status for a in uow.appointments.list() if a.patient_id == torres.id] == [Status.CANCELLED], said


def test_nobody_is_told_that_nothing_was_taken_away() -> None:
    """Where nothing was done lately: no "all right", as if it were gone."""
    for said in ("quítalo", "bórralo", "mejor no lo bloquees", "quita eso"):
        assert clinic_with_orders().say("Rosa", said).keys == ["not_understood"], said


def test_freeing_what_is_not_blocked_says_so() -> None:
    assert "ningún bloqueo" in clinic_with_orders().say("Rosa", "quita el bloqueo del lunes del doctor Salas").text


def test_a_doctor_takes_back_their_own() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Laura", "hola")
    employ(clinic, "Laura", Grant(role=Role.DOCTOR, doctor_id=1))
    for said in ("bloquea mañana de 12 a 1", "sí", "quítalo"):
        answer = clinic.say("Laura", said)
    assert "Liberar la agenda de Dra. Laura Méndez: martes 24" in answer.text
    clinic.say("Laura", "sí")
    assert agenda(clinic) == frozenset()
