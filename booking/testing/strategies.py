"""Hypothesis strategies: intents (those of a state too), times, slots, people, schedules, text meant to break things.

Every one is a function that returns a strategy, so that a test can narrow it: `intents().filter(…)`,
`st.builds(Slot, start=…)`.
"""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from booking.conversation.fsm.guards import goes_back, opted_out
from booking.conversation.fsm.places import within
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.intents import (
    Anchor,
    AnyIntent,
    AsTold,
    CancelAppointment,
    CheckAvailability,
    Greet,
    Like,
    OneMore,
    Problem,
    Reading,
    Repeats,
    UseTool,
    When,
    Whose,
)
from booking.models import Doctor, Opening, Patient, Slot, State
from booking.testing.fields import INTENTS, Field, fields_of
from booking.testing.tool_requests import REQUESTS
from booking.testing.wording import phone_of
from booking.testing.world import PEOPLE, ZONE, Seed, small_seed

MONDAY = dt.date(2026, 11, 23)
"""The Monday on which the small test clinic opens."""


def days() -> st.SearchStrategy[dt.date]:
    """Days around the test clinic's first week."""
    return st.integers(-1, 10).map(lambda n: MONDAY + dt.timedelta(days=n))


def times() -> st.SearchStrategy[dt.time]:
    """Times of day on the half hour."""
    return st.integers(16, 38).map(lambda n: dt.time(n // 2, n % 2 * 30))


@st.composite
def whens(draw: st.DrawFn) -> When:
    """A day, a window of days, a part of a day, or one clock time."""
    day = draw(st.none() | days())
    until = day and draw(st.sampled_from([day, day + dt.timedelta(days=3)]))
    kind = draw(st.sampled_from(["open", "window", "exact"]))
    start = draw(times()) if kind != "open" else None
    end = draw(st.none() | times().filter(lambda t: start is not None and t > start)) if kind == "window" else None
    return When(date_from=day, date_to=until, time_from=start, time_to=end, exact=kind == "exact")


def readings() -> st.SearchStrategy[Reading]:
    """Clear, ambiguous, impossible and empty readings."""
    clear = whens().map(lambda when: Reading(when=when))
    several = st.tuples(whens(), whens())
    return st.one_of(
        clear,
        clear,
        several.map(lambda both: Reading(candidates=both, ambiguous=True)),
        several.map(lambda both: Reading(candidates=both, alternatives=True)),
        st.sampled_from(Problem).map(lambda problem: Reading(problem=problem)),
        st.just(Reading()),
        st.builds(Reading, when=st.none() | whens(), anchor=anchors()),
    )


def anchors() -> st.SearchStrategy[Anchor]:
    """Days and hours told by those that are known."""
    return st.one_of(
        st.builds(Anchor, minutes=st.integers(-120, 120)),
        st.builds(Anchor, days=st.integers(-9, 9)),
        st.builds(Anchor, weekday=st.just(True)),
        st.builds(Anchor, monthday=st.just(True)),
    )


def names() -> st.SearchStrategy[str]:
    """Names people have, and some they do not."""
    return st.sampled_from(["Ana Ruiz", "José de la Cruz", "Zoë O'Farrill", "{patient}", "X" * 60])


def _said(field: Field) -> st.SearchStrategy[Any]:
    """What may be said of a field of an intent. Raises TypeError for one of a type that nothing is known of."""
    named: dict[str, st.SearchStrategy[Any]] = {
        "name": names(),
        "specialty": st.sampled_from(["gineco", "dermato"]),
        "doctor": st.sampled_from(["Dra. Uno", "Dr. Dos", "Dr. Nadie"]),
        "of_doctor": st.sampled_from(["Dra. Uno", "Dr. Dos", "Dr. Nadie"]),
        "other_doctor": st.sampled_from(["Dra. Uno", "Dr. Dos", "Dr. Nadie"]),
        "other": st.sampled_from(["hijo", "mí", "{patient}"]),
        "instead_of": st.sampled_from(["Ruiz", "Nadie"]),
        "reason": st.sampled_from(["soy alérgica a la penicilina", "{note}"]),
        "query": st.just("¿?"),
        "order": st.sampled_from(["agenda a Ana", "{order}"]),
        "option": st.integers(1, 12),
        "offer": st.integers(40001, 40003),
        "mark": st.integers(1, 5),
        "minutes": st.integers(1, 240),
        "day": st.dates(dt.date(2026, 11, 1), dt.date(2026, 12, 31)),
        "since": st.dates(dt.date(2026, 11, 1), dt.date(2026, 11, 30)),
        "until": st.dates(dt.date(2026, 11, 1), dt.date(2026, 12, 31)),
        "words": st.sampled_from([(), ("cita",), ("nada", "uno")]),
        "not_with": st.sampled_from([(), ("Dra. Uno",), ("Dra. Uno", "Dr. Nadie")]),
        "like": st.sampled_from([Like(doctor=True), Like(hour=True), Like(doctor=True, whose=Whose(name="Ana"))]),
        "told": st.builds(AsTold, appointment_id=st.integers(3000, 3004), version=st.integers(1, 3)),
        "whose": st.sampled_from([Whose(), Whose(own=True), Whose(name="Ana"), Whose(name="Nadie")]),
    }
    if field.name == "understood":
        said: st.SearchStrategy[Any] = st.sampled_from([(), (CheckAvailability(),), (Greet(), CancelAppointment())])
    elif field.name == "those":
        told = st.builds(AsTold, appointment_id=st.integers(3000, 3004), version=st.integers(1, 3))
        said = st.lists(told, max_size=2, unique=True).map(tuple)
    elif field.name == "repeats":
        said = st.builds(
            Repeats,
            every=st.sampled_from([None, 1, 7, 14, 366]),
            times=st.sampled_from([None, 1, 2, 4, 12, 99]),
            span=st.sampled_from([None, 1, 28, 731]),
        )
    elif field.name == "following":
        said = st.lists(
            st.builds(OneMore, other=st.sampled_from([None, "hijo"]), when=st.none() | readings()), max_size=2
        )
        said = said.map(tuple)
    elif field.name == "left":
        said = st.sampled_from([(), ("cada quince días",)])
    elif field.name == "those":
        said = st.sampled_from([(), (AsTold(appointment_id=3000, version=1), AsTold(appointment_id=3001, version=1))])
    elif field.name in named and field.type in (str, int, dt.date, tuple[str, ...], Whose, AsTold, Like):
        said = named[field.name]
    elif field.type is bool:
        said = st.booleans()
    elif field.type is Reading:
        said = readings()
    elif isinstance(field.type, type) and issubclass(field.type, StrEnum):
        said = st.sampled_from(field.type)
    else:
        raise TypeError(f"nothing is known to be said of {field}")
    return st.none() | said if field.optional else said


def _kinds() -> dict[str, st.SearchStrategy[AnyIntent]]:
    """A strategy for each kind of intent, with and without its fields."""
    kinds: dict[str, st.SearchStrategy[AnyIntent]] = {
        kind: st.builds(intent, **{field.name: _said(field) for field in fields_of(intent)})
        for kind, intent in INTENTS.items()
        if intent is not UseTool
    }
    denied = [request.model_copy(update={"denies": True}) for request in REQUESTS[-2:]]
    return {**kinds, "use_tool": st.sampled_from((*REQUESTS, *denied))}


def intents() -> st.SearchStrategy[AnyIntent]:
    """Every kind of intent, with and without its fields."""
    return st.one_of(*_kinds().values())


def intents_for(state: State) -> st.SearchStrategy[AnyIntent]:
    """The intents that get on in this state: some row takes them elsewhere or writes something there."""
    getting_on = {
        trigger.value
        for row in TABLE
        if set(within(state)) & set(row.source)
        and not {opted_out, goes_back} & {*row.guards}
        and (row.to is not None or row.writes or row.then not in (None, Trigger.RESUME))
        for trigger in row.on
    }
    return st.one_of(*(strategy for kind, strategy in _kinds().items() if kind in getting_on))


# --- people, slots, schedules -------------------------------------------------------------------------


def people() -> st.SearchStrategy[str]:
    """Who writes to a `Clinic`, by the plain word it knows them by."""
    return st.sampled_from(PEOPLE)


def patients() -> st.SearchStrategy[Patient]:
    """Patients as stored."""
    phone = st.none() | people().map(lambda who: f"+{phone_of(who)}")
    return st.builds(Patient, id=st.integers(1, 99), name=names(), phone=phone, person_id=st.none() | st.integers(1, 9))


def moments() -> st.SearchStrategy[dt.datetime]:
    """Instants of the test clinic's first days, on the half hour, in its zone."""
    return st.builds(dt.datetime.combine, days(), times(), tzinfo=st.just(ZoneInfo(ZONE)))


@st.composite
def slots(draw: st.DrawFn, starts: st.SearchStrategy[dt.datetime] | None = None) -> Slot:
    """Half hours, hours, and what lies between."""
    start = draw(starts or moments())
    return Slot(start=start, end=start + dt.timedelta(minutes=draw(st.sampled_from([15, 20, 30, 45, 60]))))


@st.composite
def openings(draw: st.DrawFn, doctor_id: int = 1) -> Opening:
    """A stretch of a week; some run to midnight, some are shorter than one slot."""
    start = draw(times())
    end = draw(times().filter(lambda end: end > start) | st.just(dt.time()))
    return Opening(
        doctor_id=doctor_id,
        weekday=draw(st.integers(0, 6)),
        start=start,
        end=end,
        slot_minutes=draw(st.sampled_from([15, 20, 30, 60])),
        daily_cap=draw(st.none() | st.integers(1, 3)),
    )


@st.composite
def schedules(draw: st.DrawFn) -> Seed:
    """A clinic to open: one to three doctors with hours of their own. `memory_clinic(seed)` opens it."""
    count = draw(st.integers(1, 3))
    hours = [o for n in range(count) for o in draw(st.lists(openings(n + 1), min_size=1, max_size=4))]
    doctors = tuple(Doctor(id=n + 1, name=f"Dra. {n + 1}", weight=draw(st.integers(1, 3))) for n in range(count))
    return Seed(small_seed().clinic, doctors, tuple(hours))


def nasty_text() -> st.SearchStrategy[str]:
    """Text meant to break things: any unicode, format placeholders, control characters."""
    return st.one_of(
        st.text(max_size=300),
        st.sampled_from(["{slot}", "{0}", "%s", "\x00", "\u202e sí", "'; DROP TABLE citas_medicas; --", "sí" * 500]),
    )
