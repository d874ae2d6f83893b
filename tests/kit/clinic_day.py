"""A day of a clinic on a clock of its own: `python -m tests.kit.clinic_day [--seed 1] [--tarifa utility=0.0085]`.

180 appointments stand in the agenda, 400 people write in the course of the day, the desk does thirty things, and two
doctors are away. Everything goes its real way: webhooks as Meta signs them, turns read by rules, the outbox, the Cloud
API, statuses. Every 20 minutes of that day all invariants are checked, and every message as it is sent.
"""

from __future__ import annotations

import argparse
import datetime as dt
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from random import Random
from zoneinfo import ZoneInfo

from booking.desk import message_metrics
from booking.models import Clinic, Doctor, Duty, Grant, Notice, Opening, Policy, Role, Slot
from booking.models.clinic_answers import Answers, Price
from booking.testing.channel.meta import FakeMeta
from booking.testing.clinic import phone_of
from booking.testing.world import ZONE, Seed
from tests.kit.busy_day.desk_work import ACTS, DeskWork
from tests.kit.busy_day.wires import Wires, approved
from tests.kit.busy_day.writers import KINDS, WITH_ONE, Writer

OPENS = dt.datetime(2026, 11, 24, 7, 30, tzinfo=ZoneInfo(ZONE))
"""A Tuesday."""
CLOSES = OPENS + dt.timedelta(hours=13)
LONG = dt.timedelta(minutes=10)
LENGTH = dt.timedelta(minutes=20)
_NAMES = (
    "Ana Vidal",
    "Luis Rojas",
    "Elsa Prado",
    "Iván Mora",
    "Rita Luna",
    "Hugo Paz",
    "Eva Soto",
    "Juan Rey",
    "Mar Gil",
)
_LETTERS = "bcdfghjklm"


@dataclass
class Day:
    """How much happens, and what came of it."""

    appointments: int = 180
    chats: int = 400
    acts: int = 30
    seed: int = 1
    ended: Counter[tuple[str, bool]] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    templates: int = 0
    failed: int = 0
    booked: int = 0
    notices: list[Notice] = field(default_factory=list)
    desk: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    checks: int = 0
    told: dict[int, dict[str, object]] = field(default_factory=dict)

    def play(self, rates: list[str]) -> None:
        """Raises AssertionError where something does not hold."""
        rng = Random(self.seed)
        with FakeMeta(clock=lambda: wires.clock.now(), post=lambda body, head: wires.arrive(body, head)) as meta:
            meta.templates = approved()
            wires = Wires(meta, _clinic(), OPENS, rng)
            patients, later = self._fill(wires)
            desk = DeskWork(wires, rng)
            self._write(wires, patients, later, rng)
            for number in range(self.acts):
                wires.at(_moment(rng), partial(desk.act, ACTS[number * 7 % len(ACTS)]))
            half = dt.timedelta(hours=5, minutes=30)
            ends = OPENS.replace(hour=18, minute=0)
            wires.at(OPENS + dt.timedelta(hours=1), lambda: desk.is_away("1", OPENS + half, ends))
            wires.at(OPENS + dt.timedelta(hours=3), lambda: desk.is_away("2", OPENS + half * 1.2, ends))
            try:
                wires.run(CLOSES)
            finally:
                wires.api.close()
            self._count(wires, rates)
            self.desk, self.refused, self.checks = desk.done, desk.refused, wires.checks

    @property
    def long(self) -> list[Notice]:
        """Those that waited for longer than `LONG`, or still do."""
        return [n for n in self.notices if (n.done.at if n.done else CLOSES) - n.at > LONG]

    def _fill(self, wires: Wires) -> tuple[list[str], list[str]]:
        """Today's appointments, and some of days to come, of patients who never wrote, by name; who is at the desk is
        told of notices."""
        now, patients = wires.clock.now(), list[str]()
        slots = [(doctor, start) for start, doctor in product(_starts(), range(1, len(_NAMES) + 1))]
        rng, ahead = Random(self.seed), dt.timedelta(days=2)
        today, then = rng.sample(slots, self.appointments), rng.sample(slots, self.chats // 8)
        with wires.database() as uow:
            for doctor, start in [*sorted(today), *((doctor, start + ahead) for doctor, start in sorted(then))]:
                who = _who(len(patients))
                patients.append(who)
                entered = uow.patients.enter(f"Ana Apellido{who}", f"+{phone_of(who)}", None, now)
                uow.appointments.add(
                    Slot(start=start, end=start + LENGTH), doctor, entered.id, "primera_vez", None, now
                )
            uow.commit()
        wires.phone("lupe").say("hola")
        wires.work()
        with wires.database() as uow:
            lupe = uow.conversations.get(wires.clinic.conversations["lupe"]).person
            uow.staff.grant(lupe.id, Grant(role=Role.STAFF), now)
            uow.at_work.set_duties(
                lupe.id, [Duty(person_id=lupe.id, weekday=OPENS.weekday(), start=dt.time(7), end=dt.time(21))]
            )
            uow.commit()
        return patients[: self.appointments], patients[self.appointments :]

    def _write(self, wires: Wires, today: list[str], later: list[str], rng: Random) -> None:
        """Half of those who move or cancel have an appointment today, the others one in two days."""
        kinds = rng.choices(list(KINDS), list(KINDS.values()), k=self.chats)
        of_today, of_later = iter(rng.sample(today, len(today))), iter(later)
        for number, kind in enumerate(kinds):
            those = of_later if kind in ("moves", "cancels") and rng.random() < 0.5 else of_today
            who = next(those, None) if kind in WITH_ONE else None
            writer = Writer(wires, who or _who(len(today) + len(later) + number), kind, rng, self._ended)
            wires.at(_moment(rng), writer.begin)

    def _ended(self, kind: str, well: bool) -> None:
        self.ended[kind, well] += 1

    def _count(self, wires: Wires, rates: list[str]) -> None:
        with wires.database() as uow:
            self.notices = list(uow.notices.list(limit=100_000))
            found = message_metrics.rates(rates)
            for free in (1000, 0):
                self.told[free] = message_metrics.counted(uow, None, None, CLOSES, found, free)
            for chat in uow.conversations.list(limit=100_000):
                for item in uow.outbox.list(chat.id, limit=10_000):
                    self.failed += item.state == "failed"
        self.sent = Counter(self.told[0]["por_clase"])  # type: ignore[arg-type]


def _clinic() -> Seed:
    """Nine doctors in turns of twenty minutes, 8 to 14 and 15 to 18 on weekdays."""
    hours = ((dt.time(8), dt.time(14)), (dt.time(15), dt.time(18)))
    return Seed(
        clinic=Clinic(
            name="Clínica Central",
            zone=ZONE,
            address="Av. Revolución 1, Tijuana",
            policy=Policy(horizon_days=21, min_notice_minutes=30),
            answers=Answers(
                prices=(Price(what="Consulta", said="$600"),), cards="Sí, de crédito y débito.", bring="Identificación."
            ),
        ),
        doctors=tuple(Doctor(id=id, name=f"Dr. {name}") for id, name in enumerate(_NAMES, start=1)),
        openings=tuple(
            Opening(doctor_id=id, weekday=day, start=start, end=end, slot_minutes=20)
            for id, day, (start, end) in product(range(1, len(_NAMES) + 1), range(5), hours)
        ),
    )


def _starts() -> list[dt.datetime]:
    minutes = [*range(8 * 60, 14 * 60, 20), *range(15 * 60, 18 * 60, 20)]
    return [OPENS.replace(hour=minute // 60, minute=minute % 60) for minute in minutes]


def _who(number: int) -> str:
    """A name of letters alone, each another number's."""
    return "".join(_LETTERS[number // 10**place % 10] for place in (3, 2, 1, 0))


def _moment(rng: Random) -> dt.datetime:
    """In the course of the day, oftenest in the morning and after lunch."""
    hours = rng.choice((rng.triangular(0.5, 6, 2), rng.triangular(6, 12, 8.5)))
    return OPENS + dt.timedelta(hours=hours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--appointments", type=int, default=180)
    parser.add_argument("--chats", type=int, default=400)
    parser.add_argument("--acts", type=int, default=30)
    parser.add_argument("--tarifa", action="append", default=[], metavar="utility=0.0085")
    asked = parser.parse_args()
    began = time.perf_counter()
    day = Day(asked.appointments, asked.chats, asked.acts, asked.seed)
    day.play(asked.tarifa)
    print(f"{asked.appointments} appointments, {asked.chats} chats, {asked.acts} acts of the desk, two absences:")
    for line in _lines(day):
        print(f"  {line}")
    print(f"  every invariant held, {day.checks} times; {time.perf_counter() - began:.0f} s")


def _lines(day: Day) -> Iterator[str]:
    counted = day.told[0]
    yield f"messages {counted['mensajes']}: {counted['por_clase']}; {counted['por_categoria']}; {day.failed} failed"
    yield f"booked {counted['citas_agendadas']}, messages per booking {counted['por_cita']}"
    for free, told in day.told.items():
        cost = told["costo"] or "(no rate)"
        yield f"with {free} free answers in the month: charged {told['se_cobran']}, cost {cost}"
    kinds = dict(Counter(notice.kind for notice in day.notices))
    left = sum(notice.done is None for notice in day.notices)
    yield f"notices {len(day.notices)}: {kinds}; open longer than 10 minutes {len(day.long)}, at the end {left}"
    yield f"the desk: {day.desk}; refused {len(day.refused)}"
    for kind in KINDS:
        yield f"{kind}: {day.ended[kind, True]} got there, {day.ended[kind, False]} did not"


if __name__ == "__main__":
    main()
