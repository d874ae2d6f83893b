"""Among the times of one doctor, "con otro doctor" is with anybody else: they are looked for, and nobody is listed."""

from __future__ import annotations

import pytest

from booking.models.draft_parts import doctor_of, refused_of
from tests.engine.test_own_visits import TUESDAY, clinic_with, live, shown

MENDEZ, SALAS, RIOS = "Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos"


@pytest.mark.parametrize("before", [MENDEZ, SALAS, RIOS])
@pytest.mark.parametrize(
    "said",
    ["con otro doctor", "con otra doctora", "mejor con otro doctor", "prefiero otra doctora", "quiero otro médico"],
)
def test_the_doctor_whose_times_are_shown_is_left_out(before: str, said: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", f"quiero una cita con {before}")
    reply = clinic.say("Ana", said)
    assert "Atienden" not in shown(reply)
    draft = clinic.conversation("Ana").draft
    assert doctor_of(draft) != before
    assert before in refused_of(draft)
    assert (SALAS in refused_of(draft)) == ("doctora" in said or before == SALAS)
    clinic.say("Ana", "el primero")
    assert live(clinic) == [TUESDAY]


def test_without_a_doctor_sought_a_woman_is_no_man() -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", "quiero una cita el viernes")
    clinic.say("Ana", "con otra doctora")
    assert refused_of(clinic.conversation("Ana").draft) == (SALAS,)
