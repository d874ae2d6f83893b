"""What every store must do with what patients are to be told of their appointments."""

from __future__ import annotations

from booking.models import (
    AppointmentVersion,
    DeliveryStatus,
    OutText,
    Situation,
    Status,
    Telling,
    TellingState,
    ToldOf,
)
from booking.models.messages import WITHDRAWN
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import ANA, HOUR, MINUTE, NOW, booked, chat, slot


def _telling(appointment_id: int, version: int, **others: object) -> Telling:
    about = AppointmentVersion(id=appointment_id, version=version)
    before = Situation(status=Status.BOOKED, slot=slot(30), doctor_id=11)
    made = Telling(about=about, what=ToldOf.MOVED, before=before, at=NOW)
    return made.model_copy(update=others)


class TellingsContract:
    """`Tellings`, and the messages that they withdraw."""

    def test_what_waits_is_settled_once(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        one, other = booked(begin, slot(24), chat_id).id, booked(begin, slot(26), chat_id).id
        with begin() as uow:
            person = uow.conversations.get(chat_id).person.id
            uow.tellings.add(_telling(one, 2, person_id=person))
            uow.tellings.add(_telling(one, 3, what=ToldOf.CANCELLED, before=None))
            spoken = {"state": TellingState.SPOKEN, "done_at": NOW}
            uow.tellings.add(_telling(other, 2, **spoken))
            assert uow.tellings.waiting() == [one]
            (sent,) = uow.outbox.add(chat_id, ANA, [OutText(body="cambió")], None, NOW)
            first, second = (told.telling for told in uow.tellings.lock(one))
            uow.tellings.settle([first.id], TellingState.OVERTAKEN, NOW + MINUTE)
            uow.tellings.settle([first.id, second.id], TellingState.WRITTEN, NOW + HOUR, outbox_id=sent)
            uow.tellings.settle([], TellingState.LATE, NOW)
            uow.commit()
        with begin() as uow:
            assert uow.tellings.waiting() == []
            overtaken, written, told = uow.tellings.of([one, other])
        assert overtaken.telling == _telling(
            one, 2, id=first.id, person_id=person, state=TellingState.OVERTAKEN, done_at=NOW + MINUTE
        )
        assert written.telling == second.model_copy(
            update={"state": TellingState.WRITTEN, "done_at": NOW + HOUR, "outbox_id": sent}
        )
        assert told.telling == _telling(other, 2, id=told.telling.id, **spoken)
        assert [t.heard for t in (overtaken, written, told)] == [False, True, True]

    def test_a_version_is_told_once(self, begin: UnitOfWorkFactory) -> None:
        id = booked(begin, slot(24), chat(begin)).id
        with begin() as uow:
            for before in (None, Situation(status=Status.BOOKED, slot=slot(30), doctor_id=11)):
                uow.tellings.add(_telling(id, 2, before=before))
            (told,) = uow.tellings.of([id])
        assert told.telling.before is None

    def test_how_far_its_message_got(self, begin: UnitOfWorkFactory) -> None:
        """A message that says the same again takes its place."""
        chat_id = chat(begin)
        id = booked(begin, slot(24), chat_id).id
        with begin() as uow:
            failed, again = uow.outbox.add(chat_id, ANA, [OutText(body="a"), OutText(body="b")], None, NOW)
            uow.tellings.add(_telling(id, 2))
            (waiting,) = uow.tellings.of([id])
            uow.tellings.settle([waiting.telling.id], TellingState.WRITTEN, NOW, outbox_id=failed)
            (pending,) = uow.tellings.of([id])
            uow.outbox.mark_failed(failed, "131047", None)
            (gone,) = uow.tellings.of([id])
            uow.tellings.said_again(failed, again)
            uow.outbox.mark_sent(again, "wamid.1", NOW + MINUTE)
            uow.outbox.record_status(DeliveryStatus(wamid="wamid.1", status="read", at=NOW + HOUR), None)
            uow.commit()
            (read,) = uow.tellings.of([id])
        assert [(told.message, told.error) for told in (waiting, pending, gone)] == [
            (None, None),
            ("pending", None),
            ("failed", "131047"),
        ]
        assert (read.message, read.sent_at, read.delivery, read.heard) == ("sent", NOW + MINUTE, "read", True)

    def test_what_waits_in_the_outbox_is_withdrawn_and_what_went_out_stays(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            sent, waits, other = uow.outbox.add(chat_id, ANA, [OutText(body=word) for word in "abc"], None, NOW)
            uow.outbox.mark_sent(sent, "wamid.1", NOW)
            uow.outbox.withdraw([sent, waits])
            uow.outbox.withdraw([])
            uow.commit()
            found = {item.id: (item.state, item.last_error) for item in uow.outbox.list(chat_id)}
        assert found == {sent: ("sent", None), waits: ("expired", WITHDRAWN), other: ("pending", None)}

    def test_that_the_doctor_is_late_is_kept_as_often_as_it_is_said(self, begin: UnitOfWorkFactory) -> None:
        id = booked(begin, slot(24), chat(begin)).id
        about = AppointmentVersion(id=id, version=1)
        with begin() as uow:
            for minutes in (20, 20, 40):
                uow.tellings.add(Telling(about=about, what=ToldOf.LATE, minutes=minutes, at=NOW))
            uow.commit()
            assert [told.telling.minutes for told in uow.tellings.of([id])] == [20, 20, 40]

    def test_what_was_made_together_is_found_and_waits_again_when_its_message_is_withdrawn(
        self, begin: UnitOfWorkFactory
    ) -> None:
        chat_id = chat(begin)
        one, two, later = (booked(begin, slot(hours), chat_id).id for hours in (24, 26, 28))
        made = {"what": ToldOf.BOOKED, "before": None}
        with begin() as uow:
            for id in (one, two):
                uow.tellings.add(_telling(id, 1, **made))
            uow.tellings.add(_telling(later, 1, **made, at=NOW + MINUTE))
            first, second, third = (told.telling for told in uow.tellings.of([one, two, later]))
            assert uow.tellings.together(first) == [two]
            assert uow.tellings.together(second) == [one]
            assert uow.tellings.together(third) == []
            (sent,) = uow.outbox.add(chat_id, ANA, [OutText(body="agendadas")], None, NOW)
            uow.tellings.settle([first.id, second.id], TellingState.WRITTEN, NOW, outbox_id=sent)
            assert uow.tellings.together(first) == []
            assert [told.telling.about.id for told in uow.tellings.said_by(sent)] == [one, two]
            assert uow.tellings.again([sent], [one]) == [], "it was not withdrawn"
            uow.outbox.withdraw([sent])
            assert uow.tellings.again([sent], [one]) == [two]
            assert uow.tellings.again([], [one]) == []
            uow.commit()
        with begin() as uow:
            states = [told.telling.state for told in uow.tellings.of([one, two])]
            assert states == [TellingState.WRITTEN, TellingState.WAITING]
            assert uow.tellings.of([two])[0].telling == second
