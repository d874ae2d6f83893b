"""What staff and doctors say of their day, from the words to the proposal or the list: the right one, or a question."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments.appointment_changes import cancel, enter
from booking.appointments.attendance import arrive
from booking.intents import SelectSlot
from booking.models import Actor, ActorKind, Appointment, Grant, Role
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.exchange import Exchange
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

_ZONE = ZoneInfo(ZONE)
LAURA, JORGE, PAULA = 1, 2, 3
NOW = dt.datetime(2026, 12, 8, 10, tzinfo=_ZONE)  # a Tuesday
DESK = Actor(kind=ActorKind.STAFF, name="recepción")
APPOINTMENTS = {
    "Amelia Rangel": (JORGE, 8, "08:00"),
    "Elvira Soto": (JORGE, 8, "08:30"),
    "Teresa Cárdenas": (LAURA, 8, "12:00"),
    "Irma Cota": (JORGE, 8, "12:30"),
    "Nuria Vela": (LAURA, 8, "18:30"),
    "Carlos Núñez": (LAURA, 9, "10:30"),
    "Iván Ochoa": (PAULA, 15, "17:30"),
}
"""Their appointments in December: with which doctor, on which day, at what hour."""


def clinic_of(role: Role = Role.STAFF) -> Clinic:
    """Rosa is of the staff, or is doctor Laura."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    begins = clinic.clock.now()
    clinic.say("Rosa", "hola")
    employ(clinic, "Rosa", Grant(role=role, doctor_id=LAURA if role is Role.DOCTOR else None))
    with clinic.begin() as uow:
        for name, (doctor, day, at) in APPOINTMENTS.items():
            start = dt.datetime.combine(dt.date(2026, 12, day), dt.time.fromisoformat(at), _ZONE)
            patient = uow.patients.enter(name, None, None, begins)
            made = enter(uow, uow.schedules.clinic(), doctor, patient.id, start, begins, DESK)
            assert isinstance(made, Appointment)
        uow.commit()
    clinic.clock.advance(NOW - clinic.clock.now())
    return clinic


def said(text: str, role: Role = Role.STAFF) -> Exchange:
    return clinic_of(role).say("Rosa", text)


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        (
            "la paciente de las 6:30 con Laura dice que mejor el viernes",
            "Mover la cita de Nuria Vela del martes 8 de diciembre, 6:30 p.m. al viernes 11 de diciembre, 6:30 p.m.",
        ),
        (
            "la señora Teresa Cárdenas quiere que sea el miércoles 9 en lugar del martes 8, a la misma hora",
            "Mover la cita de Teresa Cárdenas del martes 8 de diciembre, 12:00 p.m. al miércoles 9 de diciembre, 12:00",
        ),
        ("Iván Ochoa que venga media hora antes", "Mover la cita de Iván Ochoa del martes 15 de diciembre, 5:30 p.m."),
        ("el que viene a las 12 hoy con Laura ya canceló por teléfono", "Cancelar la cita de Teresa Cárdenas"),
        ("Irma Cota ya canceló", "Cancelar la cita de Irma Cota"),
        ("la cita de Irma Cota déjala, pero la de Teresa Cárdenas quítala", "Cancelar la cita de Teresa Cárdenas"),
        ("cancela la última de hoy con Laura", "Cancelar la cita de Nuria Vela"),
        ("pasa la primera de mañana a las 11", "Mover la cita de Carlos Núñez del miércoles 9"),
        ("cierra la agenda de todos los doctores del 16 al 18 de diciembre", "Cerrar la clínica del miércoles 16"),
        ("agenda otra vez a la señora Irma Cota para el 14 a las 11:30 con la dra Laura", "Agendar a Irma Cota el"),
        ("el doctor Salas sale a la 1 mañana", "Bloquear la agenda de Dr. Jorge Salas: miércoles 9"),
    ],
)  # fmt: skip
def test_an_order_names_its_visit_and_a_reason_is_a_story(text: str, proposal: str) -> None:
    assert said(text).text.startswith(proposal)


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("ya no recibo a nadie hoy después de las 6", "martes 8 de diciembre, 6:00 p.m. hasta el fin del día"),
        ("mañana empiezo a las 10", "miércoles 9 de diciembre, de 12:00 a.m. a 10:00 a.m."),
        ("hoy termino a la 1", "martes 8 de diciembre, 1:00 p.m. hasta el fin del día"),
        ("el jueves tengo congreso", "jueves 10 de diciembre, todo el día"),
        ("mañana tengo congreso, cancela todo", "Cancelar 1 cita de Dra. Laura Méndez, miércoles 9 de diciembre"),
        ("recórreme media hora todo lo de mañana", "Recorrer 30 minutos más tarde 1 cita"),
        (
            "mañana termino temprano, pasa la última al jueves",
            "Mover la cita de Carlos Núñez del miércoles 9 de diciembre, 10:30 a.m. al jueves 10 de diciembre, 10:30",
        ),
    ],
)
def test_a_doctor_says_how_their_day_is(text: str, proposal: str) -> None:
    assert proposal in said(text, Role.DOCTOR).text


def test_what_a_doctor_says_of_the_day_picks_no_time_that_is_offered() -> None:
    clinic = clinic_of(Role.DOCTOR)
    assert clinic.say("Rosa", "quiero una cita para mí").keys == ["offer_slots"]
    assert clinic.say("Rosa", "mañana empiezo a las 10").keys == ["order_proposal"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("el de las 8 y el de las 8:30 con Salas no llegaron", ("Amelia Rangel", "Elvira Soto")),
        ("pasa la de Teresa al jueves y la de Irma al viernes", ("Teresa Cárdenas", "Irma Cota")),
    ],
)
def test_what_is_said_of_two_visits_is_asked_of_each(text: str, names: tuple[str, str]) -> None:
    clinic = clinic_of()
    assert names[0] in clinic.say("Rosa", text).text
    done = clinic.say("Rosa", "sí")
    assert done.keys == ["order_done", "order_proposal"]
    assert names[1] in done.text.split("\n\n", 1)[1]


@pytest.mark.parametrize(
    ("text", "head", "listed"),
    [
        ("¿quién canceló hoy?", "Citas canceladas (mar 8 dic): 1", {"Irma Cota"}),
        ("citas canceladas de mañana", "No hay citas canceladas (mié 9 dic).", set[str]()),
        ("quién falta por llegar hoy con Laura", "Citas de quienes faltan por llegar con Dra. Laura", {"Nuria Vela"}),
        ("cuántas citas sin confirmar hay mañana", "Citas sin confirmar (mié 9 dic): 1", {"Carlos Núñez"}),
        ("¿quién confirmó mañana?", "No hay citas confirmadas (mié 9 dic).", set[str]()),
        ("qué tan llena está la semana de la doctora Paula", "No hay citas con Dra. Paula Ríos (", set[str]()),
    ],
)
def test_some_of_the_appointments_are_asked_for_and_not_all(text: str, head: str, listed: set[str]) -> None:
    clinic = clinic_of()
    with clinic.begin() as uow:
        of = {p.name: a for a in uow.appointments.list() for p in uow.patients.get_many([a.patient_id or 0])}
        cancel(uow, uow.schedules.clinic(), of["Irma Cota"], NOW, DESK)
        assert isinstance(arrive(uow, of["Teresa Cárdenas"], NOW, DESK), Appointment)
        uow.commit()
    told = clinic.say("Rosa", text).text
    assert told.startswith(head)
    assert {name for name in APPOINTMENTS if name in told} == listed


@pytest.mark.parametrize("text", ["cuántos pacientes nuevos hay esta semana", "¿cuántas citas de seguimiento hay hoy?"])
def test_a_count_is_not_answered_without_what_is_said_of_whom_it_counts(text: str) -> None:
    assert said(text).keys == ["order_partly"]


def test_when_a_patient_was_here_last() -> None:
    clinic = clinic_of(Role.DOCTOR)
    clinic.clock.advance(dt.timedelta(days=2))
    told = clinic.say("Rosa", "¿cuándo vi a Carlos Núñez por última vez?").text
    assert told.splitlines()[:2][1].startswith("• miércoles 9 de diciembre, 10:30 a.m. · Carlos Núñez")


def test_the_words_said_back_have_no_hole() -> None:
    """What stands before what is left over, or behind it; between two of them it might say the opposite."""
    assert said("agenda a Irma Cota el 14, urgentemente, a las 11:30 con Salas").text.startswith(
        "No hice nada todavía. No supe qué hacer con «urgentemente»."
    )


def test_another_order_answers_no_question() -> None:
    clinic = clinic_of()
    for said_before in ("bloquea el sábado a Salas", "sí"):
        clinic.say("Rosa", said_before)
    asked = clinic.say("Rosa", "abre un espacio el sábado a las 3 con Salas")
    assert asked.text.endswith("¿De qué hora a qué hora? Por ejemplo «de 3 a 4».")
    assert clinic.say("Rosa", "y llamó la prima del sábado a las 3").keys[0] != "order_proposal"
    assert "de 3:00 p.m. a 4:00 p.m." in clinic.say("Rosa", "de 3 a 4").text


def test_whoever_is_free_is_booked_with() -> None:
    clinic = clinic_of()
    text = "ponme a Ramón Ayala mañana con quien esté libre a las 4, es paciente nuevo, su cel es 664-877-1020"
    asked = clinic.say("Rosa", text)
    assert "Ramón Ayala (paciente nuevo, +526648771020) el miércoles 9" in asked.text
    assert "4:00 p.m. con Dra. Laura Méndez." in asked.text, "Jorge has gone by then, and Paula is not there"
    assert clinic.say("Rosa", "agenda a Irma Cota mañana a las 9:30").keys[-1] == "tool_question"
    assert clinic.say("Rosa", "con quien sea").keys == ["order_proposal"]
    assert "no tiene libre" in said("agenda a Irma Cota mañana a las 3 con quien sea").text


def test_who_comes_that_day_already_is_told_of() -> None:
    proposal = said("agenda a Irma Cota el martes 8 a las 11 con Salas").text
    assert "Ese día ya tiene cita: 12:30 p.m." in proposal
    assert "ya tiene cita" not in said("agenda a Irma Cota mañana a las 11 con Salas").text


def test_what_lies_in_a_blocked_stretch_goes_to_who_is_named_instead() -> None:
    clinic = clinic_of()
    assert clinic.say("Rosa", "la doctora Paula no viene el martes 15").keys == ["order_proposal"]
    asked = clinic.say("Rosa", "cámbiaselas a la doctora Laura")
    assert asked.keys == ["order_left", "order_proposal"]
    assert "Pasar con Dra. Laura Méndez 1 cita de Dra. Paula Ríos, martes 15 de diciembre" in asked.text
    assert "Bloquear la agenda de Dra. Paula Ríos: martes 15 de diciembre" in clinic.say("Rosa", "sí").text
    with clinic.begin() as uow:
        assert {a.doctor_id for a in uow.appointments.list() if a.slot.start.astimezone(_ZONE).day == 15} == {LAURA}


@pytest.mark.parametrize(
    "text",
    [
        "mándale un mensaje a Irma Cota que traiga sus análisis",
        "dile a Carlos Núñez que venga en ayunas",
        "cancela las citas de mañana de la doctora Laura y avísales que les hablo la otra semana",
    ],
)
def test_what_is_for_a_patient_to_read_is_said_not_to_be_written(text: str) -> None:
    told = said(text).text
    assert told.startswith("No hice nada todavía. Recados para un paciente no los mando yo («")


def test_who_has_not_answered_an_absence() -> None:
    clinic = clinic_of()
    assert clinic.say("Rosa", "¿quiénes no han contestado?").text.startswith("Nadie falta por contestar")
    clinic.say("Rosa", "la doctora Paula no viene el martes 15")
    for _ in range(2):
        clinic.say("Rosa", "sí")
    told = clinic.say("Rosa", "¿quiénes no han contestado?").text
    assert "(su doctor no estará): 1" in told
    assert "martes 15 de diciembre, 5:30 p.m. · Iván Ochoa · Dra. Paula Ríos" in told
    assert "Nadie con Dra. Laura" in clinic.say("Rosa", "quién falta por contestar de la doctora Laura").text


@pytest.mark.parametrize("role", [Role.STAFF, Role.DOCTOR])
def test_nobody_who_works_here_is_handed_over_and_silenced(role: Role) -> None:
    clinic = clinic_of(role)
    for nonsense in ("zumba", "zumba que zumba", "otra zumba", "zumba y zumba", "zumbando"):
        assert clinic.say("Rosa", nonsense).keys[0] in ("not_understood", "help")
    told = clinic.say("Rosa", "quiero hablar con alguien de recepción")
    assert told.text.startswith("Queda el aviso para recepción. Aquí te sigo contestando yo.")
    stale = clinic.tap_meaning("Rosa", SelectSlot(option=1), draft_version=1)
    assert "Agendar cita" not in stale.text
    assert clinic.say("Rosa", "agenda a Teresa Cárdenas mañana a las 9 con Laura").keys == ["order_proposal"]
    with clinic.begin() as uow:
        assert [one.kind for one in uow.notices.list(10)] == ["human"], "and reception hears of it"
