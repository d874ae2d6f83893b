"""Use case: a patient is told how an appointment of theirs stands, now that staff have changed it."""

from __future__ import annotations

import datetime as dt
from typing import Final
from zoneinfo import ZoneInfo

from booking.appointments.who_hears import News, hearer, news
from booking.conversation import outgoing
from booking.conversation.buttons import encode
from booking.conversation.replies import templates
from booking.conversation.replies.spanish import moment
from booking.conversation.replies.texts import WORDS
from booking.intents import AsTold
from booking.models import (
    Appointment,
    AppointmentVersion,
    Button,
    MessageClass,
    OutButtons,
    OutTemplate,
    TellingState,
    ToldOf,
)
from booking.models.notices import Concerns
from booking.ports import UnitOfWork

UNTOLD: Final = "untold"
"""Kind of the notice that a patient could not be told of an appointment."""

_TEMPLATES: Final = {
    ToldOf.BOOKED: templates.Name.BOOKED,
    ToldOf.MOVED: templates.Name.MOVED,
    ToldOf.CANCELLED: templates.Name.CANCELLED,
}


def tell(uow: UnitOfWork, appointment_id: int, now: dt.datetime) -> TellingState | None:
    """Put into the outbox what they have not heard of yet, as one message that tells how the appointment stands now;
    None: there is nothing they are to be told. Commits nothing."""
    tellings = uow.tellings.lock(appointment_id)
    waiting = [told.telling for told in tellings if told.telling.state is TellingState.WAITING]
    if not waiting:
        return None
    *earlier, newest = waiting
    uow.tellings.settle([telling.id for telling in earlier], TellingState.OVERTAKEN, now)
    stands = uow.appointments.get(appointment_id)
    new = news(tellings, stands)
    if new is None:
        uow.tellings.settle([newest.id], TellingState.OVERTAKEN, now)
        return TellingState.OVERTAKEN
    who = hearer(uow, stands, newest.person_id, now)
    outbox_id = None
    if who.state is TellingState.WAITING and who.chat is not None:
        uow.outbox.withdraw([told.telling.outbox_id for told in tellings if told.telling.outbox_id])
        words = _words(uow, new, stands)
        outbox_id = outgoing.put(
            uow,
            who.chat,
            _freely(new.what, words),
            MessageClass.NOTICE,
            now,
            fallback=words,
            about=newest.about,
            expires_at=stands.slot.start,
        )
    state = TellingState.WRITTEN if outbox_id is not None else who.state
    uow.tellings.settle([newest.id], state, now, outbox_id=outbox_id)
    if state.not_reached:
        about = Concerns(appointment_id=stands.id, start=stands.slot.start, doctor_id=stands.doctor_id)
        uow.notices.add(UNTOLD, who.chat.id if who.chat else None, about.detail, now)
    return state


def _words(uow: UnitOfWork, new: News, stands: Appointment) -> OutTemplate:
    clinic = uow.schedules.clinic()
    zone = ZoneInfo(clinic.zone)
    (patient,) = uow.patients.get_many([stands.patient_id or 0])
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    values = {
        "clinic": clinic.name,
        "patient": patient.name,
        "when": moment(stands.slot.start.astimezone(zone)),
        "doctor": doctors.get(stands.doctor_id, WORDS["doctor"]),
    }
    if new.what is ToldOf.MOVED and new.knew is not None:
        values["before"] = moment(new.knew.slot.start.astimezone(zone))
    about = AppointmentVersion(id=stands.id, version=stands.version)
    which = _TEMPLATES[new.what]
    return templates.filled(which, _payloads(which, about), **values)


def _payloads(which: templates.Name, about: AppointmentVersion) -> list[str]:
    """What its buttons mean, of the appointment as it is told of; those that change none are the template's own."""
    told = AsTold(appointment_id=about.id, version=about.version)
    return [
        encode(intent.model_copy(update={"told": told}) if "told" in type(intent).model_fields else intent, None)
        for intent in (button.intent for button in templates.TEMPLATES[which].buttons)
    ]


def _freely(what: ToldOf, words: OutTemplate) -> OutButtons:
    """The same in fewer words, for who wrote lately and has heard of the privacy notice."""
    template = templates.TEMPLATES[_TEMPLATES[what]]
    values = dict(zip(template.parameters, words.parameters, strict=True))
    buttons = zip(words.payloads, template.buttons, strict=True)
    return OutButtons(
        body=WORDS[f"told_{what.value}"].format_map(values),
        buttons=tuple(Button(id=payload, title=button.title) for payload, button in buttons),
    )
