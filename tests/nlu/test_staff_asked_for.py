"""What patients ask for by way of staff: whoever is named in an order is whose it is, and nobody else."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import AnyIntent, StartBooking, Unknown, UnknownWhy, UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW

DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
BOOK, MOVE, CANCEL = "agendar_cita_medica_completa", "modificar_cita_medica", "cancelar_cita_medica"
ASKED_BY = (
    "{who} pide que {order}", "{who} quiere que {order}", "{who} solicitó que {order}", "{who} dice que si {order}",
    "{who} pregunta si {order}", "dice {who} que si {order}", "llamó {who} para pedir que {order}",
    "{who} anda preguntando que si {order}",
)  # fmt: skip
TO_TUESDAY = {"cuando": "del lunes", "nueva_fecha_hora": "al martes a las 4"}
ORDERS = (
    (
        "le pueden recorrer su cita del lunes una hora más tarde", MOVE,
        {"cuando": "del lunes", "recorrer": "una hora más tarde"},
    ),
    ("le muevan la cita del lunes al martes a las 4", MOVE, TO_TUESDAY),
    ("se la podemos cambiar del lunes al martes a las 4", MOVE, TO_TUESDAY),
    ("le cancelen su cita del lunes", CANCEL, {"cuando": "del lunes"}),
    (
        "le agenden otra cita el lunes a las 5 con Paula", BOOK,
        {"fecha_hora_inicio": "el lunes a las 5", "doctor": "Paula"},
    ),
)  # fmt: skip


def meant(text: str, role: Role = Role.STAFF) -> tuple[AnyIntent, ...]:
    context = UnderstandingContext(
        now=NOW, state=State.IDLE, role=role, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS
    )
    return Rules().understand(text, context).intents


def order(text: str) -> tuple[str, dict[str, str]]:
    (said,) = meant(text)
    assert isinstance(said, UseTool), said
    return said.tool, dict(said.arguments)


@pytest.mark.parametrize(("asked_by", "asked_for"), list(product(ASKED_BY, ORDERS)))
def test_who_asks_is_whose_it_is_and_what_is_asked_is_the_order(
    asked_by: str, asked_for: tuple[str, str, dict[str, str]]
) -> None:
    said, tool, given = asked_for
    of_whom = "paciente_nombre" if tool == BOOK else "paciente"
    assert order(asked_by.format(who="Elena Ibarra", order=said)) == (tool, {of_whom: "Elena Ibarra", **given})


@pytest.mark.parametrize("asked_by", [by for by in ASKED_BY if "que {" in by])
@pytest.mark.parametrize("denied", ["no le cancelen su cita del lunes", "no se la muevan", "no le agenden nada"])
def test_what_somebody_asks_not_to_be_done_is_no_order(asked_by: str, denied: str) -> None:
    assert not [one for one in meant(asked_by.format(who="Elena Ibarra", order=denied)) if isinstance(one, UseTool)]


CANNOT = (
    "ya no puede el martes",
    "no puede venir el martes",
    "no va a poder el martes",
    "siempre no puede ir el martes",
)
WHAT = (
    ("cancélale", CANCEL, {}), ("cancélasela por favor", CANCEL, {}),
    ("muévelo al miércoles a las 5", MOVE, {"nueva_fecha_hora": "al miércoles a las 5"}),
    ("pásala al miércoles a la misma hora", MOVE, {"nueva_fecha_hora": "al miércoles a la misma hora"}),
)  # fmt: skip


@pytest.mark.parametrize(("cannot", "what"), list(product(CANNOT, WHAT)))
def test_that_they_cannot_come_then_is_which_appointment(cannot: str, what: tuple[str, str, dict[str, str]]) -> None:
    said, tool, given = what
    assert order(f"Iván Ochoa {cannot}, {said}") == (tool, {"paciente": "Iván Ochoa", "cuando": "el martes", **given})


@pytest.mark.parametrize(
    "text",
    [
        "Iván no puede cancelar su cita",
        "Iván no puede mover su cita del lunes",
        "Iván ya no puede el martes, cancela la de Ana",
    ],
)
def test_what_they_cannot_do_is_not_done(text: str) -> None:
    (said,) = meant(text)
    assert isinstance(said, Unknown)


@pytest.mark.parametrize("which", ["la del 2 de diciembre", "su cita del 2 de diciembre", "la cita del 2 de diciembre"])
@pytest.mark.parametrize("who", ["la señora sofía castañeda", "Sofía Castañeda"])
def test_who_does_not_want_it_any_more_has_it_cancelled(who: str, which: str) -> None:
    tool, given = order(f"{who} ya no quiere {which}")
    assert (tool, given["cuando"]) == (CANCEL, "del 2 de diciembre")


BOOKED = (
    "a Luis Herrera dale otra cita{besides} el jueves a las 4 con Paula",
    "dale otra cita{besides} a Luis Herrera el jueves a las 4 con Paula",
    "agéndale otra a Luis Herrera{besides} el jueves a las 4 con Paula",
    "agenda a Luis Herrera otra cita{besides} el jueves a las 4 con Paula",
    "quiero otra cita{besides} para Luis Herrera el jueves a las 4 con Paula",
)


@pytest.mark.parametrize(
    "besides", ["", " además de la que tiene,", ", aparte de la que ya tiene,", " sin quitarle la suya"]
)
@pytest.mark.parametrize("text", BOOKED)
def test_another_one_is_booked_for_who_is_named(text: str, besides: str) -> None:
    tool, given = order(text.format(besides=besides))
    assert (tool, given["paciente_nombre"], given["doctor"]) == (BOOK, "Luis Herrera", "Paula")


@pytest.mark.parametrize(
    "free", ["la primera que haya", "lo primero que tengas", "la más temprano posible", "el primer lugar que haya"]
)
def test_the_first_that_there_is_of_a_stretch(free: str) -> None:
    tool, given = order(f"agéndale a Teresa Cárdenas otra para el martes en la tarde con la dra Paula, {free}")
    then = {"fecha_hora_inicio": "para el martes en la tarde", "primero": "si", "doctor": "Paula"}
    assert (tool, given) == (BOOK, {"paciente_nombre": "Teresa Cárdenas", **then})


@pytest.mark.parametrize(
    "text",
    [
        "a Luis Herrera le urge otra cita el jueves", "Luis Herrera tiene una cita para el jueves a las 4",
        "una cita como la otra para Luis Herrera, la que le urge, el jueves a las 4",
        "quiero una cita para Karen como la de siempre el jueves",
        "otra cita el jueves a las 10 con el Dr. Salas, para Luz Mora", "le urge a Luis una cita el jueves a las 4",
    ],
)  # fmt: skip
@pytest.mark.parametrize("role", [Role.STAFF, Role.ADMIN])
def test_staff_who_name_a_patient_never_become_the_patient(text: str, role: Role) -> None:
    """What of it is not understood is asked about as an order, and no time is held for whoever wrote it."""
    for said in meant(text, role):
        assert isinstance(said, UseTool) or (isinstance(said, Unknown) and said.why is UnknownWhy.ORDER_PARTLY), said


@pytest.mark.parametrize(
    "text",
    [
        "quiero una cita el jueves a las 4 con Paula",
        "una cita para mí el jueves",
        "una cita para mi hija Sofía el jueves",
    ],
)
def test_for_themselves_and_theirs_staff_are_patients(text: str) -> None:
    assert any(isinstance(said, StartBooking) for said in meant(text))
