"""Every answer to an invitation to book, of who did not come and of who is to come back, whatever became of it since,
however late it comes and whoever has the chat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from booking.appointments import appointment_changes, attendance
from booking.models import Appointment, ComeBackWhy, Control, EventKind, State, Status
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from tests.engine.answering import HOUR, answered, cases, later, theirs
from tests.engine.unasked import invited
from tests.engine.waiting_room import DESK

BUTTONS = {ComeBackWhy.MISSED: "Buscar otra fecha", ComeBackWhy.RECALL: "Agendar cita"}
ANSWERS = (
    *("Hablar con alguien", "sí", "ok", "sí, quiero otra fecha", "el jueves a las 9", "no gracias", "ya no"),
    *("¿para cuándo hay?", "gracias"),
)
LATE = {"at once": dt.timedelta(minutes=1), "two days later": 48 * HOUR}
DAY = dt.timedelta(days=1)


def _missed(clinic: Clinic) -> Appointment:
    """What she was invited for."""
    with clinic.begin() as uow:
        (one,) = uow.appointments.list()
    return one


def _has_one(clinic: Clinic, missed: Appointment) -> None:
    """The desk has given her the first time of Friday."""
    with clinic.begin() as uow:
        start = missed.slot.start + 4 * DAY
        done = appointment_changes.enter(
            uow, uow.schedules.clinic(), 1, missed.patient_id or 0, start, clinic.clock.now(), DESK, tell=False
        )
        assert isinstance(done, Appointment), done
        uow.commit()


def _by_mistake(clinic: Clinic, missed: Appointment) -> None:
    """She was there: the desk takes the mark back."""
    with clinic.begin() as uow:
        one = uow.appointments.get(missed.id)
        if one.status is Status.NO_SHOW:
            assert isinstance(attendance.undo(uow, EventKind.NO_SHOW, one, clinic.clock.now(), DESK), Appointment)
        uow.commit()


STATES: dict[str, Callable[[Clinic, Appointment], None]] = {
    "as it was": lambda clinic, missed: None,
    "has one by now": _has_one,
    "by mistake": _by_mistake,
}


@pytest.mark.parametrize("why", ComeBackWhy)
@pytest.mark.parametrize(("state", "late", "control"), cases(STATES, LATE))
def test_every_answer_has_an_answer(state: str, late: str, control: str, why: ComeBackWhy) -> None:
    clinic = invited(why)
    missed = _missed(clinic)
    asked = clinic.sent_to("Ana")[-1]
    STATES[state](clinic, missed)
    later(clinic, control, LATE[late])
    for one in answered(clinic, asked, (BUTTONS[why], *ANSWERS), control):
        conversation = one.clinic.conversation("Ana")
        if one.heard and one.answer == "Hablar con alguien":
            assert conversation.control is Control.HUMAN, one.why
        if one.heard and one.answer == BUTTONS[why]:
            assert one.came.keys == ["offer_slots"], one.why
            one.clinic.say("Ana", "la primera")
        if one.heard and one.answer in (BUTTONS[why], "el jueves a las 9"):
            if one.came.keys == ["move_or_another"]:  # of who has one by now a time alone may be its new one
                assert state == "has one by now", one.why
                one.clinic.say("Ana", "otra más")
                one.clinic.say("Ana", "la primera")
            one.clinic.say("Ana", "sí")
            check_all(one.clinic)
            assert len(theirs(one.clinic)) == len(one.before) + 1, one.why
        elif not one.heard:
            assert conversation.state is State.IDLE, one.why
