"""The tables. The only place that knows their Spanish names; attributes are those of `booking.models`.

Every moment is stored with its zone and comes from the caller, but for when periodic jobs last ran: no column has a
default of the database's clock.
"""

from __future__ import annotations

from storage.base import Base  # with all of these
from storage.tables.appointment_tables import (
    DOCTOR_OVERLAP,
    IS_LIVE,
    NOT_TOLD,
    PATIENT_OVERLAP,
    AppointmentEventRow,
    AppointmentRow,
    AskedToMoveRow,
    ReminderRow,
    TellingRow,
)
from storage.tables.columns import Key, Reference, one_of
from storage.tables.come_back_tables import ComeBackRow
from storage.tables.conversation_tables import (
    ConversationRow,
    HoldBackRow,
    InboundRow,
    ModelCallRow,
    OutboundRow,
    PeriodicRunRow,
    StageRow,
    TemplateRow,
    TurnRow,
    WebhookBodyRow,
)
from storage.tables.document_tables import DocumentRow, PassageRow
from storage.tables.episode_tables import EpisodeRow
from storage.tables.file_tables import PatientFileRow
from storage.tables.person_tables import (
    GrantRow,
    IdentityRow,
    InvitationRow,
    NoticeGivenRow,
    PasswordRow,
    PatientRow,
    PersonRow,
    RegisteredRow,
    SessionRow,
)
from storage.tables.rating_tables import RatingRow
from storage.tables.reception_tables import ByHandRow, DutyRow, NoticeRow, SummaryRow
from storage.tables.record_tables import MedicalRecordRow
from storage.tables.schedule_tables import (
    AbsenceRow,
    BlockRow,
    ClinicRow,
    DoctorRow,
    FairTurnRow,
    OpeningRow,
    OverrideRow,
    SpecialDayRow,
    VisitLengthRow,
)
from storage.tables.waiting_tables import WaitingOfferRow, WaitingRow

__all__ = [
    "DOCTOR_OVERLAP",
    "IS_LIVE",
    "NOT_TOLD",
    "PATIENT_OVERLAP",
    "AbsenceRow",
    "AppointmentEventRow",
    "AppointmentRow",
    "AskedToMoveRow",
    "Base",
    "BlockRow",
    "ByHandRow",
    "ClinicRow",
    "ComeBackRow",
    "ConversationRow",
    "DoctorRow",
    "DocumentRow",
    "DutyRow",
    "EpisodeRow",
    "FairTurnRow",
    "GrantRow",
    "HoldBackRow",
    "IdentityRow",
    "InboundRow",
    "InvitationRow",
    "Key",
    "MedicalRecordRow",
    "ModelCallRow",
    "NoticeGivenRow",
    "NoticeRow",
    "OpeningRow",
    "OutboundRow",
    "OverrideRow",
    "PassageRow",
    "PasswordRow",
    "PatientFileRow",
    "PatientRow",
    "PeriodicRunRow",
    "PersonRow",
    "RatingRow",
    "Reference",
    "RegisteredRow",
    "ReminderRow",
    "SessionRow",
    "SpecialDayRow",
    "StageRow",
    "SummaryRow",
    "TellingRow",
    "TemplateRow",
    "TurnRow",
    "VisitLengthRow",
    "WaitingOfferRow",
    "WaitingRow",
    "WebhookBodyRow",
    "one_of",
]
