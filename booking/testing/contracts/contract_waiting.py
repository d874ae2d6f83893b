"""What every store must do with those who wait for a time, and what they were offered."""

from __future__ import annotations

import datetime as dt

from booking.appointments import history
from booking.intents import Reading, When
from booking.models import Actor, ActorKind, EventKind, Hold, OutText
from booking.models.who_waits import (
    EntryState,
    OfferState,
    TimeFreed,
    TimeSeen,
    WaitingEntry,
    WaitingOffer,
    WaitingWish,
)
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    BETO,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    booked,
    chat,
    hold,
    patient,
    slot,
)

_WISH = WaitingWish(
    when=Reading(when=When(date_from=dt.date(2026, 11, 26), time_from=dt.time(16))),
    weekdays=(3,),
    doctor_id=11,
    not_with=(12,),
    visit="control",
    notice_minutes=90,
)


def waits(begin: UnitOfWorkFactory, conversation_id: int, at: dt.datetime = NOW, **others: object) -> WaitingEntry:
    """Somebody who waits there."""
    entry = WaitingEntry(conversation_id=conversation_id, wish=_WISH, created_at=at, expires_at=at + 30 * DAY)
    entry = entry.model_copy(update=others)
    with begin() as uow:
        id = uow.waiting_list.add(entry)
        uow.commit()
    return entry.model_copy(update={"id": id})


def _offer(entry: WaitingEntry, id: int = 1) -> WaitingOffer:
    held = Hold(appointment_id=id, slot=slot(24), doctor_id=11, expires_at=NOW + HOUR, doctor="Dra. X", room="2")
    return WaitingOffer(entry_id=entry.id, hold=held, made_at=NOW)


class WaitingContract:
    """`WaitingList`."""

    def test_who_joined_first_comes_first_and_all_of_it_is_kept(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            assert not uow.waiting_list.any_active()
        mine = booked(begin, slot(48), chat_id).id
        seen = (TimeSeen(doctor_id=11, start=slot(3).start), TimeSeen(doctor_id=12, start=slot(4).start))
        whole = {
            "name": "Luz Mar",
            "for_other": True,
            "appointment_id": mine,
            "had": (mine,),
            "seen": seen,
            "seen_to": slot(99).start,
        }
        later = waits(begin, chat_id, NOW + MINUTE, **whole, added_by="recepción")
        first = waits(begin, other)
        with begin() as uow:
            assert uow.waiting_list.any_active()
            assert uow.waiting_list.active() == [first, later]
            assert uow.waiting_list.active(chat_id) == [later]
            assert uow.waiting_list.get(later.id) == later
            assert uow.waiting_list.get(later.id + 99) is None
            assert uow.waiting_list.list() == [first, later]
            assert uow.waiting_list.list(1) == [first]

    def test_who_is_closed_stays_so(self, begin: UnitOfWorkFactory) -> None:
        one, other = waits(begin, chat(begin)), waits(begin, chat(begin, BETO))
        with begin() as uow:
            assert uow.waiting_list.close([one.id], EntryState.LEFT, NOW + HOUR) == 1
            assert uow.waiting_list.close([one.id], EntryState.BOOKED, NOW + DAY) == 0
            assert uow.waiting_list.close([], EntryState.BOOKED, NOW) == 0
            uow.waiting_list.attach(one.id, 1, [1])
            uow.commit()
        with begin() as uow:
            assert uow.waiting_list.active() == [other]
            closed = one.model_copy(update={"state": EntryState.LEFT, "closed_at": NOW + HOUR})
            assert uow.waiting_list.get(one.id) == closed

    def test_what_was_booked_is_what_is_to_be_earlier(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        seen = (TimeSeen(doctor_id=11, start=slot(3).start),)
        entry, mine = waits(begin, chat_id, seen=seen), booked(begin, slot(48), chat_id).id
        with begin() as uow:
            uow.waiting_list.attach(entry.id, mine, [mine])
            uow.commit()
        with begin() as uow:
            attached = entry.model_copy(update={"appointment_id": mine, "had": (mine,)})
            assert uow.waiting_list.get(entry.id) == attached

    def test_one_offer_is_open_at_a_time(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        entry, other = waits(begin, chat_id), waits(begin, chat_id)
        with begin() as uow:
            first = uow.waiting_list.offer(_offer(entry))
            assert first is not None
            assert uow.waiting_list.offer(_offer(entry, 2)) is None
            another = uow.waiting_list.offer(_offer(other, 3))
            assert uow.waiting_list.settle(first, OfferState.EXPIRED, NOW + HOUR)
            assert not uow.waiting_list.settle(first, OfferState.TAKEN, NOW + HOUR)
            second = uow.waiting_list.offer(_offer(entry, 4))
            assert uow.waiting_list.settle(first, OfferState.LATE, NOW + 2 * HOUR)
            uow.waiting_list.close([other.id], EntryState.LEFT, NOW)
            assert another is not None
            assert uow.waiting_list.settle(another, OfferState.WITHDRAWN, NOW)
            assert uow.waiting_list.offer(_offer(other, 5)) is None, "they wait no longer"
            uow.commit()
        with begin() as uow:
            late = _offer(entry).model_copy(update={"id": first, "state": OfferState.LATE, "done_at": NOW + 2 * HOUR})
            assert uow.waiting_list.offers([entry.id]) == [late, _offer(entry, 4).model_copy(update={"id": second})]
            assert uow.waiting_list.offered(first) == late
            assert uow.waiting_list.offered(first + 99) is None
            assert uow.waiting_list.offers([]) == []

    def test_what_became_of_the_message_is_told(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        entry = waits(begin, chat_id)
        with begin() as uow:
            id = uow.waiting_list.offer(_offer(entry))
            assert id is not None
            failed, again = (uow.outbox.add(chat_id, ANA, [OutText(body=b)], None, NOW)[0] for b in "ab")
            uow.waiting_list.written(id, failed)
            uow.outbox.mark_failed(failed, "131049", None)
            uow.commit()
        with begin() as uow:
            gone = uow.waiting_list.offered(id)
            uow.waiting_list.said_again(failed, again)
            uow.outbox.mark_sent(again, "wamid.1", NOW)
            uow.commit()
        with begin() as uow:
            sent = uow.waiting_list.offered(id)
        assert gone is not None
        assert sent is not None
        assert (gone.message, gone.unreachable, sent.message, sent.unreachable) == ("failed", True, "sent", False)

    def test_times_that_appointments_gave_back(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        moved, cancelled = booked(begin, slot(24), chat_id), booked(begin, slot(48), chat_id)
        by = Actor(kind=ActorKind.STAFF)
        with begin() as uow:
            after = moved.model_copy(update={"slot": slot(30)})
            history.record(uow, EventKind.MOVED, moved, after, NOW + HOUR, by)
            history.record(uow, EventKind.CANCELLED, cancelled, cancelled, NOW + DAY, by)
            history.record(uow, EventKind.ARRIVED, cancelled, cancelled, NOW + DAY, by)
            uow.commit()
        with begin() as uow:
            every, late = uow.waiting_list.freed(NOW), uow.waiting_list.freed(NOW + DAY)
            left = uow.events.gave_back(NOW, NOW + 2 * DAY), uow.events.gave_back(NOW + 2 * DAY, NOW + 4 * DAY)
            assert [[one.slot for one in then] for then in left] == [[moved.slot], [cancelled.slot]]
        gave = [
            TimeFreed(doctor_id=11, start=one.slot.start, end=one.slot.end, at=NOW + at)
            for one, at in ((moved, HOUR), (cancelled, DAY))
        ]
        assert (every, late) == (gave, gave[1:])

    def test_a_conversation_takes_the_time_that_was_held_for_it(self, begin: UnitOfWorkFactory) -> None:
        mine, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            assert hold(uow, slot(24), mine) is not None
            until = NOW + HOUR
            assert uow.appointments.hold(slot(24), 11, other, NOW, until, instead=True) is None
            assert uow.appointments.hold(slot(24), 11, mine, NOW, until) is None
            taken = uow.appointments.hold(slot(24), 11, mine, NOW, until, instead=True)
            assert taken is not None
            assert taken.expires_at == until
            uow.commit()

    def test_whose_data_is_erased_waits_no_longer(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        mine = booked(begin, slot(48), chat_id)
        named = waits(begin, chat_id, name="Ana LOPEZ")
        entries = [waits(begin, chat_id, appointment_id=mine.id), waits(begin, chat_id, name="Eva López")]
        entries.append(waits(begin, other, name="Ana López"))
        with begin() as uow:
            for entry in (named, *entries):
                assert uow.waiting_list.offer(_offer(entry)) is not None
            uow.commit()
        with begin() as uow:
            (who,) = uow.patients.get_many([patient(uow, chat_id)])
            uow.patients.forget(who, chat=False, now=NOW)
            assert uow.waiting_list.active() == entries[1:]
            uow.patients.forget(who, chat=True, now=NOW)
            uow.commit()
        with begin() as uow:
            assert uow.waiting_list.list() == entries[2:]
            assert len(uow.waiting_list.offers([entry.id for entry in (named, *entries)])) == 1
