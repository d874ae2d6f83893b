"""Every answer to a reminder, whatever became of its appointment, however late it comes and whoever has the chat."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from booking.appointments import appointment_changes, attendance
from booking.models import Appointment, Status
from tests.engine.answering import answered, cases, later
from tests.engine.test_reminding import DESK, HOUR, MINUTE, Reminding

ANSWERS = (
    *("Ahí estaré", "Cambiar", "Cancelar"),
    *("sí, ahí estaré", "ok", "confirmo", "no voy a poder", "no", "llego 10 min tarde", "quiero cambiarla"),
)
COMES = {"Ahí estaré", "sí, ahí estaré", "ok", "confirmo"}


def _moved(ana: Reminding, one: Appointment) -> None:
    with ana.clinic.begin() as uow:
        at = one.slot.start - HOUR
        assert isinstance(
            appointment_changes.move_to(uow, uow.schedules.clinic(), one, at, ana.now, DESK, tell=False), Appointment
        )
        uow.commit()


def _cancelled(ana: Reminding, one: Appointment) -> None:
    with ana.clinic.begin() as uow:
        assert isinstance(
            appointment_changes.cancel(uow, uow.schedules.clinic(), one, ana.now, DESK, tell=False), Appointment
        )
        uow.commit()


def _confirmed(ana: Reminding, one: Appointment) -> None:
    with ana.clinic.begin() as uow:
        assert isinstance(attendance.confirm(uow, one, ana.now, DESK), Appointment)
        uow.commit()


STATES: dict[str, Callable[[Reminding, Appointment], None]] = {
    "as it was": lambda ana, one: None,
    "moved": _moved,
    "cancelled": _cancelled,
    "confirmed": _confirmed,
}
LATE = {"at once": MINUTE, "half a day": 13 * HOUR, "after it": 27 * HOUR}


@pytest.mark.parametrize(("state", "late", "control"), cases(STATES, LATE))
def test_every_answer_has_an_answer(state: str, late: str, control: str) -> None:
    ana = Reminding(4 + 3 / 24)
    start = ana.appointment().slot.start
    assert ana.at(start - 24 * HOUR) == 1
    (reminder,) = ana.sent()
    STATES[state](ana, ana.appointment())
    before = ana.appointment()
    stored = next(item for item in ana.clinic.sent_to("Ana") if item.id == reminder.id)
    later(ana.clinic, control, LATE[late])
    for one in answered(ana.clinic, stored, ANSWERS, control):
        with one.clinic.begin() as uow:
            after = uow.appointments.get(before.id)
        on_screen = one.on_screen and (one.answer in ANSWERS[:3] or one.clinic.clock.now() < start)
        if one.heard and one.answer in COMES and state == "as it was" and on_screen and late != "after it":
            assert (after.status, one.came.keys) == (Status.CONFIRMED, ["attending"]), one.why
        else:
            assert after.status is before.status, f"confirmed by {one.why}"


def test_who_comes_late_is_heard_to_come_and_to_be_late_then() -> None:
    ana = Reminding(4 + 3 / 24)
    one = ana.appointment()
    ana.at(one.slot.start - 24 * HOUR)
    came = ana.clinic.say("Ana", "si ahi estare pero llego 10 min tarde")
    assert came.keys == ["attending", "late_noted"]
    assert ana.appointment().status is Status.CONFIRMED
    with ana.clinic.begin() as uow:
        (told,) = [notice.detail for notice in uow.notices.list() if notice.kind == "late"]
    assert one.slot.start.strftime("%Y-%m-%d") in told


def _reminded() -> Reminding:
    ana = Reminding(4 + 3 / 24)
    ana.at(ana.appointment().slot.start - 24 * HOUR)
    return ana


@pytest.mark.parametrize(
    "text", ["ay no siempre no", "siempre no", "mejor no", "pensándolo bien no", "ya no voy a poder"]
)
def test_who_thinks_better_of_coming_is_asked_about_it(text: str) -> None:
    ana = _reminded()
    ana.clinic.say("Ana", "sí")
    assert ana.appointment().status is Status.CONFIRMED
    assert ana.clinic.say("Ana", text).keys == ["cancel_proposal"]
    ana.clinic.say("Ana", "no")
    assert ana.appointment().status is Status.CONFIRMED


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *((text, "cannot_come") for text in ("sí", "ok")),
        *((text, "my_appointments") for text in ("no", "nada, déjala así", "déjala", "Dejarla así")),
        *((text, "cancel_proposal") for text in ("cancélala", "Cancelarla", "la segunda")),
        *((text, "attending") for text in ("ahí estaré", "siempre sí, ahí estaré", "siempre sí voy")),
    ],
)
def test_what_to_do_with_the_one_they_cannot_come_to_is_heard(text: str, key: str) -> None:
    ana = _reminded()
    assert ana.clinic.say("Ana", "no").keys == ["cannot_come"]
    before = ana.appointment()
    assert ana.clinic.say("Ana", text).keys == [key]
    assert (ana.appointment().status is before.status) is (key != "attending")
