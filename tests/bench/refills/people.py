"""Who wants an appointment, when they write and what they ask for: drawn from the seed, the same in every arm."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from zoneinfo import ZoneInfo

from booking.testing.world import ZONE

HERE = ZoneInfo(ZONE)
NOON = 13
"""The hour from which a time is none of the morning's."""

_GIVEN = "Ana Luis Elena Jorge Marta Carlos Lucía Pedro Laura Miguel Sofía Raúl Carmen Diego Rosa Andrés".split()
_FIRST = "Ruiz Ramírez Torres Hernández Ortega Morales Castro Vargas Mendoza Navarro Salazar Rojas".split()
_LAST = "López García Martínez Flores Gómez Díaz Reyes Cruz Jiménez Romero Herrera Medina Aguilar".split()
_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()


@dataclass(frozen=True)
class Wish:
    """A part of the day ("": any), a doctor ("": any), and how many days ahead (0: as soon as may be)."""

    part: str = ""
    doctor: str = ""
    ahead: int = 0

    def fits(self, at: dt.datetime) -> bool:
        morning = at.astimezone(HERE).hour < NOON
        return not self.part or morning == (self.part == "mañana")

    def words(self, today: dt.date) -> str:
        """As it is written."""
        day = today + dt.timedelta(days=self.ahead)
        when = f"para el {day.day} de {_MONTHS[day.month - 1]}" if self.ahead else "lo más pronto posible"
        return f"Hola, quiero una cita {when}{self.rest}"

    @property
    def rest(self) -> str:
        with_whom = f" con {self.doctor}" if self.doctor else ""
        return f"{with_whom} por la {self.part}" if self.part else with_whom


@dataclass(frozen=True)
class Want:
    """Somebody writes then, because they want an appointment."""

    at: dt.datetime
    who: int
    wish: Wish


def name_of(who: int) -> str:
    """Each another one."""
    given, first = who % len(_GIVEN), who // len(_GIVEN) % len(_FIRST)
    return f"{_GIVEN[given]} {_FIRST[first]} {_LAST[who // (len(_GIVEN) * len(_FIRST)) % len(_LAST)]}"


def phone_of(who: int) -> str:
    return f"52664{1000000 + who}"


def wish_of(rng: Random, doctors: Collection[str]) -> Wish:
    """With one of these doctors, or with any."""
    part = rng.choices(("", "mañana", "tarde"), (50, 30, 20))[0]
    doctor = rng.choices(("", "la Dra. Laura Méndez", "el Dr. Jorge Salas"), (70, 15, 15))[0]
    if "Jorge" in doctor:
        part = rng.choice(("", "mañana"))
    if not any(doctor.endswith(name) for name in doctors):
        doctor = ""
    return Wish(part, doctor, rng.randint(5, 16) if rng.random() < 0.15 else 0)


def wants(
    seed: int, people: Sequence[int], first: dt.date, days: int, a_week: float, doctors: Collection[str]
) -> list[Want]:
    """So many a week, oftenest on weekdays and in the morning."""
    rng = Random(f"{seed}/wants")
    shares = (0.2, 0.19, 0.18, 0.17, 0.14, 0.08, 0.04)
    found = []
    for day in (first + dt.timedelta(days=n) for n in range(days)):
        expected = a_week * shares[day.weekday()]
        for _ in range(_poisson(rng, expected)):
            hour = rng.choice((rng.triangular(7.5, 15, 10), rng.triangular(14, 22.5, 18)))
            at = dt.datetime.combine(day, dt.time(), HERE) + dt.timedelta(hours=hour)
            found.append(Want(at, rng.choice(people), wish_of(rng, doctors)))
    return sorted(found, key=lambda want: (want.at, want.who))


def _poisson(rng: Random, expected: float) -> int:
    gaps = itertools.accumulate(iter(lambda: rng.expovariate(1.0), None))
    return next(n for n, at in enumerate(gaps) if at > expected)
