"""What every store must do with what doctors wrote down of visits."""

from __future__ import annotations

import pytest

from booking.models import LIVE_APPOINTMENTS, Status
from booking.models.documents import EmbeddingModel
from booking.models.medical_records import MedicalRecord
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import BETO, DAY, HOUR, MINUTE, NOW, SEED, booked, chat, slot

MODEL = EmbeddingModel(name="small", dimension=2, threshold=0.7)
_LAURA, _JORGE = (doctor.id for doctor in SEED.doctors[:2])


class RecordsContract:
    """`MedicalRecords`, and who a doctor saw last."""

    def test_a_search_never_returns_another_doctors_record(self, begin: UnitOfWorkFactory) -> None:
        patient = booked(begin, slot(24), chat(begin)).patient_id or 0
        said = (("migraña con aura", "dolor de cabeza"), ("gastritis", ""), ("migraña", "náusea"))
        with begin() as uow:
            mine = [
                uow.records.add(
                    MedicalRecord(patient_id=patient, doctor_id=_LAURA, at=NOW - n * DAY, diagnosis=what, symptoms=how)
                )
                for n, (what, how) in enumerate(said)
            ]
            his = uow.records.add(MedicalRecord(patient_id=patient, doctor_id=_JORGE, at=NOW, diagnosis="migraña"))
            uow.commit()
        with begin() as uow:
            found = uow.records.search(_LAURA, ("migrana",), None, None, 9, 5.0)
            assert [one.id for one in found] == [mine[0], mine[2]]
            assert [one.id for one in uow.records.search(_JORGE, ("migrana", "gastritis"), None, None, 9)] == [his]
            assert uow.records.search(10**6, ("migrana",), None, None, 9) == []
            assert uow.records.search(_LAURA, (), None, None, 9) == []
            assert [one.id for one in uow.records.of_patient(patient)] == [his, *mine]
            if uow.records.has_vectors():
                missing = uow.records.without_vector("small", 9)
                assert dict(missing)[mine[0]] == "migraña con aura\ndolor de cabeza"
                vectors = [(id, (1.0, 0.0) if id == his else (0.6, 0.8)) for id, _ in missing]
                uow.records.put_vectors(MODEL, vectors)
                assert uow.records.vectors("small") == (4, 4)
                near = uow.records.search(_LAURA, (), (1.0, 0.0), "small", 9)
                assert {one.id for one in near} == set(mine)
                assert near[0].similarity == pytest.approx(0.6, abs=1e-4)
                assert uow.records.search(_LAURA, (), (1.0, 0.0), "other", 9) == []

    def test_records_go_with_their_patient_and_move_where_two_are_one(self, begin: UnitOfWorkFactory) -> None:
        kept = booked(begin, slot(24), chat(begin)).patient_id or 0
        left = booked(begin, slot(26), chat(begin, BETO)).patient_id or 0
        with begin() as uow:
            uow.records.add(MedicalRecord(patient_id=left, doctor_id=_LAURA, at=NOW, diagnosis="migraña"))
            one, other = uow.patients.get_many([kept])[0], uow.patients.get_many([left])[0]
            uow.patients.join(one, other, NOW)
            uow.commit()
        with begin() as uow:
            assert [record.patient_id for record in uow.records.of_patient(kept)] == [kept]
            uow.patients.forget(uow.patients.get_many([kept])[0], chat=False, now=NOW)
            uow.commit()
        with begin() as uow:
            assert uow.records.of_patient(kept) == []
            assert uow.records.search(_LAURA, ("migrana",), None, None, 9) == []

    def test_who_a_doctor_saw_last(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = chat(begin), chat(begin, BETO)
        first, later = booked(begin, slot(24), ana), booked(begin, slot(26), beto)
        again = booked(begin, slot(28), ana)
        until = again.slot.start
        with begin() as uow:
            of = first.doctor_id
            seen = uow.appointments.last_of_each(of, until, 9)
            mine = [one for one in (again, later) if one.doctor_id == of]
            assert [one.id for one in seen] == [one.id for one in mine]
            assert all(one.doctor_id == of and one.status in (*LIVE_APPOINTMENTS, Status.COMPLETED) for one in seen)
            assert uow.appointments.last_of_each(of, first.slot.start - MINUTE, 9) == []
            assert [one.id for one in uow.appointments.last_of_each(of, first.slot.start + HOUR, 9)] == [first.id]
            assert len(uow.appointments.last_of_each(of, until, 1)) == 1
            hers = uow.conversations.get(ana).person.id
            [(name, with_whom, at)] = uow.appointments.last_of_person(hers, first.slot.start, until)
            assert (name, at) == (uow.patients.get_many([again.patient_id or 0])[0].name, again.slot.start)
            assert with_whom == next(one.name for one in uow.schedules.doctors() if one.id == again.doctor_id)
            [(_, _, at)] = uow.appointments.last_of_person(hers, first.slot.start, until - MINUTE)
            assert at == first.slot.start
            assert uow.appointments.last_of_person(hers, until + MINUTE, until + HOUR) == []
            [(name, _, at, status), (_, _, before, _)] = uow.appointments.of_person_between(
                hers, first.slot.start, until + MINUTE, 9
            )
            assert (name, at, status) == (uow.patients.get_many([again.patient_id or 0])[0].name, until, again.status)
            assert before == first.slot.start
            assert len(uow.appointments.of_person_between(hers, first.slot.start, until, 9)) == 1
            assert uow.appointments.of_person_between(10**6, first.slot.start, until, 9) == []
            assert uow.appointments.last_of_person(10**6, first.slot.start, until) == []
            assert uow.patients.count_of(of) == len({one.patient_id for one in (first, *mine)})
            assert uow.patients.count_of(10**6) == 0
