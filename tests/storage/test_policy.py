"""Rules stored before they had bounds: the clinic opens with the nearest ones it may have now."""

from __future__ import annotations

import datetime as dt
import json

from sqlalchemy import Engine, text

from booking.models import Clinic, Policy
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, open_clinic

WILD = {
    "horizon_days": 99_999_999,
    "min_notice_minutes": 999_999_999_999,
    "buffer_minutes": 999_999_999_999,
    "cancel_hours": 999_999_999_999,
    "hold_minutes": 0,
    "offer_size": -3,
}


def test_a_clinic_with_rules_beyond_the_bounds_is_read(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    open_clinic(engine)
    with engine.begin() as connection:
        wild = json.dumps(Policy().model_dump(mode="json") | WILD)
        connection.execute(text("UPDATE clinica SET politica = CAST(:wild AS jsonb)"), {"wild": wild})
    with begin() as uow:
        found = uow.schedules.overview()[0].policy
        uow.schedules.calendar(NOW, NOW + dt.timedelta(days=1), NOW)
    assert (found.horizon_days, found.min_notice_minutes, found.buffer_minutes) == (366, 20_160, 240)
    assert (found.cancel_hours, found.hold_minutes, found.offer_size, found.offer_minutes) == (720, 1, 1, 15)


def test_a_log_of_that_time_is_read() -> None:
    stored = {"name": "Prueba", "zone": "UTC", "policy": WILD}
    assert Clinic.model_validate(stored).policy.horizon_days == 366
    assert Clinic.model_validate_json(json.dumps(stored)).policy.cancel_hours == 720
