"""A reminder over the whole way: due by the moved clock, on the telephone, answered by its button and in words."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.conversation import reminding
from booking.models import ReminderAnswer, ReminderState, Status
from tests.e2e.approved import APPROVED
from tests.e2e.house import House

ZONE = ZoneInfo("America/Tijuana")


def _due(house: House) -> None:
    """What the clock brings every minute."""
    with house.app.begin() as uow:
        reminding.find(uow, house.clock.now())
        uow.commit()
    house.settle()


def test_it_comes_once_and_its_button_confirms(house: House) -> None:
    house.meta.templates = list(APPROVED)
    patient = house.phone("Ana")
    for words in ("una cita el 1 de diciembre a las 10 con la Dra. Méndez", "Ana Ruiz", "sí"):
        said = house.says(patient, words)
    assert "Te lo recuerdo por aquí el sábado 28 de noviembre" in said
    heard = len(patient.messages)
    house.clock.set(dt.datetime(2026, 11, 28, 10, 1, tzinfo=ZONE))
    for _ in range(2):
        _due(house)
    (told,) = patient.wait(heard + 1)[heard:]
    assert "recordarte la cita de Ana Ruiz" in told
    assert patient.last.template is not None
    assert "Te esperamos" in house.taps(patient, "Ahí estaré")
    (mine,) = house.appointments(patient)
    assert mine.status is Status.CONFIRMED
    heard = len(patient.messages)
    house.clock.set(dt.datetime(2026, 11, 30, 10, 1, tzinfo=ZONE))
    _due(house)
    assert len(patient.messages) == heard, "who said that they come is not asked again"
    with house.app.begin() as uow:
        first, *rest = [one.reminder for one in uow.reminders.of([mine.id])]
    assert (first.state, first.answer) == (ReminderState.ANSWERED, ReminderAnswer.ATTENDS)
    assert {one.state for one in rest} == {ReminderState.SKIPPED}
