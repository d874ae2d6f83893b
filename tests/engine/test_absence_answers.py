"""Every answer to the news that the doctor will not be there, whatever became of the appointment since, however late it
comes and whoever has the chat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from booking.appointments import appointment_changes
from booking.desk import away_list
from booking.models import Absence, Appointment, Control, State, Status
from booking.testing.invariants import check_all
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.answering import HOUR, answered, cases, later, theirs
from tests.engine.waiting_room import DESK, Waits

BUTTONS = ("Ver horarios", "Cancelar la cita", "Hablar con alguien")
ANSWERS = (
    *BUTTONS,
    *(
        "sí",
        "otro día",
        "¿y ahora para cuándo?",
        "con otro doctor",
        "no gracias",
        "mejor cancélala",
        "el lunes en la mañana",
        "ok gracias",
        "gracias",
        "enterado",
        "sí ahí estaré",
        "ahí estaré",
        "ahí estaremos, gracias",
    ),
)
SHOWS = {"Ver horarios", "sí", "ok gracias", "otro día", "¿y ahora para cuándo?"}
COMES = {"gracias", "enterado", "sí ahí estaré", "ahí estaré", "ahí estaremos, gracias"}
CANCELS = {"Cancelar la cita", "mejor cancélala"}
LATE = {"at once": dt.timedelta(minutes=1), "days later": 50 * HOUR, "after it": 120 * HOUR}
MOVED_BY = dt.timedelta(days=1)


def _moved(waits: Waits, one: Appointment) -> None:
    with waits.clinic.begin() as uow:
        start = one.slot.start - MOVED_BY
        done = appointment_changes.move_to(
            uow, uow.schedules.clinic(), one, start, waits.now, DESK, tell=False, overbook=True
        )
        assert isinstance(done, Appointment), done
        uow.commit()


def _cancelled(waits: Waits, one: Appointment) -> None:
    with waits.clinic.begin() as uow:
        done = appointment_changes.cancel(uow, uow.schedules.clinic(), one, waits.now, DESK, tell=False)
        assert isinstance(done, Appointment), done
        uow.commit()


def _back(waits: Waits, one: Appointment) -> None:
    """She will be there after all."""
    with waits.clinic.begin() as uow:
        for id, _ in uow.rules.of(Absence, one.doctor_id):
            uow.rules.remove(Absence, id)
        assert one.id in away_list.lifted(uow, one.doctor_id, "recepción", waits.now)
        uow.commit()
    waits.clinic.tell_patients()


STATES: dict[str, Callable[[Waits, Appointment], None]] = {
    "as it was": lambda waits, one: None,
    "moved": _moved,
    "cancelled": _cancelled,
    "the doctor back": _back,
}


@pytest.mark.parametrize(("state", "late", "control"), cases(STATES, LATE))
def test_every_answer_has_an_answer(state: str, late: str, control: str) -> None:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    (mine,) = theirs(waits.clinic)
    waits.away(waits.friday)
    asked = waits.clinic.sent_to("Ana")[-1]
    monday = waits.friday + dt.timedelta(days=3)
    waits.cancels(waits.at(9, monday), waits.at(9.5, monday))
    STATES[state](waits, mine)
    later(waits.clinic, control, LATE[late])
    over = late == "after it" and control != "human"
    for one in answered(waits.clinic, asked, ANSWERS, control):
        conversation = one.clinic.conversation("Ana")
        fresh = one.heard and one.on_screen and state == "as it was" and not over
        if fresh and one.answer in SHOWS:
            assert one.came.keys == ["offer_slots"], one.why
        if fresh and one.answer in COMES:
            assert one.came.keys == ["still_away"], one.why
            assert one.came.text.count("no habrá quien atienda") == 1, one.why
            one.clinic.say("Ana", "con otro doctor")
            looked_for = one.clinic.conversation("Ana").draft
            assert looked_for is not None, one.why
            assert looked_for.kind == "move", one.why
            one.clinic.say("Ana", "dejémoslo así")
            continue
        if fresh and one.answer in CANCELS:
            assert one.came.keys == ["cancel_proposal"], one.why
        if one.heard and one.answer == "Hablar con alguien":
            assert conversation.control is Control.HUMAN, one.why
        if conversation.state is State.SLOT_SELECTION:
            one.clinic.say("Ana", "la primera")
        if one.clinic.conversation("Ana").state is State.CONFIRM:
            one.clinic.say("Ana", "sí")
            check_all(one.clinic)
        with one.clinic.begin() as uow:
            kept = uow.appointments.get(mine.id)
        if state == "cancelled":
            assert kept.status is Status.CANCELLED, one.why
        if over:
            assert kept.slot.start <= one.clinic.clock.now() or kept == mine, (
                "what is over is neither moved nor cancelled"
            )
        if fresh and one.answer in SHOWS:
            assert [(a.id, a.slot.start > mine.slot.start) for a in theirs(one.clinic)] == [(mine.id, True)], one.why
        if fresh and one.answer in CANCELS:
            assert kept.status is Status.CANCELLED, one.why


@pytest.mark.parametrize(
    "answer",
    [
        "ay no, ¿y eso? pues para mañana a la misma hora",
        "pues ya ni modo, póngamela mañana a la misma hora",
        "entonces el jueves a la misma hora",
        "que sea otro doctor pero el mismo viernes",
        "no le queda, a esa hora ya abrió el taller, mejor a las 9 y media",
        "no creo, me cambiaron el turno, a ver si el miércoles",
    ],
)
def test_what_is_wished_for_then_is_a_change_of_that_appointment(answer: str) -> None:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    (mine,) = theirs(waits.clinic)
    waits.away(waits.friday)
    monday = waits.friday + dt.timedelta(days=3)
    waits.cancels(waits.at(9, monday), waits.at(9.5, monday))
    came = waits.clinic.say("Ana", answer)
    if came.keys == ["partly"]:
        waits.clinic.say("Ana", "sí")
    draft = waits.clinic.conversation("Ana").draft
    assert draft is not None, came.keys
    assert draft.kind == "move", came.keys
    assert draft.appointment.id == mine.id
    if waits.clinic.conversation("Ana").state is State.SLOT_SELECTION:
        waits.clinic.say("Ana", "la primera")
    waits.clinic.say("Ana", "sí, cámbiala")
    assert [one.id for one in theirs(waits.clinic)] == [mine.id]
    check_all(waits.clinic)
