"""A patient who knows only the goal: takes what meets it, says yes to nothing else, restates it once in plain words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from random import Random
from zoneinfo import ZoneInfo

from booking.testing.clinic import Clinic
from booking.testing.world import ZONE
from tests.kit.goals.agenda import WHO, rows_of
from tests.kit.goals.goal import Does, Goal, Part, Row, Talk
from tests.kit.goals.screen import Screen, Shown
from tests.kit.goals.wording import SAID, plain
from tests.nlu.made.hours import ClockKind
from tests.nlu.made.lexicon import words
from tests.nlu.made.wording import words_of

_MOST = 16
"""Messages of one part after its first ones; who has not got there by then gives up."""


@dataclass
class Outcome:
    """What came of a talk."""

    kind: str
    right: bool = False
    wrong: list[Row] = field(default_factory=list)  # appointments that nobody agreed to
    slips: list[str] = field(default_factory=list)
    bookings: list[int] = field(default_factory=list)  # messages of each booking that came about
    begun: int = 0  # bookings that were begun
    said_back: int = 0  # questions whether what was understood is all, in bookings
    transcript: list[str] = field(default_factory=list)


class Patient:
    """Holds one talk in a clinic."""

    def __init__(self, clinic: Clinic, talk: Talk, rng: Random) -> None:
        self.clinic, self.talk, self.rng = clinic, talk, rng
        self.out = Outcome(talk.kind)
        self.messages = 0
        self.restated = False
        self.backs = 0

    def hold(self) -> Outcome:
        """The whole talk, and whether the agenda is then as agreed."""
        agreed, through = list(self.talk.own), True
        for part in self.talk.parts:
            through = self._part(part)
            if not through:
                break
            goal = part.change.goal if part.change else part.goal
            if goal.does is not Does.BOOK:
                agreed = [row for row in agreed if goal.of is None or row.start != goal.of.start]
            if goal.does is not Does.CANCEL:
                agreed.append(goal)  # type: ignore[arg-type]
        left, missing = rows_of(self.clinic), False
        for wanted in agreed:
            hit = next((row for row in left if self._is(row, wanted)), None)
            missing = missing or hit is None
            if hit:
                left.remove(hit)
        # Of a part that broke off nothing was agreed: what is beyond it is wrong.
        self.out.wrong = left
        self.out.right = through and not missing and not left
        self.out.transcript = list(self.clinic.transcript)
        return self.out

    @staticmethod
    def _is(row: Row, wanted: Goal | Row) -> bool:
        return wanted.meets(row) if isinstance(wanted, Goal) else (row.start, row.patient) == (
            wanted.start, wanted.patient)  # fmt: skip

    def _say(self, text: str) -> Screen:
        self.messages += 1
        self.clinic.advance(seconds=30)
        return Screen(self.clinic.say(WHO, text), self.talk.now)

    def _tap(self, title: str) -> Screen:
        self.messages += 1
        self.clinic.advance(seconds=10)
        return Screen(self.clinic.tap(WHO, title), self.talk.now)

    def _part(self, part: Part) -> bool:
        goal, self.messages, self.restated, self.backs = part.goal, 0, False, 0
        waiting = [what for what in (part.asks, part.change) if what]
        books = goal.does is Does.BOOK
        self.out.begun += books
        for text in part.says:
            screen = self._say(text)
            if screen.done:
                self.out.slips.append(f"done before a yes: {screen.text[:60]}")
        for _ in range(_MOST):
            if screen.says_back and books:
                self.out.said_back += 1
            shown, times = screen.proposal, screen.times
            comes_up = waiting and (shown if part.at_proposal else (times or shown) and goal.does is not Does.CANCEL)
            if comes_up:
                what = waiting.pop(0)
                if isinstance(what, str):
                    screen = self._say(what)
                else:
                    goal = what.goal
                    screen = self._say(what.says)
                continue
            if screen.done:
                return False  # without the yes
            if shown:
                if not self._agrees(goal, shown):
                    self.out.slips.append(f"proposed: {screen.text[:150]!r}")
                    if self.restated:
                        return False
                    self.restated = True
                    self._say("no")
                    screen = self._say(plain(goal))
                    continue
                screen = self._tap(next(title for title in screen.titles if title.casefold().startswith("sí")))
                if screen.done:
                    if books:
                        self.out.bookings.append(self.messages)
                    return True
                continue
            answer = self._answer(goal, screen)
            if answer is None:
                if self.restated:
                    return False
                self.restated, answer = True, self._say(plain(goal))
            screen = answer
        return False

    def _agrees(self, goal: Goal, shown: Shown) -> bool:
        """Whether a proposal is the goal: the change wanted, of the one meant, and no other."""
        if goal.does is not shown.does:
            return False
        if goal.does is Does.CANCEL:
            return goal.of is not None and goal.of.start == shown.before
        if goal.does is Does.MOVE and (goal.of is None or goal.of.start != shown.before):
            return False
        return goal.meets(shown.row)

    def _answer(self, goal: Goal, screen: Screen) -> Screen | None:
        """What is said to anything but a proposal; None where nothing on screen helps."""
        if screen.times:
            return self._choose(goal, screen)
        if screen.says_back:
            return self._said_back(goal, screen)
        if fits := [title for title, date, time in screen.readings if self._reads(goal, date, time)]:
            return self._tap(fits[0])
        if screen.asks_name:
            forms = SAID["names"] + SAID["names_of_others" if goal.relative else "own_names"]
            return self._say(self.rng.choice(forms).format(goal.name))
        return None

    def _reads(self, goal: Goal, date: dt.date | None, time: dt.time | None) -> bool:
        """Whether a reading of an ambiguous time is the goal's."""
        for wish in goal.wishes:
            dates = [date] if date else [wish.day.first] if wish.day else []
            hours = [time] if time else [wish.clock.at] if wish.clock else [dt.time(h) for h in range(8, 20)]
            if any(goal.allows(dt.datetime.combine(d, h, ZoneInfo(ZONE))) for d in dates for h in hours):
                return True
        return False

    def _choose(self, goal: Goal, screen: Screen) -> Screen | None:
        if goal.of and (mine := [n for n, at, _ in screen.times if at == goal.of.start]):
            return self._pick(mine[0], screen)
        fits = [(n, at) for n, at, _ in screen.times if goal.allows(at)]
        if not fits or goal.does is Does.CANCEL:
            if goal.does is not Does.CANCEL:
                self.out.slips.append("offered: " + ", ".join(f"{at:%a %d %H:%M}" for _, at, _ in screen.times))
            return None
        number, at = self.rng.choice(fits)
        alone = [n for n, t, _ in screen.times if t.time() == at.time()] == [number]
        how = self.rng.random()
        if how < 0.2:
            return self._say(self.rng.choice(SAID["chooses"]).format(number))
        if how < 0.35 and alone:
            half = "mañana" if at.hour < 12 else "tarde"
            hour = f"{(at.hour - 1) % 12 + 1}:{at.minute:02d} de la {half}"
            return self._say(
                self.rng.choice(SAID["chooses_hour"]).format(f"{'la' if hour.startswith('1:') else 'las'} {hour}")
            )
        return self._pick(number, screen)

    def _pick(self, number: int, screen: Screen) -> Screen:
        numbered = [title for title in screen.titles if title.startswith(f"{number})")]
        return self._tap(numbered[0] if numbered else screen.titles[0])

    def _said_back(self, goal: Goal, screen: Screen) -> Screen | None:
        """A yes where all that matters stands there, else the first thing that does not; in the end all of it."""
        self.backs += 1
        if self.backs > 2:
            return None
        said = screen.text.casefold()
        if goal.day and f"{goal.day.first.day} de" not in said:
            day = goal.day.first
            weekday, month = words("days.weekdays")[day.weekday()], words("days.months")[day.month - 1]
            return self._say(f"{weekday} {day.day} de {month}")
        clock = goal.wishes[0].clock
        if clock and clock.kind is ClockKind.AT and f"{(clock.at.hour - 1) % 12 + 1}:{clock.at:%M}" not in said:
            return self._say(f"a las {clock.at:%H:%M}")
        if goal.doctor and goal.doctor.casefold() not in said:
            return self._say(f"con {words_of(goal.doctor)[0]}")
        if goal.not_doctor and "no con" not in said and "sin" not in said:
            return self._say(f"que no sea con {words_of(goal.not_doctor)[0]}")
        return self._tap("Sí")
