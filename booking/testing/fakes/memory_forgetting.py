"""Somebody's data erased, in memory: what `storage.repositories.forgetting` does in PostgreSQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING

from booking.models import FORGOTTEN, Control, Handled, OutboxItem, OutText, Patient
from booking.models.folded_text import folded
from booking.models.who_waits import WaitingEntry
from booking.testing.fakes.memory_merges import end_flow

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


def forget_patient(uow: MemoryUnitOfWork, patient: Patient) -> None:
    """Their record, and what was written about their appointments."""
    chat = uow.conversations.of_person(patient.person_id) if patient.person_id is not None else None
    waits = {
        id
        for id, entry in uow.waiting_rows.items().items()
        if chat is not None
        and (entry.conversation_id, entry.appointment_id) == (chat.id, None)
        and folded(entry.name or "") == folded(patient.name)
    }
    uow.people.put(patient.id, Patient(id=patient.id, name=FORGOTTEN))
    for key in list(uow.registered.items()):
        if key[1] == patient.id:
            uow.registered.remove(key)
    theirs = {id for id, row in uow.rows.items().items() if row.appointment.patient_id == patient.id}
    for id in theirs:
        row = uow.rows.items()[id]
        bare = row.appointment.model_copy(update={"reason": None})
        uow.rows.put(id, row._replace(appointment=bare, cancel_reason=None, conversation_id=None))
    for id, telling in list(uow.telling_rows.items().items()):
        if telling.about.id in theirs and telling.outbox_id is None:
            uow.telling_rows.remove(id)
    for id, come_back in list(uow.come_back_rows.items().items()):
        if come_back.patient_id == patient.id:
            uow.come_back_rows.remove(id)
    for id, written in list(uow.record_rows.items().items()):
        if written.record.patient_id == patient.id:
            uow.record_rows.remove(id)
    for id in theirs & uow.asked_to_move.items().keys():
        uow.asked_to_move.remove(id)
    for id, reminder in list(uow.reminder_rows.items().items()):
        if reminder.about.id in theirs:
            uow.reminder_rows.remove(id)
    for id, rating in list(uow.rating_rows.items().items()):
        if rating.appointment_id in theirs:
            uow.rating_rows.remove(id)
    for id, event in list(uow.event_rows.items().items()):
        if event.appointment_id in theirs:
            uow.event_rows.put(id, event.model_copy(update={"why": None}))
    _off_waiting_list(uow, lambda entry: entry.appointment_id in theirs or entry.id in waits)
    _wordless(uow, lambda item: item.about is not None and item.about.id in theirs)


def forget_person(uow: MemoryUnitOfWork, person_id: int, now: dt.datetime) -> None:
    """Who writes, and all that was written in their chat."""
    for number, person in list(uow.numbers.items().items()):
        if person == person_id:
            uow.numbers.remove(number)
    if uow.password_rows.get(person_id) is not None:
        uow.password_rows.remove(person_id)
    chat = uow.conversations.of_person(person_id)
    if chat is None:
        return
    for name, id in list(uow.identities.items().items()):
        if id == chat.id:
            uow.identities.remove(name)
    nobody = chat.person.model_copy(update={"name": None, "phone": None})
    rest = {"control": Control.BOT, "control_until": None, "last_touched": None, "question": None}
    end_flow(uow, chat.id, person=nobody, reply_to=None, turns=0, **rest)
    uow.profiles.remove(chat.id)
    uow.files.erase(chat.id)
    for id, message in list(uow.messages.items().items()):
        if message.conversation_id == chat.id:
            uow.messages.remove(id)
            uow.waiting.remove(id)
    for id, turn in list(uow.turn_rows.items().items()):
        if turn.conversation_id == chat.id:
            uow.turn_rows.remove(id)
            for row in list(uow.episode_rows.values()):
                if row.turn_id == id:
                    uow.episode_rows.remove(row.episode.id)
    _off_waiting_list(uow, lambda entry: entry.conversation_id == chat.id)
    for id, (of, at, call) in list(uow.model_call_rows.items().items()):
        if of == chat.id:
            uow.model_call_rows.put(id, (of, at, call.model_copy(update={"text": None})))
    for id, done in list(uow.by_hand_rows.items().items()):
        if done.conversation_id == chat.id:
            uow.by_hand_rows.put(id, done.model_copy(update={"text": None}))
    for id, (of, given) in list(uow.notices_given.items().items()):
        if of == chat.id:
            uow.notices_given.put(id, (of, given.without_number()))
    for id, notice in list(uow.notice_rows.items().items()):
        if notice.conversation_id == chat.id:
            done_by = Handled(by=FORGOTTEN, at=now)
            over = {} if notice.done else {"seen": done_by, "done": done_by}
            uow.notice_rows.put(id, notice.model_copy(update={"detail": "", **over}))
    _wordless(uow, lambda item: item.conversation_id == chat.id)


def _off_waiting_list(uow: MemoryUnitOfWork, which: Callable[[WaitingEntry], bool]) -> None:
    entries = [id for id, entry in uow.waiting_rows.items().items() if which(entry)]
    for id, offer in list(uow.waiting_offer_rows.items().items()):
        if offer.entry_id in entries:
            uow.waiting_offer_rows.remove(id)
    for id in entries:
        uow.waiting_rows.remove(id)


def _wordless(uow: MemoryUnitOfWork, which: Callable[[OutboxItem], bool]) -> None:
    for id, sent in list(uow.outbox_rows.items().items()):
        if which(sent.item):
            item = sent.item
            nobody = item.to.model_copy(update={"value": FORGOTTEN})
            said = {"content": OutText(body=FORGOTTEN), "fallback": None, "to": nobody, "retry_at": None}
            said |= {"wamid": None, "repeated_wamid": None}
            state = "expired" if item.state == "pending" else item.state
            uow.outbox_rows.put(id, sent._replace(item=item.model_copy(update={**said, "state": state})))
