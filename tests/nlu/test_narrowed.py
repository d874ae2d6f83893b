"""What was blocked is narrowed: what is to stay blocked is never freed, and all else is. Where a doctor works in
one part of a day alone the rest is blocked."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, Unknown, UnknownWhy, UseTool
from booking.models import LastTouched, Role, Slot, State, Touched, UnderstandingContext
from nlu.shortcuts import Rules
from nlu.staff.staff_acts import AGENDA, FIND
from nlu.staff.stretches import by_days, without

ZONE = dt.timezone(dt.timedelta(hours=-8))
NOW = dt.datetime(2026, 12, 8, 10, tzinfo=ZONE)
MENDEZ = "Dra. Laura Méndez"
IDLE = UnderstandingContext(
    now=NOW,
    state=State.IDLE,
    role=Role.DOCTOR,
    opens=dt.time(8),
    closes=dt.time(20),
    doctors=(MENDEZ, "Dr. Jorge Salas"),
)


def slot(day: int, begins: int, ends: int) -> Slot:
    midnight = dt.datetime(2026, 12, day, tzinfo=ZONE)
    start, end = (midnight + dt.timedelta(hours=hours) for hours in (begins, ends))
    return Slot(start=start.astimezone(dt.UTC), end=end.astimezone(dt.UTC))


def blocked(*slots: Slot, role: Role = Role.DOCTOR) -> UnderstandingContext:
    last = LastTouched(start=slots[0].start, at=NOW, how=Touched.BLOCKED, doctor=MENDEZ, ordered=True, stretches=slots)
    return IDLE.model_copy(update={"agenda": last, "role": role})


THURSDAY_AND_FRIDAY = blocked(slot(10, 0, 24), slot(11, 0, 24))


def read(text: str, context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, context).intents


def order(text: str, context: UnderstandingContext) -> dict[str, str]:
    (said,) = read(text, context)
    assert isinstance(said, UseTool), (text, said)
    assert said.tool == AGENDA, (text, said)
    return dict(said.arguments)


AFTERNOON_AND_FRIDAY, FRIDAY = "10/12/2026 desde las 2:00 p.m. y 11/12/2026", "11/12/2026"


@pytest.mark.parametrize("comma", [",", ""])
@pytest.mark.parametrize(
    ("text", "freed"),
    [
        ("nomas el jueves en la mañana, el viernes si trabajo", AFTERNOON_AND_FRIDAY),
        ("el jueves nomás en la mañana y el viernes sí voy", AFTERNOON_AND_FRIDAY),
        ("el viernes sí trabajo, el jueves nomás en la mañana", AFTERNOON_AND_FRIDAY),
        ("nada más el jueves en la mañana", AFTERNOON_AND_FRIDAY),
        ("solo bloquea el jueves en la mañana y el viernes déjalo libre", AFTERNOON_AND_FRIDAY),
        ("nomás la mañana del jueves, por favor", AFTERNOON_AND_FRIDAY),
        ("solo el jueves, el viernes sí voy", FRIDAY),
        ("el viernes siempre sí voy, deja bloqueado el jueves", FRIDAY),
        ("el viernes libre y el jueves bloqueado", FRIDAY),
        ("perdón solo era el jueves", FRIDAY),
        ("quita el viernes", FRIDAY),
        ("nomas el jueves de 8 a 12, el viernes si voy a trabajar", AFTERNOON_AND_FRIDAY.replace("2:00", "12:00")),
    ],
)
def test_what_is_to_stay_blocked_is_not_freed(text: str, freed: str, comma: str) -> None:
    for lead in ("", "no, ", "perdón, "):
        assert order(lead + text.replace(",", comma), THURSDAY_AND_FRIDAY) == {"cuando": freed, "disponible": "si"}


def test_the_doctor_is_named_where_reception_orders_it() -> None:
    context = blocked(slot(10, 0, 24), slot(11, 0, 24), role=Role.STAFF)
    assert order("nomas el jueves", context) == {"cuando": FRIDAY, "disponible": "si", "doctor": MENDEZ}


@pytest.mark.parametrize("text", ["el viernes si atiendo", "solo el viernes si trabajo", "el viernes siempre si voy"])
def test_what_alone_is_free_again_is_all_that_is_freed(text: str) -> None:
    assert order(text, THURSDAY_AND_FRIDAY) == {"cuando": "el viernes", "disponible": "si"}


@pytest.mark.parametrize(
    "text",
    [
        "nomas el sabado",
        "solo el jueves, pero en la mañana si trabajo",
        "nomas dile a Ana que el jueves",
        "¿nomas el jueves?",
    ],
)
def test_what_is_of_no_such_time_or_contradicts_itself_frees_nothing(text: str) -> None:
    assert not any(
        isinstance(one, UseTool) and "disponible" in dict(one.arguments) for one in read(text, THURSDAY_AND_FRIDAY)
    )


@pytest.mark.parametrize(
    "text",
    ["nomas el jueves en la mañana, el viernes si trabajo", "el viernes si trabajo y el jueves nomas en la mañana"],
)
def test_where_nothing_was_blocked_it_is_asked(text: str) -> None:
    (said,) = read(text, IDLE)
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.ORDER_PARTLY


HOURS = st.tuples(st.integers(0, 47), st.integers(1, 48)).map(
    lambda two: slot(10, min(two), max(max(two), min(two) + 1))
)


@given(HOURS, HOURS)
def test_what_stays_and_what_is_freed_are_all_of_it_and_nothing_twice(all_of_it: Slot, kept: Slot) -> None:
    rest = [piece for one in without([all_of_it], kept) for piece in by_days(one, IDLE)]
    assert not any(piece.overlaps(kept) for piece in rest)
    inside = max(dt.timedelta(), min(all_of_it.end, kept.end) - max(all_of_it.start, kept.start))
    assert sum((piece.end - piece.start for piece in rest), inside) == all_of_it.end - all_of_it.start


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("mañana solo atiendo en la tarde", "09/12/2026 hasta las 2:00 p.m."),
        ("mañana vengo nomás en la tarde", "09/12/2026 hasta las 2:00 p.m."),
        ("el jueves nomas trabajo en la mañana", "10/12/2026 desde las 2:00 p.m."),
        ("solo trabajo en la mañana el jueves", "10/12/2026 desde las 2:00 p.m."),
        ("el viernes solo voy de 10 a 1", "11/12/2026 hasta las 10:00 a.m. y 11/12/2026 desde las 1:00 p.m."),
        ("el lunes solo voy a atender después de las 4", "14/12/2026 hasta las 4:00 p.m."),
        ("hoy solo estoy en la tarde, gracias", "08/12/2026 hasta las 2:00 p.m."),
        ("mañana solo veo pacientes en la tarde", "09/12/2026 hasta las 2:00 p.m."),
        ("mañana nomás voy a ver pacientes hasta las 12", "09/12/2026 desde las 12:00 p.m."),
    ],
)
def test_the_rest_of_a_day_in_part_is_blocked(text: str, rest: str) -> None:
    assert order(text, IDLE) == {"cuando": rest}


def test_of_another_doctor_the_rest_of_the_day_is_blocked() -> None:
    said = order("el dr salas mañana solo atiende en la tarde", IDLE.model_copy(update={"role": Role.STAFF}))
    assert said == {"cuando": "09/12/2026 hasta las 2:00 p.m.", "doctor": "salas"}


def test_of_every_week_the_hours_that_are_left_are_asked_for() -> None:
    assert order("los martes solo atiendo en la tarde", IDLE) == {"dias_semana": "los martes"}


@pytest.mark.parametrize(
    "text",
    [
        "¿mañana solo atiendo en la tarde?", "mañana solo tengo pacientes en la tarde", "mañana solo voy a las 4",
        "ana luna mañana solo puede en la tarde", "mañana solo quiero ver a ana en la tarde",
    ],
)  # fmt: skip
def test_what_only_asks_or_is_of_a_patient_blocks_nothing(text: str) -> None:
    assert not any(isinstance(one, UseTool) and one.tool != FIND for one in read(text, IDLE))
