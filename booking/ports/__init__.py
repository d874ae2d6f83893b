"""What the core needs from outside, as Protocols that speak in value objects.

Holds no implementation. Repositories belong to one `UnitOfWork`: everything done through it is committed
together or not at all. Moments are aware; `now` is always the caller's clock, never the database's.
"""

from __future__ import annotations

from booking.ports.appointment_ports import AppointmentEvents, Appointments, Patients
from booking.ports.away_ports import Away
from booking.ports.come_back_ports import ComeBacks
from booking.ports.conversation_ports import Answers, AtHand, Coming, Conversations, Metrics, ModelCalls, TurnLog
from booking.ports.document_ports import Alternatives, Documents
from booking.ports.episode_ports import Episodes
from booking.ports.file_ports import MediaSource, NoMedia, PatientFiles
from booking.ports.message_ports import Accepted, DueClass, Inbox, Outbox, Reported, SentCount, Taken, WebhookBodies
from booking.ports.rating_ports import Ratings
from booking.ports.reception_ports import AtWork, StaffNotices
from booking.ports.record_ports import MedicalRecords
from booking.ports.reminder_ports import Reminders
from booking.ports.schedule_ports import Calendar, Dates, Ruled, Rules, Schedules
from booking.ports.service_ports import (
    Clock,
    IntentExtractor,
    Knowledge,
    Listener,
    LookupRequest,
    Memory,
    MessageSender,
    NotSent,
    Passage,
    Quoted,
    Quoter,
    Recalled,
    Remembered,
    Sent,
    Shown,
    Visited,
    WhatsAppAccount,
)
from booking.ports.staff_ports import Sessions, Staff
from booking.ports.telling_ports import Tellings
from booking.ports.vector_ports import Embedder, Vectored
from booking.ports.waiting_ports import WaitingList
from booking.ports.work_ports import Jobs, Toolbox, UnitOfWork, UnitOfWorkFactory

__all__ = [
    "Accepted",
    "Alternatives",
    "Answers",
    "AppointmentEvents",
    "Appointments",
    "AtHand",
    "AtWork",
    "Away",
    "Calendar",
    "Clock",
    "ComeBacks",
    "Coming",
    "Conversations",
    "Dates",
    "Documents",
    "DueClass",
    "Embedder",
    "Episodes",
    "Inbox",
    "IntentExtractor",
    "Jobs",
    "Knowledge",
    "Listener",
    "LookupRequest",
    "MediaSource",
    "MedicalRecords",
    "Memory",
    "MessageSender",
    "Metrics",
    "ModelCalls",
    "NoMedia",
    "NotSent",
    "Outbox",
    "Passage",
    "PatientFiles",
    "Patients",
    "Quoted",
    "Quoter",
    "Ratings",
    "Recalled",
    "Remembered",
    "Reminders",
    "Reported",
    "Ruled",
    "Rules",
    "Schedules",
    "Sent",
    "SentCount",
    "Sessions",
    "Shown",
    "Staff",
    "StaffNotices",
    "Taken",
    "Tellings",
    "Toolbox",
    "TurnLog",
    "UnitOfWork",
    "UnitOfWorkFactory",
    "Vectored",
    "Visited",
    "WaitingList",
    "WebhookBodies",
    "WhatsAppAccount",
]
