"""What every store must do with what staff hear of without asking."""

from __future__ import annotations

import datetime as dt

from booking.models import Actor, ActorKind, AppointmentEvent, EventKind, Situation, Summary
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import HOUR, NOW, booked, chat, slot


class SummariesContract:
    """What `AtWork` keeps of who was told what a day brings."""

    def test_a_summary_is_sent_once(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            person = uow.conversations.get(chat_id).person.id
            date = NOW.date()
            assert uow.at_work.summarise(person, date, Summary.MORNING, NOW)
            assert not uow.at_work.summarise(person, date, Summary.MORNING, NOW)
            uow.commit()
        with begin() as uow:
            assert not uow.at_work.summarise(person, date, Summary.MORNING, NOW + HOUR)
            assert set(uow.at_work.summarised(date, Summary.MORNING)) == {person}
            assert not uow.at_work.summarised(date, Summary.EVENING)
            assert uow.at_work.summarise(person, date, Summary.EVENING, NOW)
            assert uow.at_work.summarise(person, date + dt.timedelta(days=1), Summary.MORNING, NOW)


class StaffNewsContract:
    """What `AppointmentEvents` keeps of what staff were told."""

    def test_what_patients_changed_is_looked_at_once(self, begin: UnitOfWorkFactory) -> None:
        one = booked(begin, slot(24), chat(begin))
        stands = Situation(status=one.status, slot=one.slot, doctor_id=one.doctor_id)

        def event(kind: EventKind, by: ActorKind = ActorKind.PATIENT) -> AppointmentEvent:
            return AppointmentEvent(appointment_id=one.id, kind=kind, at=NOW, by=Actor(kind=by), after=stands)

        with begin() as uow:
            uow.events.mark_told([id for id, _ in uow.events.untold(50)], NOW)
            for kind in (EventKind.BOOKED, EventKind.ARRIVED, EventKind.MOVED, EventKind.CANCELLED):
                uow.events.add(event(kind))
            uow.events.add(event(EventKind.MOVED, ActorKind.STAFF))
            uow.commit()
        with begin() as uow:
            untold = uow.events.untold(50)
            assert [told for _, told in untold] == [
                event(kind) for kind in (EventKind.BOOKED, EventKind.MOVED, EventKind.CANCELLED)
            ]
            assert uow.events.untold(1) == untold[:1]
            uow.events.mark_told([id for id, _ in untold[:2]], NOW)
            uow.commit()
            assert uow.events.untold(50) == untold[2:]
