"""Two people turned out to be one: their conversations become one, and what was promised to either holds.

The stricter consent and control win, whatever the order of events; the newest draft stays, without its proposal, and
the other's hold is released. Everything that was said, sent, noted or booked moves to the conversation that stays.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import Text, cast, delete, exists, func, select, type_coerce, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session, aliased

from booking.models import LIVE, Control, State, Status
from storage.tables import (
    AppointmentRow,
    ByHandRow,
    ComeBackRow,
    ConversationRow,
    EpisodeRow,
    InboundRow,
    MedicalRecordRow,
    ModelCallRow,
    NoticeGivenRow,
    NoticeRow,
    OutboundRow,
    PatientFileRow,
    PatientRow,
    PersonRow,
    RegisteredRow,
    TurnRow,
    WaitingRow,
)


def lock_conversations(session: Session, person_ids: Sequence[int]) -> list[ConversationRow]:
    """The conversations of these people, locked by ascending id, so that two who merge the same ones, and turns in
    flight, wait for each other and never in a circle."""
    return list(
        session.scalars(
            select(ConversationRow)
            .where(ConversationRow.person_id.in_(person_ids))
            .order_by(ConversationRow.id)
            .with_for_update(key_share=True)
        )
    )


def merge(session: Session, heir: int, former: int, chats: Sequence[ConversationRow], now: dt.datetime) -> None:
    """`former` is `heir` from now on; nobody goes by one of their names any more. `chats` are locked."""
    _strictest_consent(session, heir, former)
    session.execute(update(NoticeGivenRow).where(NoticeGivenRow.person_id == former).values(person_id=heir))
    session.execute(update(EpisodeRow).where(EpisodeRow.person_id == former).values(person_id=heir))
    _adopt_patients(session, heir, former)
    mine = next((chat for chat in chats if chat.person_id == heir), None)
    theirs = next((chat for chat in chats if chat.person_id == former), None)
    if theirs is None:
        return
    if mine is None:
        session.execute(
            update(ConversationRow)
            .where(ConversationRow.id == theirs.id)
            .values(person_id=heir, version=ConversationRow.version + 1)
        )
        mine = theirs
    else:
        _into_one(session, mine, theirs, now)
    if session.scalar(select(PersonRow.opted_out).where(PersonRow.id == heir)):
        end_flow(session, mine.id)


def copy_consent(session: Session, heir: int, former: int) -> None:
    """A name moved to a person from another who goes on: who wrote BAJA under it wants no messages here either."""
    if session.scalar(select(PersonRow.opted_out).where(PersonRow.id == former)):
        session.execute(update(PersonRow).where(PersonRow.id == heir).values(opted_out=True))
        for chat in session.scalars(select(ConversationRow.id).where(ConversationRow.person_id == heir)).all():
            end_flow(session, chat)


def _strictest_consent(session: Session, heir: int, former: int) -> None:
    other = session.execute(select(PersonRow).where(PersonRow.id == former)).scalar_one()
    session.execute(
        update(PersonRow)
        .where(PersonRow.id == heir)
        .values(
            opted_out=True if other.opted_out else PersonRow.opted_out,
            name=func.coalesce(PersonRow.name, other.name),
            notice_version=func.coalesce(PersonRow.notice_version, other.notice_version),
            way_back_told_at=func.greatest(PersonRow.way_back_told_at, other.way_back_told_at),
        )
    )


def _adopt_patients(session: Session, heir: int, former: int) -> None:
    """Patients move over; of a name that both have, what the one who stays lacks of phone and e-mail, and the
    appointments, but for one that would overlap."""
    mine, theirs, other = aliased(PatientRow), aliased(PatientRow), aliased(AppointmentRow)
    session.execute(
        update(PatientRow)
        .where(
            PatientRow.person_id == former,
            PatientRow.name_key.not_in(select(mine.name_key).where(mine.person_id == heir)),
        )
        .values(person_id=heir)
    )
    pairs = session.execute(
        select(theirs.id, mine.id)
        .join(mine, mine.name_key == theirs.name_key)
        .where(theirs.person_id == former, mine.person_id == heir)
    ).all()
    live = sorted(status.value for status in LIVE)
    for left, kept in pairs:
        session.execute(
            update(PatientRow)
            .where(PatientRow.id == kept, theirs.id == left, theirs.name_key == PatientRow.name_key)
            .values(
                phone=func.coalesce(PatientRow.phone, theirs.phone), email=func.coalesce(PatientRow.email, theirs.email)
            )
        )
        overlaps = exists().where(
            other.patient_id == kept,
            other.status.in_(live),
            AppointmentRow.status.in_(live),
            other.start < AppointmentRow.end,
            other.end > AppointmentRow.start,
        )
        session.execute(
            update(AppointmentRow).where(AppointmentRow.patient_id == left, ~overlaps).values(patient_id=kept)
        )
        session.execute(update(ComeBackRow).where(ComeBackRow.patient_id == left).values(patient_id=kept))
        session.execute(update(MedicalRecordRow).where(MedicalRecordRow.patient_id == left).values(patient_id=kept))
        known = select(RegisteredRow.doctor_id).where(RegisteredRow.patient_id == kept)
        session.execute(
            update(RegisteredRow)
            .where(RegisteredRow.patient_id == left, RegisteredRow.doctor_id.not_in(known))
            .values(patient_id=kept)
        )


def _into_one(session: Session, mine: ConversationRow, theirs: ConversationRow, now: dt.datetime) -> None:
    drafts = [chat for chat in (mine, theirs) if chat.draft is not None]
    newest = max(drafts, key=lambda chat: chat.updated_at, default=None)
    for chat in drafts:
        if chat is not newest:
            _release(session, chat.id)
    draft = dict(newest.draft) if newest is not None and newest.draft is not None else None
    if draft is not None and "proposal" in draft:
        draft["proposal"] = None
    human = [chat for chat in (mine, theirs) if chat.control == Control.HUMAN.value]
    ends = [chat.control_until for chat in human if chat.control_until is not None]
    _move_all(session, theirs.id, mine.id, max(mine.turns, _last_turn(session, mine.id)))
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == mine.id)
        .values(
            state=newest.state if newest is not None else State.IDLE.value,
            draft=draft,
            offer=newest.offer if newest is not None else None,
            question=None,  # it may have been asked in the other chat
            made=mine.made or theirs.made,
            unfinished=mine.unfinished or theirs.unfinished,
            control=(Control.HUMAN if human else Control.BOT).value,
            control_until=max(ends, default=None),
            turns=_last_turn(session, mine.id),
            # Higher than either: no button of the draft that is gone is taken for one of this draft.
            draft_version=max(mine.draft_version, theirs.draft_version) + 1,
            version=ConversationRow.version + 1,
            updated_at=max(mine.updated_at, theirs.updated_at),
        )
    )
    end_flow(session, theirs.id)
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == theirs.id)
        .values(control=Control.BOT.value, control_until=None, made=None, turns=0)
    )


def _move_all(session: Session, source: int, target: int, after: int) -> None:
    tables = (InboundRow, OutboundRow, NoticeRow, ByHandRow, ModelCallRow, AppointmentRow, PatientFileRow, WaitingRow)
    for table in tables:
        session.execute(update(table).where(table.conversation_id == source).values(conversation_id=target))
    number = TurnRow.number + after
    told = func.jsonb_build_object(cast("conversation_id", Text), target, cast("number", Text), number)
    session.execute(
        update(TurnRow)
        .where(TurnRow.conversation_id == source)
        .values(conversation_id=target, number=number, body=type_coerce(TurnRow.body, JSONB).op("||")(told))
    )


def _last_turn(session: Session, conversation_id: int) -> int:
    return session.scalar(select(func.max(TurnRow.number)).where(TurnRow.conversation_id == conversation_id)) or 0


def end_flow(session: Session, conversation_id: int) -> None:
    """Nothing is under way there any more, and nothing held."""
    _release(session, conversation_id)
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == conversation_id)
        .values(state=State.IDLE.value, draft=None, offer=None, unfinished=None, version=ConversationRow.version + 1)
    )


def _release(session: Session, conversation_id: int) -> None:
    session.execute(
        delete(AppointmentRow).where(
            AppointmentRow.conversation_id == conversation_id, AppointmentRow.status == Status.HELD.value
        )
    )
