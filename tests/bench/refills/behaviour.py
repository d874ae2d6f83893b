"""What is assumed of patients, and of nobody else. Nothing here is measured: these are the numbers that the figures
stand on.

The rates of whom nobody reminds are those of the public set "Medical Appointment No Shows" (110,527 appointments, 20 %
missed). That a reminder makes a third fewer miss theirs is a trial's (26.3 % against 39.8 %, Youssef, EMHJ 20(5) 2014);
that it also makes more people cancel or move, a review's (PMC4831598). How either third is made up is a guess.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from random import Random


class Fate(Enum):
    """What would become of an appointment if nobody said anything."""

    COMES = "comes"
    FORGETS = "forgets"
    SILENT = "silent"  # cannot come, and says nothing by themselves
    TELLS = "tells"  # cannot come, and says so by themselves


@dataclass(frozen=True)
class Behaviour:
    """Shares are of one; hours and minutes are those of the clinic's clock."""

    accepting: float = 0.4  # of those who are offered a time
    declining: float = 0.5  # of those who do not accept: they say so; the others say nothing
    answer_minutes: float = 20  # the median of the answers to what the clinic asks by itself,
    answer_spread: float = 1.0  # which are log-normal
    forgets: float = 0.10
    silent: float = 0.10
    tells: float = 0.06
    hindered_hours: float = 36  # how long before it they learn that they cannot come, on average
    moves: float = 1 / 3  # of those who say that they cannot come; the others cancel
    reads: float = 0.9  # a reminder
    remembers: float = 0.45  # of those who forget, once they have read one
    says_so: float = 0.35  # of the silent, once they have read one and know
    confirms: float = 0.6  # who read one and comes
    rebooks: float = 0.3  # who did not come, and is offered another date
    sooner: float = 0.6  # of those with an appointment more than three days ahead: would have an earlier one

    def accepting_of(self, share: float) -> Behaviour:
        """The same people, of whom so many accept."""
        return replace(self, accepting=share)


USUAL = Behaviour()


@dataclass(frozen=True)
class Visit:
    """What one person does about one appointment: drawn once, the same in every arm."""

    fate: Fate
    hindered_hours: float
    moves: bool
    reads: tuple[bool, ...]  # the first reminder, the second, …
    remembers: bool
    says_so: bool
    confirms: bool
    rebooks: bool
    sooner: bool

    @classmethod
    def drawn(cls, rng: Random, of: Behaviour) -> Visit:
        place, fate = rng.random(), Fate.COMES
        for share, kind in ((of.forgets, Fate.FORGETS), (of.silent, Fate.SILENT), (of.tells, Fate.TELLS)):
            if 0 <= place < share:
                fate = kind
            place -= share
        return cls(
            fate=fate,
            hindered_hours=rng.expovariate(1 / of.hindered_hours),
            moves=rng.random() < of.moves,
            reads=tuple(rng.random() < of.reads for _ in range(12)),
            remembers=rng.random() < of.remembers,
            says_so=rng.random() < of.says_so,
            confirms=rng.random() < of.confirms,
            rebooks=rng.random() < of.rebooks,
            sooner=rng.random() < of.sooner,
        )


@dataclass(frozen=True)
class Answer:
    """What somebody does about a time that they are offered. None: nothing."""

    minutes: float
    accepts: bool | None

    @classmethod
    def drawn(cls, rng: Random, of: Behaviour) -> Answer:
        place, told, minutes = rng.random(), rng.random(), minutes_of(rng, of)
        if place < of.accepting:
            return cls(minutes, True)
        return cls(minutes, False if told < of.declining else None)


def minutes_of(rng: Random, of: Behaviour) -> float:
    """Until somebody answers."""
    return rng.lognormvariate(math.log(of.answer_minutes), of.answer_spread)
