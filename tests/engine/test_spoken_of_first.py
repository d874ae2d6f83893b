"""Who has an appointment and names it first or last, or says what is to be where the wish cannot be had, is led to the
move of that one, and so is who tells what came up that day; a question about it moves nothing."""

from __future__ import annotations

import pytest

from nlu.words.message import plain
from tests.engine.test_own_visits import TUESDAY, clinic_with

OBSTACLES = ["se me atravesó una junta el martes", "me salió un viaje el martes", "el martes tengo examen"]
INSTEAD = [
    "qué posibilidades hay de dejarlo para el siguiente jueves?",
    "podría ser el jueves?",
    "hay chance de que sea el jueves?",
    "qué tal el jueves",
]


@pytest.mark.parametrize("crossed", OBSTACLES)
@pytest.mark.parametrize("instead", INSTEAD)
def test_who_cannot_come_that_day_begins_no_second_one(crossed: str, instead: str) -> None:
    clinic = clinic_with(TUESDAY)
    asked = clinic.say("Ana", f"{crossed}, {instead}")
    draft = clinic.conversation("Ana").draft
    assert draft is not None or (asked.keys[-1] == "partly" and "cambiar tu cita del martes" in asked.text)
    assert draft is None or draft.kind in ("choice", "move")


FIRST_NAMED = [
    "mi cita del martes",
    "mi consulta del martes",
    "la del martes",
    "oiga, la cita que tengo el martes",
    "mi cita",
]
ASKED_OF_IT = [
    "no habrá modo de que sea por la mañana?",
    "hay chance el jueves",
    "se podrá más temprano?",
    "puede ser otro día?",
    "quisiera ver si hay lugar el jueves a las 12",
    "será que pueda ser otro día",
]


@pytest.mark.parametrize("comma", [",", ""])
@pytest.mark.parametrize("asked", ASKED_OF_IT)
@pytest.mark.parametrize("named", FIRST_NAMED)
def test_what_is_asked_of_one_that_is_named_is_its_move(named: str, asked: str, comma: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", f"{named}{comma} {asked}")
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind in ("move", "choice")


@pytest.mark.parametrize("asked", ["cuándo es?", "sigue en pie?", "tiene costo?", "puedo pagarla con tarjeta?"])
def test_a_question_about_one_that_is_named_moves_nothing(asked: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", f"mi cita del martes, {asked}")
    assert clinic.conversation("Ana").draft is None


@pytest.mark.parametrize(
    "text",
    [
        "si no hay lugar el jueves {}",
        "si no tienen el jueves a las 12, {}",
        "el jueves a las 12, si no se puede {}",
        "si hay para el jueves bien, si no {}",
    ],
)
@pytest.mark.parametrize("stays", ["déjela como está", "la dejamos así", "dejela igual"])
def test_what_stays_where_it_cannot_be_had_is_to_be_moved(text: str, stays: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text.format(stays))
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind in ("move", "choice")


@pytest.mark.parametrize(
    "text",
    [
        "con quien sea",
        "con la doctora Laura",
        "yo quiero con la doctora Laura",
        "pues con Salas",
        "la doctora Laura no tiene a esa hora?",
    ],
)
def test_with_whom_alone_may_be_of_the_one_there_is(text: str) -> None:
    assert clinic_with(TUESDAY).say("Ana", text).keys[-1] == "move_or_another"


@pytest.mark.parametrize(
    "text",
    ["no me dieron permiso para el martes", "tengo un compromiso el martes a esa hora", "el martes es mi graduación"],
)
def test_what_is_told_of_its_day_shows_the_one_that_may_be_changed(text: str) -> None:
    assert clinic_with(TUESDAY).say("Ana", text).keys[-1] == "my_appointments"


@pytest.mark.parametrize(
    "text",
    [
        "¿podría ser más al rato mi cita?",
        "¿se puede más temprano mi consulta?",
        "¿puede ser el jueves mi cita del martes?",
        "una disculpa, ¿me podría atender el jueves en vez?",
        "me da otra fecha, por favor",
        "dame otro horario",
    ],
)
@pytest.mark.parametrize("marked", [True, False])
def test_one_that_is_named_last_is_the_one_that_is_moved(text: str, marked: bool) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text if marked else " ".join(plain(text).replace(",", "").strip("¿?").replace("¿", "").split()))
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind in ("move", "choice")


@pytest.mark.parametrize(
    "text", ["¿puede confirmar mi cita?", "¿puedo pagar en efectivo mi cita?", "¿a qué hora es mi cita?"]
)
def test_what_is_asked_about_one_that_is_named_last_moves_nothing(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text)
    assert clinic.conversation("Ana").draft is None
