"""Two people who turn out to be one, in memory: what `storage.repositories.merges` does in PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from booking.models import LIVE, Control, Conversation, Draft, IdentityKind, Patient, State, Status
from booking.models.folded_text import folded

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork

_NEVER = dt.datetime.min.replace(tzinfo=dt.UTC)


def merge(uow: MemoryUnitOfWork, target: int, source: int) -> None:
    """The conversation `source` becomes part of `target`; nobody goes by its person's names any more."""
    mine, theirs = uow.chat(target), uow.chat(source)
    heir, former = mine.person, theirs.person
    _adopt_patients(uow, heir.id, former.id)
    drafts = [chat for chat in (mine, theirs) if chat.draft is not None]
    newest = max(drafts, key=lambda chat: chat.updated_at or _NEVER, default=None)
    for chat in drafts:
        if chat is not newest:
            _release(uow, chat.id)
    human = [chat for chat in (mine, theirs) if chat.control is Control.HUMAN]
    ends = [chat.control_until for chat in human if chat.control_until is not None]
    told = [at for at in (heir.way_back_told_at, former.way_back_told_at) if at is not None]
    _move_all(uow, source, target)
    draft: Draft | None = newest.draft if newest else None
    if draft is not None and draft.kind != "choice":
        draft = draft.model_copy(update={"proposal": None})
    uow.chats.put(
        target,
        mine.model_copy(
            update={
                "person": heir.model_copy(
                    update={
                        "opted_out": heir.opted_out or former.opted_out,
                        "name": heir.name or former.name,
                        "notice_version": heir.notice_version or former.notice_version,
                        "way_back_told_at": max(told, default=None),
                    }
                ),
                "state": newest.state if newest else State.IDLE,
                "draft": draft,
                "offer": newest.offer if newest else None,
                "question": None,
                "last_touched": mine.last_touched or theirs.last_touched,
                "unfinished": mine.unfinished or theirs.unfinished,
                "control": Control.HUMAN if human else Control.BOT,
                "control_until": max(ends, default=None),
                "turns": max(
                    (row.number for row in uow.turn_rows.values() if row.conversation_id == target), default=0
                ),
                "draft_version": max(mine.draft_version, theirs.draft_version) + 1,
                "version": mine.version + 1,
                "updated_at": max(filter(None, (mine.updated_at, theirs.updated_at)), default=None),
            }
        ),
    )
    end_flow(uow, source, control=Control.BOT, control_until=None, last_touched=None, turns=0)
    if heir.opted_out or former.opted_out:
        end_flow(uow, target)


def copy_consent(uow: MemoryUnitOfWork, target: int, source: int) -> None:
    """A name moved to a person from another who goes on: who wrote BAJA under it wants no messages here either."""
    if uow.chat(source).person.opted_out:
        chat = uow.chat(target)
        end_flow(uow, target, person=chat.person.model_copy(update={"opted_out": True}))


def _adopt_patients(uow: MemoryUnitOfWork, heir: int, former: int) -> None:
    """Patients move over; of a name that both have, what the one who stays lacks of phone and e-mail, and the
    appointments, but for one that would overlap."""
    mine = {folded(patient.name): patient for patient in uow.people.values() if patient.person_id == heir}
    for patient in list(uow.people.values()):
        if patient.person_id != former:
            continue
        stays = mine.get(folded(patient.name))
        if stays is None:
            uow.people.put(patient.id, patient.model_copy(update={"person_id": heir}))
            continue
        kept, known = stays.id, {"phone": stays.phone or patient.phone, "email": stays.email or patient.email}
        uow.people.put(kept, stays.model_copy(update=known))
        taken = [r for r in uow.rows.values() if r.appointment.patient_id == kept and r.appointment.status in LIVE]
        for row in list(uow.rows.values()):
            if row.appointment.patient_id != patient.id:
                continue
            if row.live and any(other.start < row.end and other.end > row.start for other in taken):
                continue
            moved = row.appointment.model_copy(update={"patient_id": kept})
            uow.rows.put(moved.id, row._replace(appointment=moved))
        _adopt_records(uow, patient.id, kept)


def _adopt_records(uow: MemoryUnitOfWork, left: int, kept: int) -> None:
    for id, written in list(uow.record_rows.items().items()):
        if written.record.patient_id == left:
            theirs = written.record.model_copy(update={"patient_id": kept})
            uow.record_rows.put(id, written._replace(record=theirs))


def _move_all(uow: MemoryUnitOfWork, source: int, target: int) -> None:
    for id, message in list(uow.messages.items().items()):
        if message.conversation_id == source:
            uow.messages.put(id, message._replace(conversation_id=target))
    for id, chat in list(uow.waiting.items().items()):
        if chat == source:
            uow.waiting.put(id, target)
    for id, sent in list(uow.outbox_rows.items().items()):
        if sent.item.conversation_id == source:
            item = sent.item.model_copy(update={"conversation_id": target})
            uow.outbox_rows.put(id, sent._replace(item=item))
    for id, kept in list(uow.file_rows.items().items()):
        if kept.file.conversation_id == source:
            uow.file_rows.put(id, kept._replace(file=kept.file.model_copy(update={"conversation_id": target})))
    for id, (chat, given) in list(uow.notices_given.items().items()):
        if chat == source:
            uow.notices_given.put(id, (target, given))
    for id, row in list(uow.rows.items().items()):
        if row.conversation_id == source:
            uow.rows.put(id, row._replace(conversation_id=target))
    for id, notice in list(uow.notice_rows.items().items()):
        if notice.conversation_id == source:
            uow.notice_rows.put(id, notice.model_copy(update={"conversation_id": target}))
    for id, done in list(uow.by_hand_rows.items().items()):
        if done.conversation_id == source:
            uow.by_hand_rows.put(id, done.model_copy(update={"conversation_id": target}))
    for id, entry in list(uow.waiting_rows.items().items()):
        if entry.conversation_id == source:
            uow.waiting_rows.put(id, entry.model_copy(update={"conversation_id": target}))
    for id, call in list(uow.model_call_rows.items().items()):
        if call[0] == source:
            uow.model_call_rows.put(id, (target, *call[1:]))
    after = max((turn.number for turn in uow.turn_rows.values() if turn.conversation_id == target), default=0)
    after = max(after, uow.chat(target).turns)
    for id, turn in list(uow.turn_rows.items().items()):
        if turn.conversation_id == source:
            moved = turn.model_copy(update={"conversation_id": target, "number": turn.number + after})
            uow.turn_rows.put(id, moved)


def end_flow(uow: MemoryUnitOfWork, conversation_id: int, **changes: object) -> None:
    """Nothing is under way there any more, and nothing held."""
    _release(uow, conversation_id)
    chat: Conversation = uow.chat(conversation_id)
    ended = {
        "state": State.IDLE,
        "draft": None,
        "offer": None,
        "unfinished": None,
        "version": chat.version + 1,
    }
    uow.chats.put(conversation_id, chat.model_copy(update={**ended, **changes}))


def _release(uow: MemoryUnitOfWork, conversation_id: int) -> None:
    for id, row in list(uow.rows.items().items()):
        if row.conversation_id == conversation_id and row.appointment.status is Status.HELD:
            uow.rows.remove(id)


def join(uow: MemoryUnitOfWork, kept: Patient, left: Patient) -> None:
    """Two records of one patient: what `SqlPatients.join` does in PostgreSQL."""
    for row in list(uow.rows.values()):
        if row.appointment.patient_id == left.id:
            moved = row.appointment.model_copy(update={"patient_id": kept.id})
            uow.rows.put(moved.id, row._replace(appointment=moved))
    for (doctor_id, patient_id), at in list(uow.registered.items().items()):
        if patient_id == left.id:
            uow.registered.put((doctor_id, kept.id), uow.registered.get((doctor_id, kept.id)) or at)
            uow.registered.remove((doctor_id, left.id))
    for id, come_back in list(uow.come_back_rows.items().items()):
        if come_back.patient_id == left.id:
            uow.come_back_rows.put(id, come_back.model_copy(update={"patient_id": kept.id}))
    _adopt_records(uow, left.id, kept.id)
    uow.people.remove(left.id)
    lacked = {name: getattr(kept, name) or getattr(left, name) for name in ("phone", "email", "person_id")}
    uow.people.put(kept.id, kept.model_copy(update=lacked))
    former, heir = left.person_id, kept.person_id
    if former is None or heir in (None, former) or uow.patients.list_of(former):
        return
    if any(person.id == former for person in uow.staff.list()):
        return
    mine, theirs = uow.conversations.of_person(heir), uow.conversations.of_person(former)
    for number in [number for number, person in uow.numbers.items().items() if person == former]:
        uow.numbers.put(number, heir)
        if mine is not None:
            uow.identities.put((IdentityKind.WA_ID, number.removeprefix("+")), mine.id)
    if theirs is None:
        return
    if mine is None:
        uow.chats.put(theirs.id, theirs.model_copy(update={"person": theirs.person.model_copy(update={"id": heir})}))
        return
    for name in [name for name, chat in uow.identities.items().items() if chat == theirs.id]:
        uow.identities.put(name, mine.id)
    merge(uow, mine.id, theirs.id)
