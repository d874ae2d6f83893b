"""What every store must do with appointments whose doctor will not be there."""

from __future__ import annotations

from booking.models import Absence, Appointment, AskedToMove, Refusal
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import HOUR, MINUTE, NOW, booked, chat, slot


def _asked(one: Appointment, **others: object) -> AskedToMove:
    made = AskedToMove(
        appointment_id=one.id, doctor_id=one.doctor_id, start=one.slot.start, asked_at=NOW, answer_by=NOW + HOUR
    )
    return made.model_copy(update=others)


def _away(one: Appointment) -> Absence:
    return Absence(doctor_id=one.doctor_id, start=one.slot.start, end=one.slot.end)


class AwayContract:
    """`Away`."""

    def test_one_awaits_its_move_while_the_doctor_is_away(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        first, second = booked(begin, slot(24), chat_id), booked(begin, slot(26), chat_id)
        with begin() as uow:
            uow.away.ask(_asked(first))
            uow.away.ask(_asked(second))
            assert uow.away.awaiting() == []
            rule = uow.rules.add(_away(first))
            uow.rules.add(_away(second))
            uow.away.ask(_asked(first, answer_by=NOW + MINUTE))
            uow.commit()
        with begin() as uow:
            assert [one.appointment_id for one in uow.away.awaiting()] == [first.id, second.id]
            assert uow.away.awaiting([first.id, 999]) == [_asked(first, answer_by=NOW + MINUTE)]
            assert uow.away.awaiting([]) == []
            assert uow.away.lifted(first.doctor_id) == []
            uow.rules.remove(Absence, rule)
            assert [one.appointment_id for one in uow.away.awaiting()] == [second.id]
            assert uow.away.lifted(first.doctor_id) == [first.id]
            assert uow.away.lifted(first.doctor_id) == []

    def test_what_was_cancelled_awaits_nothing(self, begin: UnitOfWorkFactory) -> None:
        one = booked(begin, slot(24), chat(begin))
        with begin() as uow:
            uow.away.ask(_asked(one))
            uow.rules.add(_away(one))
            assert uow.away.awaiting() == [_asked(one)]
            gone = uow.appointments.cancel(one.id, one.version, None, NOW)
            assert gone is not None
            assert uow.away.awaiting() == []
            assert uow.away.lifted(one.doctor_id) == [], "it is not as it was"

    def test_what_was_moved_awaits_nothing(self, begin: UnitOfWorkFactory) -> None:
        one = booked(begin, slot(24), chat(begin))
        with begin() as uow:
            uow.away.ask(_asked(one))
            uow.rules.add(_away(one))
            moved = uow.appointments.move(slot(30), None, one.id, one.version, NOW)
            assert not isinstance(moved, Refusal)
            assert uow.away.awaiting() == []

    def test_staff_are_called_once(self, begin: UnitOfWorkFactory) -> None:
        one = booked(begin, slot(24), chat(begin))
        with begin() as uow:
            uow.away.ask(_asked(one))
            uow.rules.add(_away(one))
            uow.commit()
            assert uow.away.due(NOW + HOUR - MINUTE) == []
            assert uow.away.due(one.slot.start) == [], "its time has come"
            assert uow.away.due(NOW + HOUR) == [_asked(one)]
            uow.away.mark_called([one.id], NOW + HOUR)
            uow.commit()
            assert uow.away.due(NOW + HOUR) == []
            assert uow.away.awaiting() == [_asked(one, called_at=NOW + HOUR)]
