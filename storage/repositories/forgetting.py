"""Somebody asked that their data be erased: what names them goes; what the clinic did, and when, stays."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import ColumnElement, case, delete, func, null, or_, select, update
from sqlalchemy.orm import Session

from booking.models import FORGOTTEN, Control, OutText
from booking.models.folded_text import folded
from booking.models.message_window import DIGEST
from storage.repositories.merges import end_flow
from storage.tables import (
    AppointmentEventRow,
    AppointmentRow,
    AskedToMoveRow,
    ByHandRow,
    ComeBackRow,
    ConversationRow,
    EpisodeRow,
    IdentityRow,
    InboundRow,
    MedicalRecordRow,
    ModelCallRow,
    NoticeGivenRow,
    NoticeRow,
    OutboundRow,
    PasswordRow,
    PatientFileRow,
    PatientRow,
    PersonRow,
    RatingRow,
    RegisteredRow,
    ReminderRow,
    SessionRow,
    TellingRow,
    TurnRow,
    WaitingOfferRow,
    WaitingRow,
)

_ID = NoticeGivenRow.wamid
_DIGESTED = DIGEST + func.encode(func.sha256(func.convert_to(_ID, "UTF8")), "hex")
_WITHOUT_NUMBER = update(NoticeGivenRow).where(~_ID.startswith(DIGEST)).values(wamid=_DIGESTED)
"""As `NoticeGiven.without_number`."""
WORDLESS = OutText(body=FORGOTTEN).model_dump(mode="json")


def forget_patient(session: Session, patient_id: int) -> None:
    """Their record, and what was written about their appointments."""
    theirs = select(AppointmentRow.id).where(AppointmentRow.patient_id == patient_id)
    session.execute(delete(RegisteredRow).where(RegisteredRow.patient_id == patient_id))
    session.execute(delete(TellingRow).where(TellingRow.appointment_id.in_(theirs), TellingRow.outbox_id.is_(None)))
    session.execute(delete(ComeBackRow).where(ComeBackRow.patient_id == patient_id))
    session.execute(delete(MedicalRecordRow).where(MedicalRecordRow.patient_id == patient_id))
    session.execute(delete(AskedToMoveRow).where(AskedToMoveRow.appointment_id.in_(theirs)))
    session.execute(delete(ReminderRow).where(ReminderRow.appointment_id.in_(theirs)))
    session.execute(delete(RatingRow).where(RatingRow.appointment_id.in_(theirs)))
    _off_waiting_list(
        session, or_(WaitingRow.appointment_id.in_(theirs), WaitingRow.id.in_(_waits(session, patient_id)))
    )
    _wordless(session, OutboundRow.appointment_id.in_(theirs))
    session.execute(update(AppointmentEventRow).where(AppointmentEventRow.appointment_id.in_(theirs)).values(why=None))
    session.execute(
        update(AppointmentRow)
        .where(AppointmentRow.patient_id == patient_id)
        .values(reason=None, cancel_reason=None, conversation_id=None)
    )
    values = {"name": FORGOTTEN, "name_key": folded(FORGOTTEN), "phone": None, "email": None, "person_id": None}
    session.execute(update(PatientRow).where(PatientRow.id == patient_id).values(**values))


def forget_person(session: Session, person_id: int, now: dt.datetime) -> None:
    """Who writes, and all that was written in their chat; turns in flight there find it changed."""
    session.execute(delete(IdentityRow).where(IdentityRow.person_id == person_id))
    session.execute(delete(SessionRow).where(SessionRow.person_id == person_id))
    session.execute(delete(PasswordRow).where(PasswordRow.person_id == person_id))
    session.execute(update(PersonRow).where(PersonRow.id == person_id).values(name=None, phone=None))
    session.execute(_WITHOUT_NUMBER.where(NoticeGivenRow.person_id == person_id))
    session.execute(delete(EpisodeRow).where(EpisodeRow.person_id == person_id))  # also of a chat that became this one
    chat = session.scalar(select(ConversationRow.id).where(ConversationRow.person_id == person_id).with_for_update())
    if chat is None:
        return
    end_flow(session, chat)
    session.execute(delete(PatientFileRow).where(PatientFileRow.conversation_id == chat))
    session.execute(delete(InboundRow).where(InboundRow.conversation_id == chat))
    _off_waiting_list(session, WaitingRow.conversation_id == chat)
    session.execute(delete(TurnRow).where(TurnRow.conversation_id == chat))
    _wordless(session, OutboundRow.conversation_id == chat)
    session.execute(update(ModelCallRow).where(ModelCallRow.conversation_id == chat).values(text=None))
    session.execute(update(ByHandRow).where(ByHandRow.conversation_id == chat).values(text=None, wamid=None))
    session.execute(update(NoticeRow).where(NoticeRow.conversation_id == chat).values(detail=""))
    session.execute(
        update(NoticeRow)
        .where(NoticeRow.conversation_id == chat, NoticeRow.done_at.is_(None))
        .values(done_at=now, done_by=FORGOTTEN, seen_at=now, seen_by=FORGOTTEN)
    )
    session.execute(
        update(ConversationRow)
        .where(ConversationRow.id == chat)
        .values(
            control=Control.BOT.value,
            control_until=None,
            made=None,
            question=None,
            profile=None,
            reply_kind=None,
            reply_value=None,
            turns=0,
        )
    )


def _waits(session: Session, patient_id: int) -> list[int]:
    """What somebody else's chat waits for in their name, for a time and for no appointment."""
    entries = session.execute(
        select(WaitingRow.id, WaitingRow.name, PatientRow.name_key)
        .join(ConversationRow, ConversationRow.id == WaitingRow.conversation_id)
        .join(PatientRow, PatientRow.person_id == ConversationRow.person_id)
        .where(PatientRow.id == patient_id, WaitingRow.appointment_id.is_(None))
    )
    return [id for id, name, key in entries if name and folded(name) == key]


def _off_waiting_list(session: Session, which: ColumnElement[bool]) -> None:
    """They wait no longer, and nobody knows that they did; what was held for them lapses."""
    entries = select(WaitingRow.id).where(which)
    session.execute(delete(WaitingOfferRow).where(WaitingOfferRow.entry_id.in_(entries)))
    session.execute(delete(WaitingRow).where(which))


def _wordless(session: Session, which: object) -> None:
    """What was sent is counted, and says nothing any more, nor do WhatsApp's ids, which have the number inside; what
    waits is not sent."""
    waits = OutboundRow.state == "pending"
    session.execute(
        update(OutboundRow)
        .where(which)  # type: ignore[arg-type]
        .values(
            content=WORDLESS,
            fallback=null(),
            to_value=FORGOTTEN,
            reply_to=None,
            wamid=None,
            repeated_wamid=None,
            state=case((waits, "expired"), else_=OutboundRow.state),
            retry_at=None,
            last_error=None,
        )
    )
