"""What a tool works with: the open transaction, the clinic, whoever asks, and which rows are theirs to see.

Every reach for somebody's data goes through here, so that a tool cannot forget whose it is.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args, overload
from zoneinfo import ZoneInfo

from booking.access.rights import Caller
from booking.documents.library import Searcher
from booking.intents import Reading, When
from booking.models import (
    COMING,
    LIVE_APPOINTMENTS,
    Actor,
    ActorKind,
    Appointment,
    Clinic,
    Doctor,
    Option,
    Patient,
    Picked,
    Role,
    Status,
)
from booking.models.documents import WORDS_ALONE as NO_MEANING
from booking.models.documents import Meaning
from booking.models.folded_text import folded
from booking.models.tool_answers import Choose, Missing, ToolRefused, Why
from booking.ports import UnitOfWork
from tools.tool_words import all_in, spelled

ON_THE_DAY = (*LIVE_APPOINTMENTS, Status.COMPLETED, Status.NO_SHOW)
Place = Literal["primera", "ultima"]
PLACES: tuple[Place, ...] = get_args(Place)
"""By which an appointment may be told: of its day, or of its patient's."""
MOST_CHOICES = 9
_SOON = dt.timedelta(days=14)
"""How far it is looked for whoever of many that are called alike is meant."""
_MANY = 500
MOST_NAMESAKES = 3
"""People of one name whose appointments are looked for, one statement each."""
_ANOTHER = frozenset({"otro", "otra"})
"""Says that a doctor is another one, and not which."""


WORDS_ALONE = Searcher()
"""Looks for documents by words, whatever these are."""


class Stop(Exception):
    """A tool cannot go on: `why` is what to tell or to ask. Never leaves the catalogue."""

    def __init__(self, why: Missing | Choose | ToolRefused) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Access:
    """One use of one tool. `now` is the caller's clock; `chosen` was picked from a list that the tool gave; `meaning`
    is that of what is looked for, made before the transaction."""

    tool: str
    uow: UnitOfWork
    clinic: Clinic
    caller: Caller
    now: dt.datetime
    chosen: Picked | None = None
    canonical: Callable[[str], str | None] = lambda digits: None  # one spelling for a number
    documents: Searcher = WORDS_ALONE
    meaning: Meaning = NO_MEANING
    _doctors: list[Doctor] = field(default_factory=list, init=False, repr=False)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.clinic.zone)

    @property
    def actor(self) -> Actor:
        """Who is written down for a change."""
        return Actor(kind=ActorKind.STAFF, person_id=self.caller.person_id, name=self.caller.account)

    @property
    def own_doctor(self) -> int | None:
        """The doctor whose rows alone may be seen; None: the whole clinic's."""
        return None if self.caller.whole_clinic else self._must_be_doctor()

    def _must_be_doctor(self) -> int:
        if Role.DOCTOR not in self.caller.roles or self.caller.doctor_id is None:
            raise self.no(Why.NOT_ALLOWED)
        return self.caller.doctor_id

    def no(self, why: Why) -> Stop:
        """To be raised: the tool does not do it."""
        return Stop(ToolRefused(tool=self.tool, why=why))

    # --- doctors ---------------------------------------------------------------------------------

    def doctors(self) -> Sequence[Doctor]:
        """The active ones that the caller may ask about."""
        own = self.own_doctor
        return [d for d in self._everybody() if d.active and own in (None, d.id)]

    def colleagues(self) -> Sequence[Doctor]:
        """Every active one, to whom the caller's appointments may go."""
        return [d for d in self._everybody() if d.active]

    def doctor_names(self) -> dict[int, str]:
        """What every doctor is called, by id, active or not."""
        return {d.id: d.name for d in self._everybody()}

    def _everybody(self) -> Sequence[Doctor]:
        """One statement, however often they are asked for."""
        if not self._doctors:
            self._doctors.extend(self.uow.schedules.doctors())
        return self._doctors

    @overload
    def doctor(self, said: str | None) -> Doctor: ...

    @overload
    def doctor(self, said: str | None, *, needed: bool) -> Doctor | None: ...

    def doctor(self, said: str | None, *, needed: bool = True) -> Doctor | None:
        """The doctor meant: the one named, else the caller's own self, else the only one there is.

        A doctor who is not staff too can only mean themselves. Several are put to the caller where one is `needed`.
        """
        doctors = self.doctors()
        own = self.caller.doctor_id
        if said is None:
            mine = [d for d in doctors if d.id == own] or (doctors if len(doctors) == 1 else [])
            if needed and not mine:
                raise self._which(doctors)
            return mine[0] if mine else None
        words = " ".join(word for word in folded(said).split() if word not in _ANOTHER)
        found = [d for d in doctors if not words or all_in(words, folded(d.name))]
        if len(found) == 1 and words:
            return found[0]
        if len(found) < 2:
            raise self.no(Why.NO_SUCH_DOCTOR)
        raise self._which(found)

    def _which(self, doctors: Sequence[Doctor]) -> Stop:
        options = tuple(Option(text=d.name) for d in doctors[:MOST_CHOICES])
        return Stop(Choose(tool=self.tool, field="doctor", options=options))

    # --- patients --------------------------------------------------------------------------------

    def patients(self, said: str, limit: int = MOST_CHOICES + 1) -> Sequence[Patient]:
        """Those of the caller's patients with this name or number."""
        digits = "".join(c for c in said if c.isdigit())
        if len(digits) >= 10:
            return self.uow.patients.search(phone=digits, limit=limit, doctor_id=self.own_doctor)
        return self.uow.patients.search(name=" ".join(said.split()), limit=limit, doctor_id=self.own_doctor)

    def patient(self, said: str) -> Patient:
        """The one patient meant. Raises Stop: nobody, or several to choose from. Who was picked from such a list is
        looked for among the caller's own again; if they are gone, nobody is taken instead."""
        found = self.patients(said)
        if (picked := self._picked("patient")) is not None:
            found = [p for p in found if p.id == picked]
        if len(found) == 1:
            return found[0]
        exact = [p for p in found if folded(p.name) == folded(said)]
        if len(exact) == 1:
            return exact[0]
        if not found:
            raise self.no(Why.NO_SUCH_PATIENT)
        options = tuple(
            Option(text=p.name, picks=Picked(what="patient", id=p.id), tail=(p.phone or "")[-4:] or None)
            for p in found[:MOST_CHOICES]
        )
        raise Stop(Choose(tool=self.tool, field="paciente_nombre", options=options))

    def _picked(self, what: Literal["patient", "appointment"]) -> int | None:
        return self.chosen.id if self.chosen is not None and self.chosen.what == what else None

    @staticmethod
    def is_called(patient: Patient, said: str) -> bool:
        """Every word said begins a word of the name."""
        return all_in(folded(said), folded(patient.name))

    def phone(self, said: str) -> str:
        """One spelling of a number. Raises Stop: it is asked for again."""
        number = spelled(said, self.canonical)
        if number is None:
            raise Stop(Missing(tool=self.tool, field="telefono"))
        return number

    # --- appointments ----------------------------------------------------------------------------

    def appointments(
        self,
        start: dt.datetime | None,
        end: dt.datetime | None,
        *,
        doctor_id: int | None = None,
        statuses: Sequence[Status] = ON_THE_DAY,
        limit: int | None = None,
    ) -> Sequence[Appointment]:
        """By start; only the caller's own where they are a doctor."""
        own = self.own_doctor
        return self.uow.appointments.list(
            start=start, end=end, doctor_id=own if own is not None else doctor_id, statuses=statuses, limit=limit
        )

    def one(
        self,
        when: Reading | None,
        patient: str | None,
        doctor_id: int | None,
        statuses: Sequence[Status] = COMING,
        unless: Callable[[Appointment], ToolRefused | None] | None = None,
        place: Place | None = None,
    ) -> tuple[Appointment, Patient]:
        """The appointment meant by its time and its patient, with the patient; by its `place` (one of `PLACES`), the
        first or last of these. `unless` says why one cannot be meant; where that is so of all, it is the refusal.
        Raises Stop."""
        fitting, people = self.all_meant(when, patient, doctor_id, statuses)
        if place is not None:
            at = (min if place == PLACES[0] else max)(a.slot.start for a in fitting)
            fitting = [a for a in fitting if a.slot.start == at]
        why = [unless(a) if unless else None for a in fitting]
        if why[0] is not None and all(why):
            raise Stop(why[0])
        fitting = [a for a, no in zip(fitting, why, strict=True) if no is None]
        if len(fitting) == 1:
            return fitting[0], people[fitting[0].patient_id or 0]
        options = tuple(
            Option(
                text=people[a.patient_id or 0].name,
                picks=Picked(what="appointment", id=a.id),
                at=a.slot.start.astimezone(self.zone),
            )
            for a in fitting[:MOST_CHOICES]
        )
        raise Stop(Choose(tool=self.tool, field="cita", options=options))

    def all_meant(
        self, when: Reading | None, patient: str | None, doctor_id: int | None, statuses: Sequence[Status] = COMING
    ) -> tuple[list[Appointment], dict[int, Patient]]:
        """Every appointment meant by its time and its patient, at least one, and the patients by id. A patient named
        without a day: any from today on. Raises Stop."""
        if patient is not None and (when is None or (when.when and when.when.date_from is None)):
            found = self._coming_of(patient, doctor_id, statuses)
        else:
            start, end = self.span(when)
            found = self.appointments(start, end, doctor_id=doctor_id, statuses=statuses, limit=200)
        fitting = [a for a in found if a.patient_id is not None and self.in_time(a, when)]
        if (picked := self._picked("appointment")) is not None:
            fitting = [a for a in fitting if a.id == picked]
        people = self.names(fitting)
        if patient is not None:
            fitting = [a for a in fitting if self.is_called(people[a.patient_id or 0], patient)]
        if not fitting:
            raise Stop(ToolRefused(tool=self.tool, why=Why.NO_SUCH_APPOINTMENT, at=self._next_of(patient, doctor_id)))
        return fitting, people

    def _next_of(self, said: str | None, doctor_id: int | None) -> dt.datetime | None:
        """When the patient called so comes next, where there is one of that name."""
        people = [p for p in self.patients(said) if self.is_called(p, said)] if said else []
        coming = self._coming_of(said, doctor_id, COMING) if said and len(people) == 1 else ()
        return next((a.slot.start.astimezone(self.zone) for a in coming if a.slot.start > self.now), None)

    def _coming_of(self, said: str, doctor_id: int | None, statuses: Sequence[Status]) -> Sequence[Appointment]:
        """Those from today on of the patients called so; of many, those who come soon. Raises Stop where
        these are too many too: who is asked again."""
        people = [p for p in self.patients(said) if self.is_called(p, said)]
        if len(people) > MOST_NAMESAKES:
            return self._soon_of(said, doctor_id, statuses)
        own, today = self.own_doctor, self.midnight(self.now.astimezone(self.zone).date())
        found = [
            a
            for p in people
            for a in self.uow.appointments.list(
                start=today,
                patient_id=p.id,
                doctor_id=own if own is not None else doctor_id,
                statuses=statuses,
                limit=MOST_CHOICES + 1,
            )
        ]
        return sorted(found, key=lambda a: (a.slot.start, a.id))

    def _soon_of(self, said: str, doctor_id: int | None, statuses: Sequence[Status]) -> Sequence[Appointment]:
        """Of the next days. Two statements."""
        today = self.now.astimezone(self.zone).date()
        start, end = self.midnight(today), self.midnight(today + _SOON)
        found = self.appointments(start, end, doctor_id=doctor_id, statuses=statuses, limit=_MANY)
        people = self.names(found)
        called = {id for id, patient in people.items() if self.is_called(patient, said)}
        if not 0 < len(called) <= MOST_CHOICES:
            raise Stop(Missing(tool=self.tool, field="paciente"))
        return [a for a in found if a.patient_id in called]

    def begun(self, doctor_id: int | None) -> tuple[Appointment, Patient]:
        """The appointment of today that began last and is still open. Raises Stop."""
        today = self.midnight(self.now.astimezone(self.zone).date())
        found = self.appointments(today, self.now, doctor_id=doctor_id, statuses=LIVE_APPOINTMENTS, limit=200)
        people = self.names(found[-1:])
        if not found or found[-1].patient_id not in people:
            raise self.no(Why.NO_SUCH_APPOINTMENT)
        return found[-1], people[found[-1].patient_id]

    def names(self, appointments: Sequence[Appointment]) -> dict[int, Patient]:
        """Their patients, by id: one statement for all."""
        ids = sorted({a.patient_id for a in appointments if a.patient_id is not None})
        return {p.id: p for p in self.uow.patients.get_many(ids)} if ids else {}

    # --- time ------------------------------------------------------------------------------------

    def span(self, when: Reading | None) -> tuple[dt.datetime, dt.datetime]:
        """The instants a reading covers, at most; without a date, today's. Raises Stop for one that says nothing
        certain."""
        said = self.certain(when) if when is not None else None
        today = self.now.astimezone(self.zone).date()
        first = (said.date_from if said else None) or today
        last = (said.date_to if said else None) or first
        return self.midnight(first), self.midnight(max(last, first) + dt.timedelta(days=1))

    def certain(self, when: Reading, field: str = "cuando") -> When:
        """What was said about time, if it can mean one thing only. Raises Stop: it is asked for again."""
        if when.when is None:
            raise Stop(Missing(tool=self.tool, field=field))
        return when.when

    def in_time(self, appointment: Appointment, when: Reading | None) -> bool:
        """Whether it starts at the time of day that was said."""
        said = when.when if when else None
        if said is None or (said.time_from is None and said.time_to is None):
            return True
        time = appointment.slot.start.astimezone(self.zone).time().replace(tzinfo=None)
        if said.exact:
            return time == said.time_from
        open_end = said.time_to is None or said.time_to == dt.time()
        return (said.time_from or time) <= time and (open_end or time < (said.time_to or time))

    def midnight(self, date: dt.date) -> dt.datetime:
        """When that day begins at the clinic."""
        return dt.datetime.combine(date, dt.time(), self.zone)
