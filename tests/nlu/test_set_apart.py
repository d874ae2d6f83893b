"""Whose appointment it is by a name that is set apart, and which doctor by a name without a title."""

from __future__ import annotations

import pytest

from booking.intents import (
    AskQuestion,
    AsUnderstood,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    JoinWaitingList,
    ProvideCustomerData,
    StartBooking,
    Unknown,
)
from booking.models import Expected, State
from nlu.shortcuts import parse
from tests.nlu.messages import context

LAURA, JORGE, PAULA = "Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos"
SALAS = "el viernes a las 10 con el dr salas"


def told(text: str, state: State = State.IDLE) -> tuple[str | None, bool]:
    """The name that is read and whether it is somebody else's; nothing may be left over."""
    said = parse(text, context(state, "doctors"))
    assert not said.unread, said.unread
    return next(((i.name, i.for_other) for i in said.intents if isinstance(i, ProvideCustomerData)), (None, False))


@pytest.mark.parametrize("name", ["Toña Luque", "Beto Aguilar", "Fito Olachea", "Pilar Nieto", "Maru Cossío"])
@pytest.mark.parametrize(
    "text",
    [SALAS + ", {}", SALAS + ": {}", "el sábado a las 11:30, {}", "cita el viernes a las 10. Saludos, {}",
     "el jueves a las 9, Sra. {}", "quiero cita el jueves a las 9. Atentamente, Ing. {}", "{} el jueves a las 9"],
)  # fmt: skip
def test_a_name_that_is_set_apart_is_the_patients(text: str, name: str) -> None:
    assert told(text.format(name)) == (name, False)


@pytest.mark.parametrize("other", ["Blue Cross", "Seguro Bupa", "Zona Río", "Rosa, Pedro"])
def test_what_may_be_no_name_is_asked_about(other: str) -> None:
    said = parse(f"mañana a las 10, {other}", context(State.IDLE, "doctors"))
    assert said.unread
    assert not any(isinstance(i, ProvideCustomerData) for i in said.intents)


@pytest.mark.parametrize(
    ("text", "name"),
    [("me llamo\nCristina\nOlvera Tapia", "Cristina Olvera Tapia"), ("soy Ana\nRuiz", "Ana Ruiz"),
     ("soy Ana\nBendiciones", "Ana"), ("soy Ana Ruiz\nCota", "Ana Ruiz"),
     ("María del Rosario Peralta viuda de Núñez", "María del Rosario Peralta viuda de Núñez")],
)  # fmt: skip
def test_a_surname_on_a_line_of_its_own(text: str, name: str) -> None:
    said = parse(text, context(State.CUSTOMER_DATA, "doctors"))
    assert [i.name for i in said.intents if isinstance(i, ProvideCustomerData)] == [name]


@pytest.mark.parametrize(
    ("text", "doctor"),
    [("LUNES 7 10AM LAURA MENDEZ", LAURA), ("mañana a las 10 Jorge Salas", JORGE),
     ("el martes a las 9, Paula Ríos", PAULA),
     ("quiero que me revise el doctorcito Salas mi azúcar", JORGE)],
)  # fmt: skip
def test_a_doctor_without_a_title_is_that_doctor(text: str, doctor: str) -> None:
    said = parse(text, context(State.IDLE, "doctors"))
    assert [getattr(i, "doctor", None) for i in said.intents] == [doctor]
    assert not said.unread


def test_a_patient_may_be_called_as_a_doctor_is() -> None:
    assert told("soy Laura Méndez, quiero cita mañana") == ("Laura Méndez", False)
    assert told("Laura Méndez", State.CUSTOMER_DATA) == ("Laura Méndez", False)


@pytest.mark.parametrize(
    ("text", "refused"),
    [("quisiera que me viera una doctora mujer", {JORGE}), ("quiero que me atienda una doctora, no un hombre", {JORGE}),
     ("con la doctora Méndez o la doctora Ríos, la que tenga antes", {JORGE}),
     ("con Salas o con Laura pero no con Paula", {PAULA})],
)  # fmt: skip
def test_whoever_of_several_will_be_the_doctor(text: str, refused: set[str]) -> None:
    said = parse(f"{text}, el miércoles", context(State.IDLE, "doctors"))
    wish = next(i for i in said.intents if isinstance(i, StartBooking | CheckAvailability))
    assert ({*wish.not_with}, wish.doctor, said.unread) == (refused, None, ())


@pytest.mark.parametrize("text", ["con Salas, no con Laura, mañana", "no me den con Laura, con Salas sí, mañana"])
def test_who_is_refused_beside_the_one_asked_for_is_heard(text: str) -> None:
    said = parse(text, context(State.IDLE, "doctors"))
    assert [getattr(i, "doctor", None) for i in said.intents] == [JORGE]
    assert not said.unread


@pytest.mark.parametrize(
    ("text", "name"),
    [("sí, pero que sea para mi hija Mía Leal, no para mí", ("Mía Leal", True)),
     ("sí pero el nombre es con b, Lourdes Nabarro", ("Lourdes Nabarro", False)),
     ("sí y el recordatorio mándenlo al 6642223344 que es de mi hijo", (None, False))],
)  # fmt: skip
def test_whose_it_is_by_what_stands_beside_a_yes(text: str, name: tuple[str | None, bool]) -> None:
    assert told(text, State.CONFIRM) == name


def test_a_relative_whose_time_is_spoken_of_is_not_the_patient() -> None:
    for text in ("quiero el mismo día que mi mamá, Elena Ibarra", "a mi hermana le dieron el jueves a las 9"):
        said = parse(text, context(State.IDLE, "doctors"))
        assert not any(isinstance(i, ProvideCustomerData) and (i.name or i.for_other) for i in said.intents)
    assert told("quiero cita para mi hijo que se llama igual que yo, Roberto Peña, mañana a las 9") == (
        "Roberto Peña",
        True,
    )


def test_what_is_free_already_is_no_waiting_list() -> None:
    asks = parse("dígame si la doctora Laura tiene algo hoy", context(State.IDLE, "doctors"))
    waits = parse("pues me apuntas por si se cae", context(State.SLOT_SELECTION, "doctors"))
    assert not any(isinstance(i, JoinWaitingList) for i in asks.intents)
    assert [type(i) for i in waits.intents] == [JoinWaitingList]


def test_a_note_is_told_with_its_correction_and_by_its_label() -> None:
    def note(text: str) -> str | None:
        said = parse(text, context(State.IDLE, "doctors"))
        assert not said.unread
        return next(i.reason for i in said.intents if isinstance(i, ProvideCustomerData))

    assert note("necesito cita mañana, traigo una infección en la muela... bueno en el oido") == (
        "traigo una infección en la muela... bueno en el oido"
    )
    form = "cita mañana 8am, nombre: Ana Ruiz, edad 45, motivo dolor de espalda, tel 6641112233"
    assert note(form) == "dolor de espalda"


@pytest.mark.parametrize(
    ("text", "first", "others"),
    [("para mis tres hijos, Luis de 5, Ana de 7 y Pedro de 10, apellido Rocha", "Luis Rocha", ["Ana", "Pedro"]),
     ("para mis dos hijas, Ana y Eva Rocha", "Ana Rocha", ["Eva"]),
     ("para dos personas, Ulises Gil y Saraí Cota", "Ulises Gil", ["Saraí"]),
     ("para dos personas, Ana y Eva Rocha", "Ana", ["Eva"])],
)  # fmt: skip
def test_several_by_their_names(text: str, first: str, others: list[str]) -> None:
    """Only relatives are taken to have one surname: of anybody else it is asked for."""
    said = parse(f"quiero citas el mismo día {text}, el sábado 12 en la mañana", context(State.IDLE, "doctors"))
    begun = next(i for i in said.intents if isinstance(i, StartBooking))
    assert [i.name for i in said.intents if isinstance(i, ProvideCustomerData)] == [first]
    assert [begun.other, *(one.other for one in begun.following)] == others
    assert begun.several
    assert not said.unread


@pytest.mark.parametrize(
    ("text", "other"),
    [("mañana a las 11, soy Nena Ruiz, y a las 11:30 mi hermana Paty Ruiz", "Paty"),
     ("mañana a las 10 y a mi hijo a las 10:30", "hijo"),
     ("quiero dos: mañana a las 9 para mí Lola Paz y el viernes a las 9 para mi papá Ramón Paz", "Ramón"),
     ("una mañana a las 9 para mí y otra para mi papá Ramón Paz", "Ramón")],
)  # fmt: skip
def test_another_ones_time_is_another_appointment(text: str, other: str) -> None:
    said = parse(text, context(State.IDLE, "doctors"))
    begun = next(i for i in said.intents if isinstance(i, StartBooking))
    assert (begun.several, begun.other, said.unread) == (True, other, ())
    assert begun.when is not None
    assert begun.when.when is not None
    assert begun.when.when.exact


def test_a_yes_with_another_ones_time_takes_neither() -> None:
    """It may be a second appointment, or this one's correction."""
    said = parse("sí, pero mi esposa a las 10:30", context(State.CONFIRM, "doctors"))
    (more,) = said.intents
    assert isinstance(more, StartBooking)
    assert (more.several, more.other) == (True, "esposa")


def test_a_name_is_the_patients_where_a_search_was_understood() -> None:
    searched = Expected(yes=AsUnderstood(), no=AsUnderstood(not_so=True), understood=(CheckAvailability(),))
    asked = context(State.IDLE, "doctors").model_copy(update={"expected": searched})
    said = parse("Karen Solís, tengo seguro de gnp", asked)
    assert [i.name for i in said.intents if isinstance(i, ProvideCustomerData)] == ["Karen Solís"]
    assert parse("Karen Solís", context(State.IDLE, "doctors")).intents == (Unknown(),)


def test_a_yes_to_what_was_understood_is_taken_with_its_question() -> None:
    searched = Expected(yes=AsUnderstood(), no=AsUnderstood(not_so=True), understood=(CheckAvailability(),))
    asked = context(State.IDLE, "doctors").model_copy(update={"expected": searched})
    for text in ("sí, mándame la ubicación", "si, y a mi niño lo puedo llevar para que lo chequen de una vez?"):
        assert [type(i) for i in parse(text, asked).intents] == [Confirm, AskQuestion]
    assert not any(isinstance(i, Confirm) for i in parse("sí, pero el martes", asked).intents)


def test_a_whole_wish_said_anew_is_the_wish() -> None:
    searched = Expected(yes=AsUnderstood(), no=AsUnderstood(not_so=True), understood=(CheckAvailability(),))
    asked = context(State.IDLE, "doctors").model_copy(update={"expected": searched})
    said = parse("quiero una cita el viernes 27 de noviembre por la mañana", asked).intents
    assert [type(i) for i in said] == [Confirm, StartBooking]
    under_way = asked.model_copy(update={"state": State.SLOT_SELECTION})
    said = parse("quiero una cita el viernes 27 de noviembre por la mañana", under_way).intents
    assert [type(i) for i in said] == [Confirm, CheckAvailability]
    assert not any(isinstance(i, Confirm) for i in parse("a la 1", asked).intents)
    cancels = Expected(yes=AsUnderstood(), no=AsUnderstood(not_so=True), understood=(CancelAppointment(),))
    other = context(State.IDLE, "doctors").model_copy(update={"expected": cancels})
    assert not any(isinstance(i, Confirm) for i in parse("quiero una cita el viernes 27", other).intents)


def test_as_many_appointments_as_days_were_said_with_their_number() -> None:
    said = parse(
        "ocupo ir 3 veces a curación: lunes 7, miércoles 9 y viernes 11 a las 9", context(State.IDLE, "doctors")
    )
    begun = next(i for i in said.intents if isinstance(i, StartBooking))
    wishes = (begun.when, begun.other_when, *(one.when for one in begun.following))
    assert [one.when.date_from.day for one in wishes if one and one.when and one.when.date_from] == [7, 9, 11]
    assert not said.unread
    either = parse("quiero dos citas el lunes o el martes", context(State.IDLE, "doctors"))
    assert not any(isinstance(i, StartBooking) and i.other_when for i in either.intents)


def test_who_was_told_to_come_again_wants_an_appointment() -> None:
    said = parse("el doctor me dijo que si seguía igual volviera, y pues sigo igual", context(State.IDLE, "doctors"))
    assert (said.intents, said.unread) == ((StartBooking(),), ())
    assert parse("me dijo mi mamá que volviera a llamar", context(State.IDLE, "doctors")).intents == (Unknown(),)
