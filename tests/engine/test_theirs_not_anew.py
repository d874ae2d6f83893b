"""Who has an appointment and says who does not come, what happened, or what would suit better: nothing is begun anew,
and nothing is given up that was only told or asked."""

from __future__ import annotations

from itertools import product

import pytest

from booking.appointments import appointment_changes
from booking.models import Appointment
from booking.testing.clinic import Clinic, phone_of
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.test_own_visits import DESK, LATER, NOW, PAULA, TUESDAY, clinic_with, live, shown

OTHER_DAY = TUESDAY.replace(hour=10)  # of the same day as Ana's


def ana_and_leo(*, together: bool = False) -> Clinic:
    """Staff have entered one for each of them; who of them writes is not known."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    with clinic.begin() as uow:
        for name, start in (("Ana Luna", TUESDAY), ("Leo Luna", OTHER_DAY if together else LATER)):
            patient = uow.patients.enter(name, f"+{phone_of('Ana')}", None, NOW)
            made = appointment_changes.enter(
                uow, uow.schedules.clinic(), PAULA, patient.id, start, NOW, DESK, overbook=True, tell=None
            )
            assert isinstance(made, Appointment)
        uow.commit()
    clinic.say("Ana", "buenas")
    return clinic


@pytest.mark.parametrize(
    ("hello", "cannot", "stays"),
    [
        *product(
            ["", "hola, ", "buenos días "],
            ["mi esposo Leo no va a poder el 22", "Leo no puede el 22", "cancela la de Leo", "la de Leo ya no"],
            [", la mía sí", " y la mía déjala", ", la del 15 se queda"],
        )
    ],
)
def test_who_does_not_come_is_nobodys_booking(hello: str, cannot: str, stays: str) -> None:
    clinic = ana_and_leo()
    asked = clinic.say("Ana", f"{hello}{cannot}{stays}")
    assert asked.keys[-1] == "cancel_proposal"
    assert "Leo" in shown(asked)
    clinic.say("Ana", "sí, cancélala")
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


@pytest.mark.parametrize(
    ("nobody", "comes"),
    [
        *product(
            ["nadie", "ninguno", "ninguno de los dos", "ninguno de nosotros"],
            ["puede", "va a ir", "va a poder ir", "puede ir"],
        )
    ],
)
def test_where_nobody_comes_that_day_is_not_looked_for(nobody: str, comes: str) -> None:
    clinic = ana_and_leo(together=True)
    asked = clinic.say("Ana", f"{nobody} {comes} el martes 15")
    assert asked.keys[-1] in ("which_first", "which_appointment")
    assert live(clinic) == [OTHER_DAY, TUESDAY]


@pytest.mark.parametrize(
    ("order", "moved"), [("la de Leo pásala al 28 a las 12", True), ("la de Leo cancélala", False)]
)
@pytest.mark.parametrize("stays", ["la mía no", "la mía déjala", "la del 15 no"])
@pytest.mark.parametrize("first", [True, False])
def test_what_is_ordered_of_one_is_denied_of_the_other(order: str, moved: bool, stays: str, first: bool) -> None:
    clinic = ana_and_leo()
    asked = clinic.say("Ana", f"{stays}, {order}" if first else f"{order}, {stays}")
    assert asked.keys[-1] != "which_first"
    assert "martes 15" not in shown(asked)
    assert moved or "Leo" in shown(asked)
    assert live(clinic) == [TUESDAY, LATER]


@pytest.mark.parametrize(
    "text",
    [
        *(f"la otra vez me {did}" for did in ("cancelaron", "quitaron la cita", "la quitaron")),
        *(
            f"{may} si {late}?"
            for may in ("me pueden cancelar", "me cancelan", "me quitan la cita", "me la quitan")
            for late in ("llego tarde", "llego 10 minutos tarde", "no llego")
        ),
        *(
            f"{lead}si {misses}?"
            for lead in ("", "y ", "oiga y ")
            for misses in ("no puedo ir", "no voy", "no llego a la cita")
        ),
        "ya había cancelado",
        "ni la canceles ni la muevas, nada más dime a qué hora es",
        "ya no quiero cancelar",
        *(
            f"{lead}si {when}{what} {then}"
            for lead in ("", "oiga ")
            for when in ("", "mañana ", "el martes ")
            for what in ("sigo mal", "amanezco bien", "no me siento mejor", "llueve")
            for then in ("no voy", "la cancelo", "ya no voy")
        ),
        *(
            f"{once} {change}{but} ya no{rest}"
            for once in ("quería", "iba a", "pensaba")
            for change in ("cancelar", "cambiarla")
            for but in (" pero", ",")
            for rest in ("", ", sí voy")
        ),
        "no puedo llegar antes de las 10",
    ],
)
def test_what_is_told_or_asked_gives_nothing_up(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    asked = clinic.say("Ana", text)
    assert asked.keys[-1] not in ("cancel_proposal", "partly", "offer_slots", "which_appointment")
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"{better}{mark}"
            for better in (
                "el viernes me queda mejor",
                "mejor el viernes",
                "podría ser el viernes en vez del jueves",
                "el viernes mejor",
            )
            for mark in ("", "?")
        ),
        *(
            f"{what_if} {when}?"
            for what_if in ("y si voy", "y si mejor voy", "y si vamos")
            for when in ("hoy", "el viernes", "mañana a las 5")
        ),
        "con Salas mejor y en la mañana",
        "podría ser el viernes? si no hay me quedo con el martes",
        "no me gusta ese doctor",
        "ese doctor no",
        "mejor con otro doctor",
    ],
)
def test_what_suits_better_is_no_second_appointment_unasked(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", text).keys[-1] == "move_or_another"
    assert live(clinic) == [TUESDAY]


def test_what_comes_later_than_they_can_is_left() -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", "no puedo llegar después de las 5").keys[-1] == "move_or_another"
    assert clinic_with(TUESDAY).say("Ana", "no puedo llegar después de las 6").keys == ["my_appointments"]


def test_who_will_not_do_is_not_who_it_is_with_again() -> None:
    clinic = clinic_with()
    for text in ("cita con la doctora Laura el jueves", "la 1", "Ana Luna Paz", "sí"):
        clinic.say("Ana", text)
    clinic.say("Ana", "no me gusta esa doctora")
    moved = shown(clinic.say("Ana", "cámbiala"))
    assert "Salas" in moved
    assert "con Dra. Laura" not in moved


@pytest.mark.parametrize(
    "text",
    [
        "ya no va a ir Leo sino su hermano",
        "pásale mi lugar a mi hermana Eva Luna",
        "en mi lugar va mi hermana Eva Luna",
        "no voy yo sino mi hijo",
        "la puedo pasar a mi mamá?",
        "que la tome alguien más",
    ],
)
def test_another_in_their_place_is_for_people(text: str) -> None:
    clinic = ana_and_leo()
    assert clinic.say("Ana", text).keys[-1] == "human_coming"
    assert live(clinic) == [TUESDAY, LATER]


def test_with_whom_it_is_that_falls_is_no_wish() -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", "no voy a poder ir con Paula el martes").keys[-1] == "cancel_proposal"
    clinic = clinic_with(TUESDAY)
    moved = clinic.say("Ana", "ya no voy a ir con Paula, me cambio con Salas")
    assert "con Dr. Jorge Salas" in shown(moved)
    assert "con Dra. Paula" not in shown(moved)


@pytest.mark.parametrize(
    "told", ["mi hermano es paramédico y me recomendó", "mi hija quiere estudiar para doctora", "mi esposo es albañil"]
)
def test_a_trade_is_no_name(told: str) -> None:
    clinic = clinic_with()
    for text in ("quiero cita el jueves", "la 1", told):
        clinic.say("Ana", text)
    assert clinic.say("Ana", "sí").keys[-1] == "ask_name"
    clinic.say("Ana", "don Chuy Beltrán")
    assert "Jesús Beltrán Soto" in shown(clinic.say("Ana", "Jesús Beltrán Soto es su nombre"))


@pytest.mark.parametrize("which", ["la cita de mi mamá quedó", "el martes es", "mi cita es"])
@pytest.mark.parametrize("whom", ["con el doctor o con la doctora", "con Salas o con Laura"])
@pytest.mark.parametrize("mark", ["", "?"])
def test_with_which_of_them_it_is_begins_nothing(which: str, whom: str, mark: str) -> None:
    assert clinic_with(TUESDAY).say("Ana", f"oiga {which} {whom}{mark}").keys == ["my_appointments"]


@pytest.mark.parametrize(
    ("all_of_them", "but"), [*product(["todas", "las dos"], [" pero la de Leo no", ", la del 22 no"])]
)
def test_one_that_is_set_apart_is_not_among_them(all_of_them: str, but: str) -> None:
    clinic = ana_and_leo()
    asked = clinic.say("Ana", f"cancela {all_of_them}{but}")
    assert asked.keys == ["cancel_proposal"]
    assert "martes 15" in shown(asked)
    moved = shown(ana_and_leo().say("Ana", f"cambia {all_of_them} al miércoles 16 a las 12 con Salas{but}"))
    assert "❌ Antes: martes 15" in moved


@pytest.mark.parametrize("change", ["cámbiale el doctor", "cambia de doctor", "cámbiame a la doctora"])
def test_to_whom_a_doctor_is_changed_is_the_one(change: str) -> None:
    moved = clinic_with(OTHER_DAY).say("Ana", f"{change} por Salas")
    assert moved.keys == ["move_proposal"]
    assert "con Dr. Jorge Salas" in shown(moved)


@pytest.mark.parametrize("thing", ["mi seguro está", "la factura va", "mi tarjeta está"])
def test_in_whose_name_a_thing_is_names_no_patient(thing: str) -> None:
    clinic = clinic_with()
    for text in ("quiero cita el jueves", "la 1", f"{thing} a nombre de Pedro Gil Mora"):
        clinic.say("Ana", text)
    assert "Pedro" not in shown(clinic.say("Ana", "sí"))


def test_for_somebody_else_is_no_refusal() -> None:
    assert clinic_with().say("Ana", "no quiero cita para mí, es para mi abuelo").keys[-1] == "offer_slots"


WRONG_AND_RIGHT = [
    f"{lead}{said.format('jueves', 'viernes')}"
    for lead in ("", "perdón, ", "ay no, ")
    for said in (
        "dije {} pero quise decir {}",
        "cómo que {}, yo dije {}",
        "no dije {}, dije {}",
        "no es el {}, es el {}",
    )
]


@pytest.mark.parametrize("text", WRONG_AND_RIGHT)
def test_what_was_said_wrongly_is_never_the_wish(text: str) -> None:
    clinic = clinic_with()
    clinic.say("Ana", "quiero cita el jueves a las 10")
    named = clinic.say("Ana", "Ana Luna Paz")
    assert "jueves 10" in shown(named)
    right = clinic.say("Ana", text)
    assert right.keys == ["proposal"]
    assert "viernes 11" in shown(right)
    assert "jueves" not in shown(right)
    clinic = clinic_with()
    for said in ("quiero cita el jueves a las 10", "Ana Luna Paz", "sí"):
        clinic.say("Ana", said)
    moved = clinic.say("Ana", text)
    assert "jueves 17" not in shown(moved)
    assert "viernes 11" in shown(moved)


@pytest.mark.parametrize("cannot", ["no puedo el martes", "el martes no puedo", "no voy a poder el martes"])
@pytest.mark.parametrize("instead", ["muévela", "pásala", "cámbiamela", "recórrela por favor", "pero no la canceles"])
@pytest.mark.parametrize("first", [True, False])
def test_who_cannot_and_wants_it_moved_cancels_nothing(cannot: str, instead: str, first: bool) -> None:
    clinic = clinic_with(TUESDAY)
    pero = instead.startswith("pero")
    asked = clinic.say("Ana", f"{cannot}, {instead}" if first or pero else f"{instead}, {cannot}")
    assert "cancel_proposal" not in asked.keys
    assert asked.keys[-1] in ("offer_slots", "offer_others", "ask_when")
    assert live(clinic) == [TUESDAY]
