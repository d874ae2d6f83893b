"""A value is stored under the names that older releases, which may work on the same database, know it by."""

from __future__ import annotations

import json

from pydantic import TypeAdapter

from booking.models import DRAFT, Appointment, Move
from tests.core.test_moving import NOW


def test_the_type_of_a_visit_is_stored_as_it_was() -> None:
    slot = {"start": NOW, "end": NOW}
    one = Appointment(id=1, status="programada", slot=slot, doctor_id=1, patient_id=1, visit="seguimiento")
    stored = DRAFT.dump_python(Move(appointment=one), mode="json")
    assert stored["appointment"]["kind"] == "seguimiento"
    assert "visit" not in stored["appointment"]
    assert DRAFT.validate_python(json.loads(json.dumps(stored))) == Move(appointment=one)
    assert TypeAdapter(list[Appointment]).dump_python([one], mode="json")[0]["kind"] == "seguimiento"
