"""Why the desk did not do what staff asked: it cannot be done, or one value cannot be used.

Neither is an error of the system (`booking.errors`), the answer of a tool (`models.tool_answers`) or the outcome of a
write of the conversation (`fsm.outcomes`). The words are Spanish, whole, and name the next step as a `turnero` command.
"""

from __future__ import annotations

from enum import StrEnum

from booking.conversation.replies.full_stops import one_point


class DeskRefused(Exception):
    """It was understood and not done; nothing has changed."""

    def __init__(self, said: str) -> None:
        super().__init__(one_point(said))


NO_CLINIC = (
    "Todavía no hay ninguna clínica registrada. Para la suya: turnero clinica crear; para una de prueba:"
    " turnero db demo."
)


class NoClinicYet(DeskRefused):
    """There is no clinic where the data are."""

    def __init__(self) -> None:
        super().__init__(NO_CLINIC)


class Field(StrEnum):
    """What staff give a value for. Each door has its own name for it: the command line, that of an option."""

    DATE = "date"
    SPECIAL_DATE = "special_date"  # one on which the clinic closes, or opens all the same
    SINCE = "since"
    UNTIL = "until"
    RATE = "rate"
    START = "start"
    HOUR = "hour"
    HOURS = "hours"
    NO_HOURS = "no_hours"
    WEEKDAYS = "weekdays"
    DOCTOR = "doctor"
    TO_DOCTOR = "to_doctor"  # who gets another's appointments
    MINUTES = "minutes"
    KEPT = "kept"  # an appointment of the day that nothing is done to
    PATIENT = "patient"
    NEW = "new"  # the name of a patient who is not on file
    EMAIL = "email"
    VISIT_TYPE = "visit_type"
    VISIT_TO_CHANGE = "visit_to_change"  # the type of visit whose length is said
    STATUS = "status"
    HOLIDAYS = "holidays"
    ROLE = "role"
    PHONE = "phone"
    PASSWORD = "password"
    FILE = "file"  # a clinic written down
    CLINIC_NAME = "clinic_name"
    MAP = "map"
    ZONE = "zone"
    OPENS = "opens"
    CLOSES = "closes"
    HOURS_AHEAD = "hours_ahead"
    PREPARATION = "preparation"
    QUIET_FROM = "quiet_from"
    QUIET_UNTIL = "quiet_until"
    DOCTOR_NEWS = "doctor_news"
    RECEPTION_NEWS = "reception_news"
    MORNING = "morning"
    EVENING = "evening"
    PRICE = "price"
    QUESTION = "question"  # a question of the clinic's own, with its answer


class BadValue(Exception):
    """What staff gave for one field cannot be used; the message says why."""

    def __init__(self, field: Field, said: str) -> None:
        super().__init__(one_point(said))
        self.field = field
