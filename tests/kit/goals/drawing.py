"""Which talks are held: kinds of goals, each drawn so that the agenda can meet it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from zoneinfo import ZoneInfo

from booking.testing.world import ZONE
from tests.kit.goals import wording
from tests.kit.goals.agenda import DOCTORS, OWN, agenda
from tests.kit.goals.goal import Change, Does, Goal, Part, Row, Talk, free_of
from tests.nlu.made.days import Day, DayKind, draw_day
from tests.nlu.made.hours import Clock, ClockKind, draw_clock
from tests.nlu.made.hours import Part as DayPart
from tests.nlu.made.lexicon import words
from tests.nlu.made.typos import Typo, misspelt
from tests.nlu.made.wishes import Wish

NOWS = tuple(
    dt.datetime(*at, tzinfo=ZoneInfo(ZONE))
    for at in ((2026, 11, 23, 10, 12), (2026, 11, 25, 17, 40), (2026, 12, 4, 8, 5), (2027, 1, 12, 13, 30))
)
SATURDAY_NIGHT = dt.datetime(2026, 11, 28, 22, 40, tzinfo=ZoneInfo(ZONE))
_RELATIVES = tuple(words("whose.relatives"))
_NAMES = ("Luis Mora Lugo", "Eva Paz Cano", "Tere Lugo Salas", "Ramón Ibáñez", "Julia Nava Soto", "Omar Félix Ruiz")
_DAYS = (DayKind.WEEKDAY,) * 4 + (DayKind.THIS_WEEKDAY, DayKind.TOMORROW, DayKind.DATE, DayKind.WEEKDAY_DATE)
_PARTS = (DayPart.MORNING, DayPart.AFTERNOON, DayPart.AFTERNOON, DayPart.MORNING, DayPart.EARLY)
_DOCTORS = tuple(DOCTORS.values())


@dataclass(frozen=True)
class Setting:
    """Where a talk is drawn: when it is, and which times are free."""

    now: dt.datetime
    free: Sequence[Row]
    taken: Sequence[Row]
    rng: Random
    filled: float = 0.0
    full_until: dt.date | None = None

    def day(self, kinds: Sequence[DayKind] = _DAYS) -> Day:
        while True:
            if day := draw_day(self.rng.choice(kinds), self.now, self.rng):
                return day

    def wish(self, kinds: Sequence[DayKind] = _DAYS) -> Wish:
        """A day, mostly with a part of it or an hour."""
        shape, day = self.rng.random(), self.day(kinds)
        if shape < 0.15:
            return Wish(day)
        if shape < 0.45:
            return Wish(day, self.rng.choice(_PARTS))
        return Wish(day, None, self.clock())

    def clock(self) -> Clock:
        kinds = (ClockKind.AT, ClockKind.AT, ClockKind.AFTER, ClockKind.BETWEEN, ClockKind.BEFORE)
        return draw_clock(self.rng.choice(kinds), self.rng)

    def can(self, goal: Goal) -> bool:
        """Whether the agenda can meet it."""
        return bool(free_of(goal, self.free))

    def drawn(self, draw: Callable[[], Goal]) -> Goal:
        """A goal that the agenda can meet."""
        while True:
            if self.can(goal := draw()):
                return goal

    def goal(self, kinds: Sequence[DayKind] = _DAYS, *, doctor: bool | None = None) -> Goal:
        """A new appointment, at times with a doctor, or for a relative."""

        def draw() -> Goal:
            named = self.rng.random() < 0.3 if doctor is None else doctor
            goal = Goal((self.wish(kinds),), doctor=self.rng.choice(_DOCTORS) if named else None)
            return self.for_relative(goal) if self.rng.random() < 0.2 else goal

        return self.drawn(draw)

    def for_relative(self, goal: Goal) -> Goal:
        return replace(goal, relative=self.rng.choice(_RELATIVES), name=self.rng.choice(_NAMES))

    def own(self, days: Sequence[int]) -> tuple[Row, ...]:
        """Appointments that the patient has, one on each of that many days from today on that has room."""
        found: list[Row] = []
        for ahead in days:
            date = self.now.date() + dt.timedelta(days=ahead)
            rows = [row for row in self.free if row.start.date() >= date]
            first = [row for row in rows if row.start.date() == rows[0].start.date() and row not in found]
            found.append(replace(self.rng.choice(first), patient=OWN))
        return tuple(found)


def _said(setting: Setting, goal: Goal) -> str:
    """A request in words of ours, or as the generator of sentences makes them."""
    if goal.soonest or len(goal.wishes) > 1 or setting.rng.random() < 0.6:
        text = wording.request(goal, setting.rng)
    else:
        text = wording.made_request(goal, setting.now, setting.rng, story=setting.rng.random() < 0.25)
    typo = setting.rng.choice(tuple(Typo)) if setting.rng.random() < 0.15 else None
    return misspelt(text, typo, setting.rng, frozenset()) if typo else text


def _plainly(setting: Setting) -> tuple[Part, ...]:
    goal = setting.goal()
    greets = (setting.rng.choice(wording.SAID["greetings"]),) if setting.rng.random() < 0.2 else ()
    return (Part(goal, (*greets, _said(setting, goal))),)


def _bit_by_bit(setting: Setting) -> tuple[Part, ...]:
    """First an appointment, then what it shall be, each in a message."""
    goal = setting.drawn(lambda: replace(setting.goal((DayKind.WEEKDAY,), doctor=True), relative=None, name=OWN))
    wish = goal.wishes[0]
    day = wish.day.said(setting.rng) if wish.day else ""
    hours = " ".join(replace(wish, day=None).pieces(setting.rng))
    who = wording.corrected(replace(goal, doctor=None), goal, setting.rng)
    bits = [bit for bit in (day, hours, who) if bit]
    setting.rng.shuffle(bits)
    first = setting.rng.choice(wording.SAID["begins"])
    if setting.rng.random() < 0.5:
        first, *bits = f"{first} {bits[0]}", *bits[1:]
    return (Part(goal, (first, *bits)),)


def _soonest(setting: Setting) -> tuple[Part, ...]:
    def draw() -> Goal:
        doctor = setting.rng.choice(_DOCTORS) if setting.rng.random() < 0.4 else None
        first = next(row.start for row in sorted(setting.free, key=lambda r: r.start) if doctor in (None, row.doctor))
        return Goal(doctor=doctor, soonest=first.date())

    goal = setting.drawn(draw)
    return (Part(goal, (wording.request(goal, setting.rng),)),)


def _relative(setting: Setting) -> tuple[Part, ...]:
    goal = setting.for_relative(replace(setting.goal(), relative=None, name=OWN))
    return (Part(goal, (_said(setting, goal),)),)


def _without(setting: Setting) -> tuple[Part, ...]:
    def draw() -> Goal:
        how = setting.rng.random()
        if how < 0.4:
            return Goal((setting.wish(),), not_doctor=setting.rng.choice(_DOCTORS))
        if how < 0.7:
            part = setting.rng.choice(_PARTS[:2])
            return Goal((Wish(None, part, but_day=setting.day((DayKind.WEEKDAY,))),))
        return Goal((Wish(setting.day(), but_part=setting.rng.choice(_PARTS[:2])),))

    goal = setting.drawn(draw)
    return (Part(goal, (_said(setting, goal),)),)


def _several_days(setting: Setting) -> tuple[Part, ...]:
    def draw() -> Goal:
        days = sorted(setting.rng.sample(range(1, 7), setting.rng.choice((2, 3))))
        dates = [setting.now.date() + dt.timedelta(days=n) for n in days]
        clock = setting.clock() if setting.rng.random() < 0.7 else None
        part = None if clock else setting.rng.choice(_PARTS)
        if clock and clock.kind is ClockKind.AT:
            clock, part = None, DayPart.AFTERNOON
        return Goal(tuple(Wish(Day(DayKind.WEEKDAY, date, date), part, clock) for date in dates))

    goal = setting.drawn(draw)
    return (Part(goal, (wording.request(goal, setting.rng),)),)


def _corrected(setting: Setting) -> tuple[Part, ...]:
    """One thing is put right on the way; all else stays as it was."""
    before = replace(setting.goal((DayKind.WEEKDAY,)), relative=None, name=OWN)

    def draw() -> Goal:
        wish, how = before.wishes[0], setting.rng.random()
        if how < 0.4:
            return before.at(replace(wish, day=setting.day((DayKind.WEEKDAY,))))
        if how < 0.7:
            other = setting.wish((DayKind.WEEKDAY,))
            return before.at(replace(other, day=wish.day)) if other.part or other.clock else before
        if how < 0.9 or before.doctor:
            return replace(before, doctor=setting.rng.choice(_DOCTORS))
        return replace(before, not_doctor=setting.rng.choice(_DOCTORS))

    after = before
    while after == before:
        after = setting.drawn(draw)
    says = wording.corrected(before, after, setting.rng)
    return (
        Part(
            before,
            (wording.request(before, setting.rng),),
            change=Change(says, after),
            at_proposal=setting.rng.random() < 0.4,
        ),
    )


def _asks(setting: Setting) -> tuple[Part, ...]:
    goal = setting.goal()
    question = setting.rng.choice(wording.SAID["questions"])
    return (Part(goal, (_said(setting, goal),), asks=question, at_proposal=setting.rng.random() < 0.5),)


def _second(setting: Setting) -> tuple[Part, ...]:
    mine = replace(setting.goal(), relative=None, name=OWN)
    other = setting.for_relative(replace(setting.goal(), relative=None))
    again = setting.rng.choice(wording.SAID["others"])
    other = replace(other, doctor=None)
    says = again.format(relative=other.relative, when=wording.when(other, setting.rng))
    return (Part(mine, (_said(setting, mine),)), Part(other, (says,)))


def _move(setting: Setting) -> tuple[Part, ...]:
    (own,) = setting.own((setting.rng.choice((2, 3, 4)),))

    def draw() -> Goal:
        return Goal((setting.wish(),), Does.MOVE, doctor=own.doctor, of=own)

    goal = setting.drawn(draw)
    return (Part(replace(goal, doctor=None), (wording.change(goal, setting.rng),)),)


def _cancel(setting: Setting) -> tuple[Part, ...]:
    (own,) = setting.own((setting.rng.choice((2, 3, 4)),))
    goal = Goal(does=Does.CANCEL, of=own)
    return (Part(goal, (wording.change(goal, setting.rng),)),)


def _cancel_one(setting: Setting) -> tuple[Part, ...]:
    first, second = setting.own((2, 4))
    goal = Goal(does=Does.CANCEL, of=setting.rng.choice((first, second)))
    keeps = Goal(does=Does.CANCEL, of=first if goal.of is second else second)
    return (Part(goal, (wording.change(goal, setting.rng),)), Part(keeps, ()))


KINDS: dict[str, Callable[[Setting], tuple[Part, ...]]] = {
    "book": _plainly, "bit by bit": _bit_by_bit, "soonest": _soonest, "relative": _relative, "without": _without,
    "several days": _several_days, "corrected": _corrected, "asks": _asks, "second": _second, "move": _move,
    "cancel": _cancel, "cancel one of two": _cancel_one,
    "half full": _plainly, "full weeks": _soonest, "saturday night": _plainly, "corrected again": _corrected,
}  # fmt: skip
"""Every kind; as many talks are held of each."""


def talks(seed: int, count: int) -> Iterator[tuple[Talk, Setting]]:
    """So many talks, always the same for a seed."""
    kinds = list(KINDS)
    for number in range(count):
        rng = Random(f"goals/{seed}/{number}")
        kind = kinds[number % len(kinds)]
        now = SATURDAY_NIGHT if kind == "saturday night" else rng.choice(NOWS)
        filled = 0.5 if kind == "half full" or rng.random() < 0.2 else 0.1
        full_until = now.date() + dt.timedelta(days=rng.choice((8, 15))) if kind == "full weeks" else None
        taken, free = agenda(now, filled, full_until, rng)
        setting = Setting(now, free, taken, rng)
        parts = KINDS[kind](setting)
        own = tuple(dict.fromkeys(part.goal.of for part in parts if part.goal.of))
        parts = tuple(part for part in parts if part.says)
        yield Talk(kind, now, parts, own=own), setting
