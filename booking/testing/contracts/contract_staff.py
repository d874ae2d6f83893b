"""What every store must do with rights, their codes, sessions and measured stages."""

from __future__ import annotations

from booking.access.identification import enrol, invite
from booking.access.rights import MOST_TRIES, SESSION_WINDOW
from booking.intents import CallOutcome, ModelCall, Source
from booking.models import Grant, Role
from booking.models.stage_times import StageOutcome, StageTime
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import BETO, DAY, HOUR, NOW, booked, chat, slot

NUMBER = "+526641110001"  # Ana's


class StaffContract:
    """`Staff`, with the codes of `booking.access.identification`."""

    def test_rights_are_read_with_the_person(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            person_id = uow.conversations.get(chat_id).person.id
            uow.staff.grant(person_id, Grant(role=Role.STAFF), NOW)
            uow.staff.grant(person_id, Grant(role=Role.DOCTOR, doctor_id=11, until=NOW + DAY), NOW)
            uow.staff.grant(person_id, Grant(role=Role.DOCTOR, doctor_id=12, until=NOW + HOUR), NOW)
            uow.commit()
        with begin() as uow:
            person = uow.conversations.get(chat_id).person
            assert uow.conversations.lock(chat_id).person == person
            assert [p.id for p in uow.staff.list()] == [person_id]
            assert uow.staff.find(NUMBER) == person
            assert uow.staff.find("+10000000000") is None
        assert person.roles_at(NOW) == {Role.PATIENT, Role.STAFF, Role.DOCTOR}
        assert (person.role_at(NOW), person.doctor_at(NOW)) == (Role.DOCTOR, 12)
        later = NOW + HOUR
        assert (person.role_at(later), person.doctor_at(later)) == (Role.STAFF, None)

    def test_a_right_can_be_taken_back(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            person_id = uow.conversations.get(chat_id).person.id
            uow.staff.grant(person_id, Grant(role=Role.ADMIN), NOW)
            assert uow.staff.revoke(person_id, Role.ADMIN)
            assert not uow.staff.revoke(person_id, Role.ADMIN)
            uow.commit()
        with begin() as uow:
            assert uow.conversations.get(chat_id).person.role_at(NOW) is Role.PATIENT

    def test_a_code_gives_its_right_once_to_its_number(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = chat(begin), chat(begin, BETO)
        grant = Grant(role=Role.DOCTOR, doctor_id=11)
        with begin() as uow:
            invite(uow, NUMBER, grant, "12345678", "salt", NOW)
            other, mine = uow.conversations.get(beto).person, uow.conversations.get(ana).person
            assert enrol(uow, other, "12345678", NOW) is None
            assert enrol(uow, mine, "87654321", NOW) is None
            assert enrol(uow, mine, "12345678", NOW) == grant
            assert enrol(uow, mine, "12345678", NOW) is None
            uow.commit()
        with begin() as uow:
            assert uow.conversations.get(ana).person.grants == (grant,)
            assert uow.conversations.get(beto).person.grants == ()

    def test_a_code_lapses_and_bears_few_tries(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            person = uow.conversations.get(chat_id).person
            invite(uow, NUMBER, Grant(role=Role.STAFF), "12345678", "salt", NOW)
            assert [(i.phone, i.grant.role) for i in uow.staff.invitations()] == [(NUMBER, Role.STAFF)]
            assert enrol(uow, person, "12345678", NOW + DAY) is None
            for _ in range(MOST_TRIES):
                assert enrol(uow, person, "00000000", NOW) is None
            assert enrol(uow, person, "12345678", NOW) is None
            invite(uow, NUMBER, Grant(role=Role.STAFF), "12345679", "salt", NOW)  # replaces it
            assert enrol(uow, person, "12345679", NOW) is not None

    def test_writing_goes_on_with_the_session_of_the_last_day(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            person_id = uow.conversations.get(chat_id).person.id
            uow.sessions.touch(person_id, 1, NOW)
            uow.sessions.touch(person_id, 2, NOW + 23 * HOUR)
            uow.sessions.touch(person_id, 1, NOW + 23 * HOUR + SESSION_WINDOW)
            uow.commit()
        with begin() as uow:
            found = uow.sessions.list(person_id)
            assert [(s.messages, s.last_activity) for s in found] == [
                (1, NOW + 47 * HOUR),
                (3, NOW + 23 * HOUR),
            ]
            assert uow.sessions.purge(NOW + 24 * HOUR) == 1
            assert len(uow.sessions.list(person_id)) == 1

    def test_who_may_sign_in_to_the_pages(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            person_id = uow.conversations.get(chat_id).person.id
            uow.staff.set_password(person_id, "first", NOW)
            uow.staff.set_password(person_id, "second", NOW)
            uow.commit()
        with begin() as uow:
            assert uow.staff.passwords() == {person_id: "second"}
            uow.staff.set_password(person_id, None, NOW)
            uow.staff.set_password(person_id, None, NOW)
            uow.commit()
        with begin() as uow:
            assert uow.staff.passwords() == {}

    def test_stages_are_kept_and_purged(self, begin: UnitOfWorkFactory) -> None:
        old = StageTime(stage="understand", took_ms=1.5, at=NOW, conversation_id=7)
        new = StageTime(stage="deliver", took_ms=2, at=NOW + DAY, outcome=StageOutcome.ERROR, error="Timeout")
        with begin() as uow:
            uow.metrics.add([old, new])
            uow.metrics.add([])
            uow.commit()
        with begin() as uow:
            assert uow.metrics.list() == [new, old]
            assert uow.metrics.list(limit=1) == [new]
            assert uow.metrics.purge(NOW + DAY) == 1
            assert uow.metrics.list() == [new]

    def test_texts_that_models_were_shown_are_forgotten(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        call = ModelCall(model="m", outcome=CallOutcome.OK, took_ms=5, text="no puedo el martes")
        with begin() as uow:
            uow.model_calls.add(chat_id, [call], Source.MODEL, NOW)
            uow.model_calls.add(chat_id, [call.model_copy(update={"text": None})], Source.MODEL, NOW)
            uow.model_calls.add(chat_id, [call], Source.MODEL, NOW + DAY)
            uow.commit()
        with begin() as uow:
            assert [said.text for _, _, said in uow.model_calls.list()] == [call.text, None, call.text]
            assert [said.text for said in uow.model_calls.of(chat_id, NOW)] == [call.text, None]
            assert list(uow.model_calls.of(chat_id + 1, NOW)) == []
            assert uow.model_calls.forget_texts(NOW + DAY) == 1
            assert [said.text for _, _, said in uow.model_calls.list()] == [call.text, None, None]

    def test_an_e_mail_stays_until_another_is_given(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            assert uow.patients.enter("Leo López", NUMBER, None, NOW).email is None
            assert uow.patients.enter("Leo López", NUMBER, None, NOW, "leo@example.com").email == "leo@example.com"
            assert uow.patients.enter("Leo López", NUMBER, None, NOW).email == "leo@example.com"
            assert uow.patients.enter("Leo López", NUMBER, None, NOW, "l@example.com").email == "l@example.com"
            assert uow.patients.enter("Eva", None, None, NOW, "eva@example.com").email == "eva@example.com"
            uow.commit()
        with begin() as uow:
            assert [p.email for p in uow.patients.search("leo")] == ["l@example.com"]

    def test_those_called_so_and_nobody_else(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            made = uow.patients.enter("Ána  Ruiz", None, None, NOW)
            uow.patients.enter("Ana Ruiz Soto", None, None, NOW)
            uow.commit()
        with begin() as uow:
            assert [one.id for one in uow.patients.named({"ana ruiz", "leo", "ruiz"})] == [made.id]
            assert list(uow.patients.named(())) == []

    def test_a_doctors_patients(self, begin: UnitOfWorkFactory) -> None:
        """Those whom they entered and those with an appointment; nobody else's."""
        chat_id = chat(begin)
        seen = booked(begin, slot(3), chat_id, doctor=11, name="Ana López").patient_id
        with begin() as uow:
            entered = uow.patients.enter("Ana Ruiz", None, 12, NOW)
            by_phone = uow.patients.enter("Leo López", NUMBER, 12, NOW)
            assert uow.patients.enter("leo lopez", NUMBER, 11, NOW) == by_phone
            assert by_phone.person_id == uow.conversations.get(chat_id).person.id
            stranger = uow.patients.enter("Eva", "+526641119999", None, NOW)
            assert uow.patients.enter("Eva Sosa", "+526641119999", None, NOW).person_id == stranger.person_id
            assert uow.patients.enter("Leo López", NUMBER, 11, NOW + DAY) == by_phone, "twice is as once"
            uow.commit()
        with begin() as uow:
            assert [p.id for p in uow.patients.search("leo", doctor_id=11)] == [by_phone.id], "entered by both"
            assert list(uow.patients.search("leo", doctor_id=13)) == []
            assert [p.id for p in uow.patients.search("ana", doctor_id=11)] == [seen]
            assert [p.id for p in uow.patients.search("ana", doctor_id=12)] == [entered.id]
            assert [p.id for p in uow.patients.search(doctor_id=12)] == [entered.id, by_phone.id]
            assert {p.id for p in uow.patients.search("ana")} == {seen, entered.id}
