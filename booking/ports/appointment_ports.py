"""Appointments, their history and the patients."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from booking.models import (
    FIRST_VISIT,
    Appointment,
    AppointmentEvent,
    Assignment,
    EventKind,
    Hold,
    Patient,
    Refusal,
    Situation,
    Slot,
    Standing,
    Status,
)


class Appointments(Protocol):
    """`citas_medicas`. The database's exclusion constraints have the last word on every write."""

    def lock_turn(self) -> None:
        """Lock the fair turn (`control_turnos`) until the end of the transaction: whoever assigns a time takes it
        before asking what is free, so that two never count the same."""
        ...

    def lock_day(self, doctor_id: int, start: dt.datetime, end: dt.datetime) -> None:
        """Lock the doctor's live appointments that start then until the end of the transaction, so that none is
        cancelled or marked meanwhile. Whoever does has locked the fair turn."""
        ...

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Standing]:
        """Count, by doctor; holds that lapsed by `now` do not count. Whoever assigns by it has locked the fair turn.

        The credit of a doctor is the average, by weight, of the live appointments that the other doctors of the turn
        have and that this one could not be given: made while this one took no part, or lying in an absence of theirs.
        Who is not of the turn has none.
        What is over counts for nobody, whether or not anybody said what became of it.
        """
        ...

    def hold(
        self,
        slot: Slot,
        doctor_id: int,
        conversation_id: int,
        now: dt.datetime,
        expires_at: dt.datetime,
        *,
        visit: str = FIRST_VISIT,
        assigned: Assignment | None = None,
        instead: bool = False,
    ) -> Hold | None:
        """Delete overlapping holds that lapsed by `now`, and with `instead` those that the conversation itself has
        there, then take the slot. None: it is taken."""
        ...

    def renew_hold(self, hold: Hold, conversation_id: int, expires_at: dt.datetime) -> Hold | None:
        """Give a hold that still exists more time, lapsed or not. None: it is gone."""
        ...

    def release_hold(self, hold: Hold, conversation_id: int) -> None:
        """Delete it, if it is still this conversation's hold."""
        ...

    def held_until(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        """When those of them that are holds expire, or did."""
        ...

    def book(
        self, hold: Hold, conversation_id: int, patient_id: int, visit: str, reason: str | None, now: dt.datetime
    ) -> Appointment | Refusal:
        """Turn the conversation's hold into an appointment. PATIENT_BUSY; SLOT_TAKEN: the hold is gone."""
        ...

    def add(
        self,
        slot: Slot,
        doctor_id: int,
        patient_id: int,
        visit: str,
        reason: str | None,
        now: dt.datetime,
        *,
        assigned: Assignment | None = None,
        overbooked: bool = False,
    ) -> Appointment | Refusal:
        """Enter an appointment without a hold, as staff do. Deletes overlapping holds that lapsed by `now`.
        SLOT_TAKEN and PATIENT_BUSY only if it is not overbooked."""
        ...

    def move(
        self,
        to: Hold | Slot,
        conversation_id: int | None,
        appointment_id: int,
        version: int,
        now: dt.datetime,
        *,
        doctor_id: int | None = None,
        assigned: Assignment | None = None,
        reason: str | None = None,
        overbooked: bool = False,
        keeps_arrival: bool = False,
    ) -> Appointment | Refusal:
        """Give an appointment another time: its row is changed, never made anew. A refusal changes nothing.

        `to` a hold: the conversation's own, which is deleted; its doctor takes over. `to` a slot: with `doctor_id`,
        else with the same doctor; a time that overlaps the old one cannot be held. It is overbooked only where that is
        said anew, has not arrived (unless `keeps_arrival`), and nobody has confirmed the new time; `reason`, if given,
        replaces what it was for. Of a hold that is gone only its time counts.
        SLOT_TAKEN, PATIENT_BUSY; APPOINTMENT_CHANGED: not at that version, or neither `programada` nor `confirmada`.
        """
        ...

    def mark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | None:
        """Set status and arrival. None: not at that version, or no longer live."""
        ...

    def unmark(
        self, appointment_id: int, version: int, status: Status, now: dt.datetime, *, arrived_at: dt.datetime | None
    ) -> Appointment | Refusal:
        """Set status and arrival back to what they were before a mark; of one that was over too, which takes up its
        time again. SLOT_TAKEN, PATIENT_BUSY; APPOINTMENT_CHANGED: not at that version, or cancelled."""
        ...

    def assignments(self, *, doctor_id: int | None = None, limit: int = 50) -> Sequence[tuple[Appointment, Assignment]]:
        """The newest first, holds too, with the reason of their doctor."""
        ...

    def get(self, appointment_id: int) -> Appointment:
        """Raises NotFound."""
        ...

    def cancel(self, appointment_id: int, version: int, reason: str | None, now: dt.datetime) -> Appointment | None:
        """Set `cancelada`. None: not at that version, or no longer live."""
        ...

    def list(
        self,
        *,
        start: dt.datetime | None = None,
        end: dt.datetime | None = None,
        doctor_id: int | None = None,
        patient_id: int | None = None,
        person_id: int | None = None,
        statuses: Sequence[Status] | None = None,
        limit: int | None = None,
    ) -> Sequence[Appointment]:
        """By start, then id. Half-open range over the start."""
        ...

    def of_people(
        self, person_ids: Collection[int], start: dt.datetime, statuses: Sequence[Status]
    ) -> Mapping[int, Sequence[Appointment]]:
        """What those have from then on whom each of these people writes for, by start; nothing of who has none."""
        ...

    def last_of_each(self, doctor_id: int, until: dt.datetime, most: int) -> Sequence[Appointment]:
        """The last appointment with this doctor, of each of their patients, that had begun by then and was neither
        cancelled nor missed; the latest first."""
        ...

    def of_person_between(
        self, person_id: int, since: dt.datetime, until: dt.datetime, most: int
    ) -> Sequence[tuple[str, str, dt.datetime, Status]]:
        """What those had or have then whom this person writes for, nothing that is only held: the patient's name, the
        doctor's, when, how it stands; the latest first. One statement."""
        ...

    def last_of_person(
        self, person_id: int, since: dt.datetime, until: dt.datetime
    ) -> Sequence[tuple[str, str, dt.datetime]]:
        """Of each patient whom this person writes for the last appointment that began from `since` to `until` and was
        neither cancelled nor missed: the patient's name, the doctor's, when. One statement."""
        ...


class AppointmentEvents(Protocol):
    """`eventos_cita`: what happened to appointments. Only ever added to, but for that staff were told."""

    def add(self, event: AppointmentEvent) -> None: ...

    def list(self, appointment_id: int) -> Sequence[AppointmentEvent]:
        """In order."""
        ...

    def untold(self, most: int) -> Sequence[tuple[int, AppointmentEvent]]:
        """What patients made, moved and cancelled that is to be looked at for staff, with its number, in order; locked
        until the end of the transaction, without what another one has locked."""
        ...

    def mark_told(self, ids: Collection[int], now: dt.datetime) -> None:
        """These were looked at, and whoever is to hear of them has been told."""
        ...

    def count(self, kind: EventKind, since: dt.datetime, until: dt.datetime) -> int:
        """How many of this kind there were then."""
        ...

    def gave_back(self, start: dt.datetime, end: dt.datetime) -> Sequence[Situation]:
        """What appointments were that began in this period until they were cancelled or moved, whenever that was."""
        ...

    def begun(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        """When each of these was made: the first that happened to it."""
        ...


class Patients(Protocol):
    def find_or_create(self, person_id: int, name: str, phone: str | None, now: dt.datetime) -> Patient:
        """The patient of this name (accents and case aside) whom this person writes for."""
        ...

    def get_many(self, patient_ids: Sequence[int]) -> Sequence[Patient]: ...

    def list_of(self, person_id: int) -> Sequence[Patient]:
        """Everybody this person writes for, by id."""
        ...

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        """Those called exactly one of these (folded) names."""
        ...

    def count_of(self, doctor_id: int) -> int:
        """How many patients that doctor has: whom they entered, or who has or had an appointment with them."""
        ...

    def search(
        self,
        name: str | None = None,
        phone: str | None = None,
        limit: int = 20,
        *,
        doctor_id: int | None = None,
    ) -> Sequence[Patient]:
        """Those with each of these words in the name (accents and case aside), or with this number (its last ten
        digits); by id. `doctor_id`: only that doctor's, who entered them (as others may have) or has or had an
        appointment with them."""
        ...

    def enter(
        self, name: str, phone: str | None, doctor_id: int | None, now: dt.datetime, email: str | None = None
    ) -> Patient:
        """The patient of this name, entered by staff: under the person who has the number (canonical E.164), who is
        entered too; without a number, under nobody. With a doctor, that doctor's from now on, known before or not. An
        e-mail that is given takes the place of the one there was."""
        ...

    def edit(
        self,
        patient_id: int,
        now: dt.datetime,
        *,
        name: str | None = None,
        phone: str | None = None,
        email: str | None = None,
    ) -> Patient | None:
        """Change what is given; a number (canonical E.164) makes them somebody of whoever has it, unless those whom
        they were entered under have written to us. None: there is another patient of that name there."""
        ...

    def numbers(self, patient: Patient) -> Sequence[str]:
        """Every number (E.164) that is known of them: their own first, then those of whoever writes for them."""
        ...

    def forget(self, patient: Patient, *, chat: bool, now: dt.datetime) -> None:
        """Erase who they are: of their appointments stay doctor, time and status, for nobody. With `chat`, also who
        writes for them and all that was written there; what still waits to be sent ends as `expired`. Nobody's numbers
        lead there any more."""
        ...

    def join(self, kept: Patient, left: Patient, now: dt.datetime) -> None:
        """The record `left` is part of `kept` from now on, and gone: its appointments, the doctors who entered them,
        what the other lacks of number and e-mail. Whoever wrote for nobody else, and has no right, is the kept
        one's person from now on, with their chat. No live appointments of theirs overlap."""
        ...
