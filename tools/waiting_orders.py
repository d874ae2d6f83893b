"""Who waits for a time, put on the list and taken off it by staff."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from booking.appointments import joining, waiting_list, waiting_times
from booking.intents import Frozen, Problem, Reading
from booking.models import (
    FIRST_VISIT,
    Appointment,
    Moment,
    Option,
    Patient,
    ShownEntry,
    UnwaitOrder,
    WaitOrder,
)
from booking.models.folded_text import folded
from booking.models.tool_answers import Choose, Why
from booking.models.who_waits import EntryState, Waited, WaitingEntry, WaitingWish
from booking.scheduling.last_moment import last_moment
from booking.scheduling.waiting_match import in_place_of
from tools.access import MOST_CHOICES, Access, Stop
from tools.visit_of_order import visit_of


class ToWait(Frozen):
    paciente_nombre: str = Field(min_length=1, description="paciente ya registrado")
    cuando: Reading | None = Field(default=None, description="qué días u horas le sirven; si no se dice, cualquiera")
    doctor: str | None = Field(default=None, description="nombre del doctor")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")


class NotToWait(Frozen):
    paciente_nombre: str = Field(min_length=1, description="quién ya no espera")
    doctor: str | None = Field(default=None, description="nombre del doctor")


class Waits(Frozen):
    paciente: str
    doctor: str | None
    cuando: Reading | None
    antes_de: Moment | None


class WaitsNoMore(Frozen):
    paciente: str


def prepare_waiting(access: Access, wanted: ToWait) -> WaitOrder:
    """Who has an appointment to come with that doctor waits for that one to be earlier, so that nobody gets two."""
    if not access.clinic.policy.waiting_list:
        raise access.no(Why.NO_WAITING_LIST)
    patient = access.patient(wanted.paciente_nombre)
    doctor = access.doctor(wanted.doctor, needed=False) if wanted.doctor or access.own_doctor is not None else None
    if patient.phone is None and patient.person_id is None:
        raise access.no(Why.NO_NUMBER)
    if patient.person_id is not None:
        chat = access.uow.conversations.of_person(patient.person_id)
        if chat is not None and chat.person.opted_out:
            raise access.no(Why.OPTED_OUT)
    when = wanted.cuando
    if when is not None:
        ends = last_moment(when, access.zone)
        if when.problem is Problem.PAST or (ends is not None and ends <= access.now):
            raise access.no(Why.PAST)
        access.certain(when)
    mine = _theirs(access, patient, doctor.id if doctor else None)
    visit = mine.visit if mine is not None else visit_of(access, wanted.tipo_consulta)
    doctor_id = doctor.id if doctor else mine.doctor_id if mine else None
    before = mine.slot.start if mine is not None and when is None else None
    wish = WaitingWish(when=when, before=before, doctor_id=doctor_id, visit=visit)
    if mine is not None:
        wish = in_place_of(mine, access.clinic, wish, access.now)
    if joining.is_in_vain(access.uow, access.clinic, wish, access.now):
        raise access.no(Why.NEVER_FREE)
    free = joining.free_for(access.uow, access.clinic, wish, access.now)
    return WaitOrder(
        tool=access.tool,
        patient_id=patient.id,
        patient=patient.name,
        doctor=access.doctor_names().get(doctor_id) if doctor_id is not None else None,
        wish=wish,
        appointment=mine,
        free=tuple(one.slot.start for one in free),
    )


def _theirs(access: Access, patient: Patient, doctor_id: int | None) -> Appointment | None:
    coming = access.uow.appointments.list(
        start=access.now, patient_id=patient.id, doctor_id=doctor_id, statuses=waiting_times.WAITED_WITH, limit=1
    )
    return coming[0] if coming else None


def wait(access: Access, order: WaitOrder) -> Waits:
    """What was shown, or nothing: whose appointment has changed since is asked anew."""
    mine = order.appointment
    if access.own_doctor is not None:
        with_whom = {order.wish.doctor_id} | ({mine.doctor_id} if mine is not None else set())
        theirs = {patient.id for patient in access.patients(order.patient)}
        if with_whom != {access.own_doctor} or order.patient_id not in theirs:
            raise access.no(Why.NOT_ALLOWED)
    if mine is not None:
        stands = access.uow.appointments.get(mine.id)
        if (stands.version, stands.patient_id) != (mine.version, order.patient_id) or stands.slot.start <= access.now:
            raise access.no(Why.CHANGED)
    (patient,) = access.uow.patients.get_many([order.patient_id])
    chat = access.uow.conversations.for_patient(patient, access.now)
    if chat is None or chat.reply_to is None:
        raise access.no(Why.NO_NUMBER)
    if chat.person.opted_out:
        raise access.no(Why.OPTED_OUT)
    waited = Waited(
        wish=order.wish,
        appointment=mine,
        name=patient.name,
        for_other=patient.name != chat.person.name,
        until=joining.waits_until(order.wish, access.clinic, access.now),
    )
    joining.join(access.uow, access.clinic, chat, [waited], access.now, added_by=access.actor.name)
    before = order.wish.before.astimezone(access.zone) if order.wish.before else None
    return Waits(paciente=order.patient, doctor=order.doctor, cuando=order.wish.when, antes_de=before)


def prepare_not_waiting(access: Access, wanted: NotToWait) -> UnwaitOrder:
    """All that the patient of this name waits for, or who writes for themselves; of several patients called so it is
    asked which. However many wait, who they are is one statement."""
    doctor = access.doctor(wanted.doctor, needed=False) if wanted.doctor or access.own_doctor is not None else None
    waiting = access.uow.waiting_list.active()
    entries = [one for one in waiting if doctor is None or one.wish.doctor_id == doctor.id]
    unnamed = {one.conversation_id for one in entries if not one.name}
    writers = {chat.id: chat.person.name for chat in access.uow.conversations.get_many(unnamed)}
    named: dict[str, list[WaitingEntry]] = {}
    for entry in entries:
        name = entry.name or writers[entry.conversation_id]
        if name is not None and access.is_called(Patient(id=0, name=name), wanted.paciente_nombre):
            named.setdefault(name, []).append(entry)
    if not named:
        raise access.no(Why.NOT_WAITING)
    exact = [name for name in named if folded(name) == folded(wanted.paciente_nombre)]
    if len(named) > 1 and len(exact) != 1:
        options = tuple(Option(text=name) for name in list(named)[:MOST_CHOICES])
        raise Stop(Choose(tool=access.tool, field="paciente_nombre", options=options))
    (name,) = exact or named
    return UnwaitOrder(tool=access.tool, patient=name, entries=_shown(access, named[name]))


def _shown(access: Access, entries: Sequence[WaitingEntry]) -> tuple[ShownEntry, ...]:
    names = access.doctor_names()
    return tuple(
        ShownEntry(id=one.id, wish=one.wish, doctor=names.get(one.wish.doctor_id or 0), start=one.wish.before)
        for one in entries
    )


def not_wait(access: Access, order: UnwaitOrder) -> WaitsNoMore:
    """Those that were shown and still wait; none of them: they wait no longer anyway."""
    found = (access.uow.waiting_list.get(shown.id) for shown in order.entries)
    entries = [entry for entry in found if entry is not None and entry.active]
    if access.own_doctor is not None and any(entry.wish.doctor_id != access.own_doctor for entry in entries):
        raise access.no(Why.NOT_ALLOWED)
    if not entries:
        raise access.no(Why.NOT_WAITING)
    for chat in sorted({entry.conversation_id for entry in entries}):
        access.uow.conversations.lock(chat)
    waiting_list.close(access.uow, entries, EntryState.REMOVED, access.now)
    return WaitsNoMore(paciente=order.patient)
