"""Who says that they come, are on their way, late or here; that they cannot; or that theirs is to stay as it was: read
whatever the construction, and never where it is only asked, wished or told of something else."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    HumanReason,
    ListAppointments,
    RequestHuman,
    RescheduleAppointment,
    Thank,
)
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.known_visits import NOW, read
from tests.nlu.messages import context

DAYS = {"hoy": dt.date(2026, 11, 24), "mañana": dt.date(2026, 11, 25), "el viernes": dt.date(2026, 11, 27)}
WHY = (
    "",
    "me mandaron a otro turno",
    "se nos descompuso la camioneta",
    "ando en Ensenada",
    "hay mucho tráfico en la garita",
    "mi hermana trae el carro",
)
CANNOT = (
    "imposible llegar {day}",
    "me es imposible ir {day} a la consulta",
    "no la armo con la cita de {day}",
    "{day} no voy a ir",
    "no tengo quien me lleve {day} a la cita",
    "no me dieron permiso para ir {day} a la consulta",
    "{day} no se va a poder mi cita",
    "ni modo, no alcanzo a llegar {day}",
    "voy a tener que faltar {day} a la cita",
    "no estoy en condiciones de ir {day}",
)
OF_THEIRS = (
    "dice mi mamá que no puede ir {day}",
    "mi mamá {day} no va a poder ir a su consulta",
    "{day} no puedo llevar a mi mamá con el doctor Salas",
    "se enfermó mi mamá y no la puedo llevar {day}",
    "la consulta de mi mamá {day} no se va a poder",
)
CLASHES = (
    "me tocó guardia a la hora de mi cita",
    "¿cómo le hago si me pusieron un examen a la hora de mi consulta?",
    "no hay quien cuide a mis niños a la hora de mi cita",
)
STAYS = (
    "déjenla como estaba",
    "no hay que cambiar nada, así está bien",
    "que no me la cancelen",
    "respétenme mi lugar",
    "me quedo con la cita que ya tenía",
    "mejor que siga igual",
    "ya no hace falta moverla",
    "olvide lo que le dije, que se quede mi cita",
    "no haga ningún cambio",
    "así la dejamos",
    "mantenga mi cita",
)
COMES = ("sí asisto {day}", "ahí le caigo {day} sin falta", "aviso que sí voy {day}", "cuenten con nosotros {day}")
ON_THE_WAY = (
    "voy saliendo de mi casa",
    "vamos para allá",
    "ando buscando dónde estacionarme",
    "ya me subí al camión",
    "ya mero llegamos",
    "estamos a la vuelta",
    "voy cruzando la línea",
)
HERE = (
    "ya estoy aquí abajo",
    "ya aquí en recepción",
    "acabo de llegar",
    "aquí afuera",
    "ya estamos sentados en la sala",
)
LATE = (
    "15 min tarde, una disculpa",
    "me esperan? hay mucha fila en la garita",
    "si llego 10:15 en vez de 10 me reciben?",
    "me van a perdonar pero voy a llegar tardísimo",
    "voy con un poco de retraso",
    "unos 20 minutos de retraso",
)


def claimed(text: str, state: State = State.IDLE) -> tuple[AnyIntent, ...]:
    said = parse(text, context(state))
    return () if said.unread else said.intents


def heard(text: str) -> tuple[AnyIntent, ...]:
    """What it is read as, with something unread too."""
    return parse(text, context(State.IDLE)).intents


def beside(text: str, why: str, *, first: bool) -> str:
    return text if not why else f"{why}, {text}" if first else f"{text}, {why}"


@given(st.sampled_from(CANNOT), st.sampled_from([*DAYS]), st.sampled_from(WHY), st.booleans())
def test_who_cannot_come_is_asked_about_the_one_of_that_day(said: str, day: str, why: str, first: bool) -> None:
    text = beside(said.format(day=day), why, first=first)
    (one,) = claimed(text)
    of = one.when if isinstance(one, CancelAppointment) else one.of if isinstance(one, RescheduleAppointment) else None
    assert of is not None, text
    assert of.when is not None, text
    assert of.when.date_from == DAYS[day], text


@pytest.mark.parametrize("said", OF_THEIRS)
@pytest.mark.parametrize("day", DAYS)
def test_of_a_relative_it_is_theirs(said: str, day: str) -> None:
    (one,) = claimed(said.format(day=day))
    assert isinstance(one, CancelAppointment)
    assert one.whose is not None
    assert not one.whose.own
    assert one.when is not None
    assert one.when.when is not None
    assert one.when.when.date_from == DAYS[day]


@pytest.mark.parametrize("text", CLASHES)
def test_what_is_at_its_time_hinders(text: str) -> None:
    assert claimed(text) == (CancelAppointment(),)


def test_what_hinders_is_no_day_to_move_to() -> None:
    (one,) = claimed(
        "Mi hija tiene festival el lunes y no la puedo sacar de la escuela para la consulta que tenía ese día"
    )
    assert isinstance(one, CancelAppointment)


@pytest.mark.parametrize(
    "text",
    [
        "no puedo dormir",
        "si no puedo ir les aviso",
        "qué pasa si no voy?",
        "no sé si voy a poder ir",
        "no pude ir ayer",
        "mi esposo no me puede llevar pero voy en taxi",
        "no me llegó la confirmación de mi cita",
        "no puedo cancelar mi cita",
        "creo que no voy a poder el jueves pero les confirmo",
        "no llego a esa hora, tienen más tarde?",
        "no hay quien conteste el teléfono",
        "me podrían confirmar la hora de mi cita de mañana",
        "no voy a faltar mañana",
    ],
)
def test_what_only_sounds_so_cancels_nothing(text: str) -> None:
    assert not any(isinstance(one, CancelAppointment) for one in heard(text)), text


@pytest.mark.parametrize("text", ["no voy a poder ir si llueve", "no puedo ir al baño"])
def test_who_says_more_behind_it_does_not_surely_give_it_up(text: str) -> None:
    assert not any(isinstance(one, CancelAppointment) for one in claimed(text)), text


@pytest.mark.parametrize(
    "text",
    [
        "no tengo cómo pagar la consulta",
        "me es imposible pagar la consulta",
        "está complicado estacionarse en la clínica",
        "está difícil llegar al consultorio, no encuentro la entrada",
        "no hay quien me atienda en la clínica",
        "no hay quien me atienda mañana en la clínica",
        "no tengo carro, en qué camión llego a la clínica",
        "no tengo carro, por dónde llego mañana a la clínica",
        "ni modo, nos vemos en la cita",
        "ni modo, ahí nos vemos mañana",
        "no es posible",
    ],
)
def test_what_is_hard_but_no_coming_cancels_nothing(text: str) -> None:
    assert not any(isinstance(one, CancelAppointment) for one in heard(text)), text


@pytest.mark.parametrize(
    "text",
    [
        "no tengo cómo llegar a la consulta",
        "me es imposible ir a la consulta",
        "no hay quien me lleve a la clínica",
        "no tengo carro mañana",
        "no me dieron permiso para la cita",
        "mañana no es posible",
    ],
)
def test_what_is_hard_of_coming_or_of_a_day_gives_it_up(text: str) -> None:
    (one,) = claimed(text)
    assert isinstance(one, CancelAppointment), text


@given(st.sampled_from(STAYS), st.sampled_from(("", "sí voy", "ya me dieron permiso", "ya encontré quién me lleve")))
def test_what_is_to_stay_stays(said: str, why: str) -> None:
    text = beside(said, why, first=bool(len(why) % 2))
    (one,) = claimed(text)
    assert isinstance(one, ListAppointments), text
    assert one.stay, text


def test_of_which_day_and_whose_it_stays() -> None:
    (one,) = claimed("dice mi hija que siempre sí puede el viernes, que no la cambien")
    assert isinstance(one, ListAppointments)
    assert one.whose is not None
    assert one.of is not None
    assert one.of.when is not None
    assert one.of.when.date_from == DAYS["el viernes"]


@pytest.mark.parametrize("text", ["misma hora y mismo día que tenía, sin cambios", "siempre no, la que ya tenía"])
def test_what_is_looked_for_is_given_up_for_the_one_there_is(text: str) -> None:
    assert claimed(text, State.SLOT_SELECTION) == (CancelBooking(),)


@pytest.mark.parametrize(
    "text",
    [
        "no quiero cancelar, quiero cambiarla al viernes",
        "déjela para el viernes",
        "no la muevan al lunes, mejor al martes",
        "déjela igual pero con la doctora Ríos",
        "no me cambien de doctora, pero sí de día",
        "¿no la mueven al jueves?",
        "que quede a las 5",
    ],
)
def test_what_is_to_be_another_does_not_stay(text: str) -> None:
    assert not any(isinstance(one, ListAppointments) for one in claimed(text)), text


@given(st.sampled_from(COMES), st.sampled_from([*DAYS]))
def test_who_comes_is_shown_that_one(said: str, day: str) -> None:
    (one,) = claimed(said.format(day=day))
    assert isinstance(one, ListAppointments)
    assert one.of is not None
    assert one.of.when is not None
    assert one.of.when.date_from == DAYS[day]


@given(st.sampled_from(ON_THE_WAY), st.sampled_from(("", "se nos fue el camión", "hay un choque en la vía rápida")))
def test_who_is_on_the_way_is_thanked_or_reception_hears(said: str, why: str) -> None:
    text = beside(said, why, first=True)
    assert read(text, NOW.replace(hour=12))[-1] == Thank(), text
    (late,) = claimed(text)
    assert isinstance(late, RequestHuman), text
    assert late.reason is HumanReason.LATE, text


@pytest.mark.parametrize("text", HERE)
def test_of_who_is_here_reception_hears(text: str) -> None:
    (one,) = claimed(text)
    assert isinstance(one, RequestHuman)


@pytest.mark.parametrize("text", LATE)
def test_of_who_is_late_reception_hears(text: str) -> None:
    (one,) = claimed(text)
    assert isinstance(one, RequestHuman)
    assert one.reason is HumanReason.LATE


@pytest.mark.parametrize(
    "text",
    [
        "llegamos unos minutos antes",
        "siempre llego tarde",
        "quiero cita temprano porque luego llego tarde al trabajo",
        "busco cita, temprano no porque tomo el camión desde Rosarito y llego tarde",
        "voy saliendo del trabajo a las 5, hay cita?",
        "ya llegué a mi casa",
        "ahorita voy a comer",
        "estoy en la sala de mi casa con mucho dolor",
        "no tardo en decidirme",
        "aquí abajo le dejo mis datos",
        "ya aquí abajo le dejo mis datos",
        "aquí estoy",
        "aquí estoy pendiente",
        "llego a las 6 de trabajar",
        "llego a las 6 y media del trabajo",
        "llego a las 6 de la tarde de trabajar",
        "llego a las 6 a mi casa",
    ],
)
def test_nobody_is_late_or_here_who_tells_of_something_else(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in heard(text)), text


def test_here_is_the_clinic_where_a_visit_is_today() -> None:
    assert read("aquí estoy", NOW.replace(hour=12)) == (RequestHuman(),)
    assert not any(isinstance(one, RequestHuman) for one in read("aquí estoy", NOW + dt.timedelta(days=1)))
    said = read("aquí abajo le dejo mis datos", NOW.replace(hour=12))
    assert not any(isinstance(one, RequestHuman) for one in said)


@pytest.mark.parametrize("where", ["en la recepción", "afuera", "abajo del edificio", "en el estacionamiento"])
def test_a_place_of_the_clinic_says_where_they_are(where: str) -> None:
    assert claimed(f"aquí estoy {where}") == (RequestHuman(),)


@pytest.mark.parametrize("hour", ["a las 6 de la tarde", "a las 10:15", "como a las 6 y media"])
def test_who_comes_at_another_hour_is_late(hour: str) -> None:
    (one,) = claimed(f"llego {hour}")
    assert isinstance(one, RequestHuman)
    assert one.reason is HumanReason.LATE


@pytest.mark.parametrize("who", ["mi esposo", "mi papá", "mi hija"])
@pytest.mark.parametrize("order", ["apártenos lugar", "agéndenle una cita", "resérvenos un espacio"])
def test_who_does_not_want_to_come_and_is_booked_for_cancels_nothing(who: str, order: str) -> None:
    text = f"{who} no quiere ir al doctor pero yo voy a llevarle aunque no quiera el sábado a las 9 {order}"
    assert not any(isinstance(one, CancelAppointment) for one in claimed(text))


@pytest.mark.parametrize(
    "text", ["fui la semana pasada y no pedí factura, todavía alcanzo?", "fuimos ayer, ¿todavía alcanzamos?"]
)
def test_who_was_here_already_is_nobody_late(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in parse(text, context(State.IDLE)).intents)


@pytest.mark.parametrize(
    "text",
    [
        "la cita del miércoles con Ríos ya no hace falta",
        "lo del jueves 12 y media ya no hace falta, ya se siente bien",
        "ya no hace falta que me tengan en la lista de espera",
        "nomás que me quiten este dolor de cabeza, con quien sea",
        "3 meses pagando tratamiento y sigo igual",
    ],
)
def test_what_is_not_needed_or_goes_on_does_not_stay(text: str) -> None:
    assert not any(isinstance(one, ListAppointments) and one.stay for one in heard(text)), text


@pytest.mark.parametrize(
    "text", ["ya no hace falta que me muevan la cita", "lo de cambiar la cita ya no hace falta", "no vamos a reagendar"]
)
def test_a_change_that_is_not_needed_moves_and_cancels_nothing(text: str) -> None:
    assert not any(isinstance(one, CancelAppointment | RescheduleAppointment) for one in claimed(text)), text


@pytest.mark.parametrize(
    "text",
    [
        "ya no nos esperen hoy",
        "ya no la esperen, no se siente bien",
        "ni de chiste llego a las 8 con Salas",
        "ni volando alcanzo a llegar a mi cita",
        "hay mucha fila en la línea, ya no voy a alcanzar a llegar a la cita",
    ],
)
def test_who_never_makes_it_is_not_late(text: str) -> None:
    (one,) = claimed(text)
    assert isinstance(one, CancelAppointment), text


@pytest.mark.parametrize(
    "text",
    [
        "¿todavía alcanzo a recoger mis papeles hoy?",
        "ya salimos de la consulta, todo excelente",
        "sigo en la espera o ya me sacaron?",
    ],
)
def test_who_comes_for_papers_or_has_been_there_is_not_late(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in heard(text)), text


@pytest.mark.parametrize(
    "text",
    [
        "si voy sin cita me atienden",
        "si voy solo por receta me cobran consulta",
        "el lunes sí puedo ir, si me dan chance",
    ],
)
def test_who_would_come_is_shown_nothing(text: str) -> None:
    assert not any(isinstance(one, ListAppointments) for one in heard(text)), text


@pytest.mark.parametrize(
    "text",
    [
        "quería ver si la doctora Méndez me ve un jueves a la una porque antes no alcanzo a llegar",
        "mi hermano no quiere ir pero yo lo llevo, dígame qué día puede verlo el doctor",
        "si es con la doctora joven no va, póngalo con el doctor",
        "ando viendo citas, nomás que en quincena no puedo",
        "todo menos el miércoles, ese día no puedo",
    ],
)
def test_what_bounds_a_new_one_cancels_nothing(text: str) -> None:
    assert not any(isinstance(one, CancelAppointment) for one in heard(text)), text


def test_another_time_beside_what_they_cannot_is_still_a_move() -> None:
    (one,) = claimed("no puedo ir el jueves a mi cita, puede verme el viernes?")
    assert isinstance(one, RescheduleAppointment)


@pytest.mark.parametrize("text", ["¿todavía atienden hoy? traigo fiebre", "aún reciben pacientes?"])
def test_who_asks_whether_they_are_still_open_is_not_late(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in parse(text, context(State.IDLE)).intents)
