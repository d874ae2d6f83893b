"""Which appointment is meant, and whose, where a clause of its own says so; what becomes of it is said in another."""

from __future__ import annotations

import pytest

from booking.intents import CancelAppointment, ListAppointments, RescheduleAppointment, Unknown
from booking.models import State
from nlu.shortcuts import parse, understanding
from tests.nlu.messages import context

OF = {
    # What somebody has, was given or made, before what becomes of it or after.
    "¿le pueden cambiar la cita a mi tía para el viernes? la tiene mañana temprano": "2026-11-25",
    "muévame la cita al viernes, la tengo a las 6 de la tarde el jueves": "2026-11-26",
    "¿me la pasan al martes? me la dieron para el jueves 3": "2026-12-03",
    "pedí el viernes pero me cambiaron el turno, ¿me la pasan al martes?": "2026-11-27",
    "teníamos cita el viernes a las 12 pero salgo a la 1, mejor a las 2": "2026-11-27",
    "cambie la cita de mi mamá para el martes, la tenían el jueves a las 8:30": "2026-11-26",
    "me hicieron favor de darme cita para el viernes 4 de diciembre, muévamela al sábado 5": "2026-12-04",
    "mi hija Elena tiene cita el viernes, quisiera pasarla al miércoles": "2026-11-27",
    "a mi esposa le toca el jueves, ¿se la pueden cambiar al lunes?": "2026-11-26",
    "la cita que trae mi suegro el lunes muévala al martes": "2026-11-30",
    # From one day to another.
    "cámbieme por favor del miércoles al jueves": "2026-11-25",
    "necesito cambiar la cita, en lugar del 2 de diciembre que sea el 9": "2026-12-02",
    "mi cita en vez del lunes quiero que sea el miércoles": "2026-11-30",
    # The day that somebody cannot come.
    "mañana no voy a poder llegar, me la puede pasar para el lunes": "2026-11-25",
    "el jueves no alcanzo a llegar, ¿me la pasan para el lunes?": "2026-11-26",
    # Asked about.
    "¿sigue en pie lo de hoy?": "2026-11-24",
    "sigue en pie lo de mañana a las nueve y media, ¿verdad?": "2026-11-25",
    "quiero saber si lo del viernes sigue en pie o me la cambiaron": "2026-11-27",
    "mi cita del 3 es a las 10 o a las 11?": "2026-12-03",
    "la cita que tengo pasado mañana la quiero cancelar": "2026-11-26",
    # As it is typed.
    "mueveme la d mañana pal lunes": "2026-11-25",
    "la cita dl 3 d diciembre se puede pasar al 4": "2026-12-03",
}
OF_SOMEBODY_ELSE = (
    "mi mamá pregunta si su cita sigue en pie",
    "a mi señora le dieron para el 10 de diciembre, ¿la pueden pasar antes?",
    "hablo para cancelar a nombre de mi papá la del jueves",
    "la cita de mi bisnieto del lunes muévala al martes",
    "cancela la de mañana de mi abuelita",
)
OWN = (
    "no la cancele, mi hermana nos lleva",
    "quiero quitar la cita que hizo mi esposo, la del lunes",
    "no puedo ir el jueves, no tengo con quien dejar al bebé",
    "muévala al lunes, nos vamos con mi hermana a Tecate",
    "soy la señora Lupita, ¿me cambian la cita del jueves al viernes?",
)


def theirs(text: str) -> CancelAppointment | RescheduleAppointment | ListAppointments:
    here = context(State.IDLE)
    said = understanding(text, parse(text, here), here).intents
    each = [part for one in said for part in (one.understood if isinstance(one, Unknown) else (one,))]
    (found,) = (one for one in each if isinstance(one, CancelAppointment | RescheduleAppointment | ListAppointments))
    return found


@pytest.mark.parametrize("text", OF)
def test_the_time_of_the_one_there_is(text: str) -> None:
    one = theirs(text)
    of = one.when if isinstance(one, CancelAppointment) else one.of
    assert of is not None
    assert of.when is not None
    assert str(of.when.date_from) == OF[text]


@pytest.mark.parametrize("text", OF_SOMEBODY_ELSE)
def test_it_is_of_whom_it_is_said_to_be(text: str) -> None:
    whose = theirs(text).whose
    assert whose is not None
    assert not whose.own


@pytest.mark.parametrize("text", OWN)
def test_a_relative_who_is_only_told_of_owns_none(text: str) -> None:
    whose = theirs(text).whose
    assert whose is None or whose.own


def test_a_name_says_whose() -> None:
    whose = theirs("la cita del viernes a las 10 a nombre de Rogelio Bañuelos ya no la vamos a ocupar").whose
    assert whose is not None
    assert whose.name == "Rogelio Bañuelos"


@pytest.mark.parametrize(
    "text",
    [
        "tengo libre el jueves, muévame la cita",
        "tengo el jueves libre, muévame la cita",
        "me dieron permiso el lunes, ¿me pasan la cita?",
    ],
)
def test_what_else_somebody_has_then_is_no_appointment(text: str) -> None:
    assert getattr(theirs(text), "of", None) is None
