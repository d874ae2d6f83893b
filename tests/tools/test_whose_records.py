"""No search of what doctors wrote down returns another doctor's, whoever asks and whatever for."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from booking.access.rights import Caller
from booking.documents.library import Searcher
from booking.documents.missing_vectors import fill
from booking.models import Role
from booking.models.medical_records import MedicalRecord
from booking.models.tool_answers import Done
from booking.runtime.services import toolbox
from booking.testing.same_vectors import SameVectors
from tests.tools.house import CALLERS, CLINIC, NOW, House

ILLS = ("migraña con aura", "gastritis", "dolor de espalda", "migraña", "tos y migraña")
MEANINGS = {"jaqueca": "migraña"}
ASKED = ("migraña", "jaqueca con aura", "gastritis o tos", "dolor", "de la doctora 2", "Ana Ruiz", "Eva Sosa", "nada")
OTHER = "doctor of the other"
WHO = {
    **CALLERS,
    OTHER: Caller(account="c6", roles=frozenset({Role.PATIENT, Role.DOCTOR}), doctor_id=2),
    "all of them": Caller(account="c7", roles=frozenset(Role), doctor_id=2),
}
OWN = {"doctor": 1, OTHER: 2, "all of them": 2}


@pytest.fixture(params=["house", "postgres_house"])
def written(request: pytest.FixtureRequest) -> House:
    """Each doctor wrote down the same of every patient, and whose it is."""
    house: House = request.getfixturevalue(request.param)
    with house.begin() as uow:
        for doctor in (1, 2):
            for name, appointment in house.appointments.items():
                known = {"patient_id": appointment.patient_id, "doctor_id": doctor, "at": NOW}
                for ill in ILLS:
                    uow.records.add(MedicalRecord(**known, diagnosis=ill, symptoms=f"{name}, de {doctor}"))
        uow.commit()
    fill(house.begin, SameVectors(MEANINGS), of=lambda uow: uow.records)
    return house


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(who=st.sampled_from(sorted(WHO)), asked=st.sampled_from(ASKED), vectors=st.booleans())
def test_no_search_returns_another_doctors_record(written: House, who: str, asked: str, vectors: bool) -> None:
    searcher = Searcher(SameVectors(MEANINGS) if vectors else None)
    tools = toolbox(written.begin, seconds=60, documents=searcher)
    wanted = {"que": "historiales", "busqueda": asked}
    [answer] = tools.ask(CLINIC, WHO[who], NOW, [("contexto_medico", wanted)])
    if who not in OWN:
        assert not isinstance(answer, Done)
        return
    assert isinstance(answer, Done)
    found = answer.result["historiales"]
    assert len(found) <= 5
    assert all(one["sintomas"].endswith(f"de {OWN[who]}") for one in found)
    if asked == "migraña":
        assert found
