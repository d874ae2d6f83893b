"""Every answer to a reminder, whatever became of its appointment, however late it comes and whoever has the chat."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from booking.appointments import appointment_changes, attendance
from booking.intents import OptOut, RequestHuman, Thank
from booking.models import Appointment, Status
from booking.testing.clinic import buttons_of
from tests.engine.test_reminding import DESK, HOUR, MINUTE, Reminding

TAPS = ("Ahí estaré", "Cambiar", "Cancelar")
TYPED = ("sí, ahí estaré", "ok", "confirmo", "no voy a poder", "no", "llego 10 min tarde", "quiero cambiarla")
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
CONTROL: dict[str, Callable[[Reminding], None]] = {
    "bot": lambda ana: None,
    "something said since": lambda ana: ana.clinic.mean("Ana", Thank()) and None,
    "human": lambda ana: ana.clinic.mean("Ana", RequestHuman()) and None,
    "baja": lambda ana: ana.clinic.mean("Ana", OptOut()) and None,
}


@pytest.mark.parametrize(("state", "late", "control"), list(itertools.product(STATES, LATE, CONTROL)))
def test_every_answer_has_an_answer(state: str, late: str, control: str) -> None:
    for answer in (*TAPS, *TYPED):
        ana = Reminding(4 + 3 / 24)
        start = ana.appointment().slot.start
        assert ana.at(start - 24 * HOUR) == 1
        (reminder,) = ana.sent()
        STATES[state](ana, ana.appointment())
        before = ana.appointment()
        CONTROL[control](ana)
        ana.clinic.clock.advance(LATE[late] if control != "human" else min(LATE[late], HOUR))
        if answer in TAPS:
            stored = next(item.content for item in ana.clinic.sent_to("Ana") if item.id == reminder.id)
            payload = {title: payload for payload, title in buttons_of(stored)}[answer]
            came = ana.clinic.tap_payload("Ana", payload, answer)
        else:
            came = ana.clinic.say("Ana", answer)
        after, why = ana.appointment(), f"{answer!r}: {came.keys}"
        heard = control in ("bot", "something said since")
        assert came.keys or not heard, why
        assert "apology" not in came.keys, why
        assert after.slot == before.slot, why
        assert after.status in (before.status, Status.CONFIRMED), why
        on_screen = answer in TAPS or (control == "bot" and ana.now < start)
        if heard and answer in COMES and state == "as it was" and on_screen and late != "after it":
            assert (after.status, came.keys) == (Status.CONFIRMED, ["attending"]), why
        elif after.status is not before.status:
            raise AssertionError(f"confirmed by {why}")
