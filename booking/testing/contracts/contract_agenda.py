"""What every store must do with holds and appointments."""

from __future__ import annotations

import pytest

from booking.errors import NotFound
from booking.models import COMING, Appointment, Refusal, Standing, Status
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    BETO,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    booked,
    chat,
    hold,
    patient,
    phone,
    slot,
)


class HoldsContract:
    """`Appointments`: keeping a slot."""

    def test_a_held_slot_is_taken(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            held = hold(uow, slot(1), chat_id)
            uow.commit()
        assert held is not None
        assert (held.slot, held.doctor_id, held.expires_at) == (slot(1), 11, NOW + 10 * MINUTE)
        with begin() as uow:
            for taken in (slot(1), slot(0.75), slot(1.25), slot(0, 180), slot(1.1, 5)):
                assert hold(uow, taken, chat_id) is None
            found = uow.appointments.get(held.appointment_id)
        assert found == Appointment(
            id=held.appointment_id, status=Status.HELD, slot=slot(1), doctor_id=11, patient_id=None
        )

    def test_neighbours_and_other_doctors_are_free(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            assert hold(uow, slot(1), chat_id)
            assert hold(uow, slot(0.5), chat_id)
            assert hold(uow, slot(1.5), chat_id)
            assert hold(uow, slot(1), chat_id, doctor=12)
            uow.commit()

    def test_after_a_refusal_the_unit_of_work_goes_on(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            assert hold(uow, slot(1), chat_id)
            assert hold(uow, slot(1), chat_id) is None
            assert hold(uow, slot(2), chat_id)
            uow.commit()
        with begin() as uow:
            assert len(uow.appointments.list(statuses=[Status.HELD])) == 2

    def test_a_hold_that_lapsed_gives_way_at_that_very_moment(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            old = hold(uow, slot(1), chat_id)
            uow.commit()
        assert old is not None
        with begin() as uow:
            before = old.expires_at - MINUTE
            assert uow.appointments.hold(slot(1.25), 11, other, before, before + HOUR) is None
            new = uow.appointments.hold(slot(1.25), 11, other, old.expires_at, old.expires_at + HOUR)
            assert new is not None
            assert uow.appointments.renew_hold(old, chat_id, NOW + DAY) is None
            with pytest.raises(NotFound):
                uow.appointments.get(old.appointment_id)
            uow.commit()

    def test_a_live_hold_can_be_renewed_and_a_lapsed_one_too(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            held = hold(uow, slot(1), chat_id, minutes=-5)
            assert held is not None
            assert uow.appointments.renew_hold(held, other, NOW + HOUR) is None
            renewed = uow.appointments.renew_hold(held, chat_id, NOW + HOUR)
            uow.commit()
        assert renewed == held.model_copy(update={"expires_at": NOW + HOUR})
        with begin() as uow:
            assert uow.appointments.held_until([held.appointment_id, 999_999]) == {held.appointment_id: NOW + HOUR}
            assert uow.appointments.held_until([]) == {}
        with begin() as uow:
            assert hold(uow, slot(1), other) is None

    def test_a_released_slot_is_free_and_only_its_owner_releases_it(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            held = hold(uow, slot(1), chat_id)
            assert held is not None
            uow.appointments.release_hold(held, other)
            assert hold(uow, slot(1), other) is None
            uow.appointments.release_hold(held, chat_id)
            uow.appointments.release_hold(held, chat_id)
            assert uow.appointments.renew_hold(held, chat_id, NOW + HOUR) is None
            assert hold(uow, slot(1), other)


class AppointmentsContract:
    """`Appointments`: booking, cancelling, listing, counting."""

    def test_a_hold_becomes_an_appointment(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            assert uow.appointments.get(made.id) == made
            who = patient(uow, chat_id)
        assert made == Appointment(
            id=made.id,
            status=Status.BOOKED,
            slot=slot(1),
            doctor_id=11,
            patient_id=who,
            visit="control",
            reason="tos",
            version=2,
        )

    def test_only_the_hold_of_the_conversation_is_booked_and_only_once(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            held = hold(uow, slot(1), chat_id)
            assert held is not None
            who = patient(uow, chat_id)
            assert uow.appointments.book(held, other, who, "control", None, NOW) is Refusal.SLOT_TAKEN
            assert isinstance(uow.appointments.book(held, chat_id, who, "control", None, NOW), Appointment)
            assert uow.appointments.book(held, chat_id, who, "control", None, NOW) is Refusal.SLOT_TAKEN
            uow.appointments.release_hold(held, chat_id)
            assert uow.appointments.renew_hold(held, chat_id, NOW + HOUR) is None
            assert uow.appointments.get(held.appointment_id).status is Status.BOOKED

    def test_an_appointment_never_lapses(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        booked(begin, slot(1), chat_id)
        with begin() as uow:
            assert uow.appointments.hold(slot(1), 11, chat_id, NOW + DAY, NOW + 2 * DAY) is None

    def test_a_patient_is_in_one_place_at_a_time(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        booked(begin, slot(1), chat_id)
        with begin() as uow:
            held = hold(uow, slot(1.25), chat_id, doctor=12)
            assert held is not None, "holding asks nothing about the patient"
            who = patient(uow, chat_id)
            assert uow.appointments.book(held, chat_id, who, "control", None, NOW) is Refusal.PATIENT_BUSY
            assert uow.appointments.renew_hold(held, chat_id, NOW + HOUR), "the hold is still there"
            child = patient(uow, chat_id, "Leo")
            served = uow.appointments.book(held, chat_id, child, "control", None, NOW)
            assert isinstance(served, Appointment), "and may serve another patient"
            uow.commit()

    def test_a_patient_may_have_one_appointment_after_the_other(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        booked(begin, slot(1), chat_id)
        booked(begin, slot(1.5), chat_id, doctor=12)

    def test_cancelling_frees_doctor_and_patient(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            cancelled = uow.appointments.cancel(made.id, made.version, "viaje", NOW)
            assert cancelled == made.model_copy(update={"status": Status.CANCELLED, "version": made.version + 1})
            assert uow.appointments.get(made.id) == cancelled
            uow.commit()
        booked(begin, slot(1), chat_id)

    def test_what_is_not_at_that_version_or_not_live_is_not_cancelled(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        made = booked(begin, slot(1), chat_id)
        with begin() as uow:
            held = hold(uow, slot(3), chat_id)
            assert held is not None
            assert uow.appointments.cancel(made.id, made.version - 1, None, NOW) is None
            assert uow.appointments.cancel(999_999, 1, None, NOW) is None
            assert uow.appointments.cancel(held.appointment_id, 1, None, NOW) is None, "a hold is released instead"
            assert uow.appointments.cancel(made.id, made.version, None, NOW)
            assert uow.appointments.cancel(made.id, made.version + 1, None, NOW) is None
            with pytest.raises(NotFound):
                uow.appointments.get(999_999)

    def test_what_several_people_have_to_come_is_what_each_has(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = chat(begin), chat(begin, BETO)
        nobody = chat(begin, phone("526641110009"))
        booked(begin, slot(1), ana)
        later = booked(begin, slot(30), ana)
        son = booked(begin, slot(28), ana, name="Luis López")
        his = booked(begin, slot(29), beto, name="Beto Paz")
        with begin() as uow:
            assert uow.appointments.cancel(his.id, his.version, None, NOW) is not None
            people = {one.id: one.person.id for one in uow.conversations.get_many([ana, beto, nobody, 999_999])}
            assert people.keys() == {ana, beto, nobody}
            found = uow.appointments.of_people([*people.values()], NOW + 2 * HOUR, sorted(COMING))
            assert {who: [one.id for one in theirs] for who, theirs in found.items()} == {
                people[ana]: [son.id, later.id]
            }
            assert dict(uow.appointments.of_people([], NOW, sorted(COMING))) == {}
            assert list(uow.conversations.get_many([])) == []

    def test_lists_are_ordered_and_filtered(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = chat(begin), chat(begin, BETO)
        third = booked(begin, slot(3), ana)
        first = booked(begin, slot(1), ana, doctor=12)
        second = booked(begin, slot(2), beto, name="Beto")
        with begin() as uow:
            held = hold(uow, slot(4), ana)
            assert held is not None
            listed = uow.appointments.list
            person = uow.conversations.get(ana).person.id
            four = [first.id, second.id, third.id, held.appointment_id]
            assert [a.id for a in listed()] == four
            assert [a.id for a in listed(limit=2)] == four[:2]
            assert listed(start=slot(2).start, end=slot(3).start) == [second]
            assert [a.id for a in listed(doctor_id=11)] == four[1:]
            assert listed(person_id=person) == [first, third]
            assert listed(patient_id=second.patient_id) == [second]
            assert listed(statuses=[Status.BOOKED], person_id=person, start=slot(1.5).start) == [third]
            assert listed(statuses=[]) == []

    def test_tallies_count_what_is_live(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        booked(begin, slot(1), chat_id)
        gone = booked(begin, slot(2), chat_id)
        with begin() as uow:
            uow.appointments.cancel(gone.id, gone.version, None, NOW)
            hold(uow, slot(3), chat_id)
            hold(uow, slot(4), chat_id, doctor=12, minutes=1)
            assert uow.appointments.tallies([13, 11, 12], NOW) == [
                Standing(doctor_id=11, load=2, weight=1),
                Standing(doctor_id=12, load=1, weight=2),
                Standing(doctor_id=13, load=0, weight=1),
            ]
            assert uow.appointments.tallies([12], NOW + MINUTE) == [Standing(doctor_id=12, load=0, weight=2)]
            assert uow.appointments.tallies([], NOW) == []
