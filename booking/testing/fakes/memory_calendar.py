"""The calendar in memory: schedules, what staff enter about time, patients, events."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from booking.errors import NotFound
from booking.models import (
    GAVE_BACK,
    Absence,
    ActorKind,
    AppointmentEvent,
    Block,
    Busy,
    Clinic,
    DateOverride,
    Doctor,
    EventKind,
    Opening,
    Policy,
    Rule,
    Situation,
    SpecialDay,
    VisitLength,
)
from booking.ports import Calendar, Dates, Ruled
from booking.testing.fakes.memory_turn import ALWAYS, joined, left

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork
    from booking.testing.fakes.memory_tables import View

_DAY = dt.timedelta(days=1)
_SHORTEST = dt.timedelta.resolution


class MemorySchedules:
    """Implements `Schedules`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def overview(self) -> tuple[Clinic, Sequence[Doctor]]:
        return self.clinic(), [doctor for doctor in self.doctors() if doctor.active]

    def clinic(self) -> Clinic:
        clinic = self._uow.clinics.get(0)
        if clinic is None:
            raise NotFound("clinic")
        return clinic

    def doctors(self) -> Sequence[Doctor]:
        return sorted(self._uow.doctors.values(), key=lambda doctor: doctor.id)

    def calendar(
        self,
        start: dt.datetime,
        end: dt.datetime,
        now: dt.datetime,
        *,
        except_conversation: int | None = None,
        except_appointment: int | None = None,
    ) -> Calendar:
        """See the port. Busy come by start, then doctor."""
        clinic = self.clinic()
        zone = ZoneInfo(clinic.zone)
        first = start.astimezone(zone).date()
        last = (max(start, end - _SHORTEST)).astimezone(zone).date()
        visits = list(self._uow.visits.values())
        buffers = [max(visit.buffer_before, visit.buffer_after) for visit in visits]
        buffer = dt.timedelta(minutes=max([clinic.policy.buffer_minutes, *buffers]))
        begin = dt.datetime.combine(first, dt.time(), zone).astimezone(dt.UTC) - buffer
        until = dt.datetime.combine(last + _DAY, dt.time(), zone).astimezone(dt.UTC) + buffer
        doctors = [doctor for doctor in self.doctors() if doctor.active]
        ids = {doctor.id for doctor in doctors}
        busy = [
            Busy(doctor_id=row.doctor_id, start=row.start, end=row.end, visit=row.appointment.visit)
            for row in self._uow.rows.values()
            if row.live
            and row.doctor_id in ids
            and row.start < until
            and begin < row.end
            and row.appointment.id != except_appointment
            and not (
                row.expires_at is not None and (row.expires_at <= now or row.conversation_id == except_conversation)
            )
        ]
        busy.sort(key=lambda taken: (taken.start, taken.doctor_id))
        return Calendar(
            covers=Dates(first, last),
            doctors=doctors,
            openings=[opening for opening in self._uow.openings.values() if opening.doctor_id in ids],
            overrides=[
                override
                for override in self._uow.overrides.values()
                if override.doctor_id in ids and first <= override.date <= last
            ],
            busy=busy,
            absences=[
                absence
                for absence in self._uow.absences.values()
                if absence.doctor_id in ids and absence.end > begin and absence.start < until
            ],
            blocks=[block for block in self._uow.blocks.values() if block.doctor_id in ids],
            special_days=[day for day in self._uow.special_days.values() if first <= day.date <= last],
            visits=visits,
        )


_ONE_OF_A_KIND: dict[type[Rule], tuple[str, ...]] = {SpecialDay: ("date",), VisitLength: ("visit", "doctor_id")}
"""Of these a new one replaces the one that is the same in these fields."""


class MemoryRules:
    """Implements `Rules`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def _tables(self) -> dict[type[Rule], tuple[str, View[int, Any]]]:
        uow = self._uow
        return {
            Opening: ("openings", uow.openings),
            DateOverride: ("overrides", uow.overrides),
            Absence: ("absences", uow.absences),
            Block: ("blocks", uow.blocks),
            SpecialDay: ("special_days", uow.special_days),
            VisitLength: ("visits", uow.visits),
        }

    def list(self, doctor_id: int | None = None) -> Sequence[tuple[int, Rule]]:
        return [
            (id, rule)
            for _, table in self._tables().values()
            for id, rule in sorted(table.items().items())
            if doctor_id is None or getattr(rule, "doctor_id", None) == doctor_id
        ]

    def of(self, kind: type[Ruled], doctor_id: int | None = None) -> Sequence[tuple[int, Ruled]]:
        return [(id, rule) for id, rule in self.list(doctor_id) if isinstance(rule, kind)]

    def add_all(self, rules: Sequence[Ruled]) -> None:
        for rule in rules:
            self.add(rule)

    def add(self, rule: Rule) -> int:
        name, table = self._tables()[type(rule)]
        keys = _ONE_OF_A_KIND.get(type(rule))
        if keys:
            for id, stored in table.items().items():
                if all(getattr(stored, key) == getattr(rule, key) for key in keys):
                    table.put(id, rule)
                    return id
        id = self._uow.next_id(name)
        table.put(id, rule)
        return id

    def remove(self, kind: type[Rule], *rule_ids: int) -> int:
        table = self._tables()[kind][1]
        there = [id for id in rule_ids if table.get(id) is not None]
        for id in there:
            table.remove(id)
        return len(there)

    def set_policy(self, policy: Policy) -> None:
        clinic = self._uow.clinics.get(0)
        if clinic is None:
            raise NotFound("clinic")
        self._uow.clinics.put(0, clinic.model_copy(update={"policy": policy}))

    def set_clinic(self, clinic: Clinic) -> None:
        self._uow.clinics.put(0, clinic)

    def add_doctor(
        self, name: str, specialty: str | None, weight: int, now: dt.datetime, *, by_turn: bool = True
    ) -> Doctor:
        id = self._uow.next_id("doctors")
        doctor = Doctor(id=id, name=name, specialty=specialty, weight=weight, by_turn=by_turn)
        self._uow.doctors.put(doctor.id, doctor)
        self._uow.outside.put(doctor.id, joined((ALWAYS,), now) if by_turn else (ALWAYS,))
        return doctor

    def set_doctor(self, doctor: Doctor, now: dt.datetime) -> None:
        self._change(doctor.id, now, **doctor.model_dump(exclude={"id"}))

    def set_active(self, doctor_id: int, active: bool, now: dt.datetime) -> None:
        self._change(doctor_id, now, active=active)

    def set_by_turn(self, doctor_id: int, by_turn: bool, now: dt.datetime) -> None:
        self._change(doctor_id, now, by_turn=by_turn)

    def _change(self, doctor_id: int, now: dt.datetime, **to: Any) -> None:
        doctor = self._uow.doctors.get(doctor_id)
        if doctor is None:
            raise NotFound(f"doctor {doctor_id}")
        changed = doctor.model_copy(update=to)
        self._uow.doctors.put(doctor_id, changed)
        took_part, takes_part = doctor.active and doctor.by_turn, changed.active and changed.by_turn
        if took_part != takes_part:
            before = self._uow.outside.get(doctor_id) or (() if took_part else (ALWAYS,))
            self._uow.outside.put(doctor_id, joined(before, now) if takes_part else left(before, now))


class MemoryAppointmentEvents:
    """Implements `AppointmentEvents`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, event: AppointmentEvent) -> None:
        self._uow.event_rows.put(self._uow.next_id("events"), event)

    def list(self, appointment_id: int) -> Sequence[AppointmentEvent]:
        return [event for event in self._uow.event_rows.values() if event.appointment_id == appointment_id]

    def untold(self, most: int) -> Sequence[tuple[int, AppointmentEvent]]:
        made = {EventKind.BOOKED, EventKind.MOVED, EventKind.CANCELLED}
        found = [
            (id, event)
            for id, event in sorted(self._uow.event_rows.items().items())
            if event.by.kind is ActorKind.PATIENT and event.kind in made and self._uow.events_told.get(id) is None
        ]
        return found[:most]

    def mark_told(self, ids: Collection[int], now: dt.datetime) -> None:
        for id in ids:
            self._uow.events_told.put(id, now)

    def count(self, kind: EventKind, since: dt.datetime, until: dt.datetime) -> int:
        return sum(event.kind is kind and since <= event.at < until for event in self._uow.event_rows.values())

    def gave_back(self, start: dt.datetime, end: dt.datetime) -> Sequence[Situation]:
        left = [event.before for event in self._uow.event_rows.values() if event.kind in GAVE_BACK]
        return [before for before in left if before is not None and start <= before.slot.start < end]

    def begun(self, appointment_ids: Collection[int]) -> Mapping[int, dt.datetime]:
        found: dict[int, dt.datetime] = {}
        for event in self._uow.event_rows.values():
            if event.appointment_id in appointment_ids:
                found[event.appointment_id] = min(event.at, found.get(event.appointment_id, event.at))
        return found
