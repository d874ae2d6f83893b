"""The parts of a message: a name, a doctor, a time and what the words ask for, each with the words that say it."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from booking.intents import Problem, Reading, Shift, When
from booking.models import State, UnderstandingContext
from nlu.acts import Act, Found
from nlu.choosing import choices
from nlu.naming import named
from nlu.when import Bare
from nlu.when.words import MONTHS, NEXT, THIS, WEEKDAYS
from nlu.wishes import anchors, refusals
from nlu.with_whom import doctors, unnamed_doctors, visits
from nlu.words.message import Message
from nlu.words.turning_words import BUT_FOR

_DATED = frozenset({*MONTHS, *NEXT, *THIS, "semana", "viene", "entra", "sigue", "dia", "hoy", "manana"})
"""Words that pin a weekday to the calendar."""

_ALL_BUT = re.compile(rf" (?:{BUT_FOR}|que no (?:sea|sean|caiga)|pero no) (?!voy|puedo|podre|quiero)")
UNREAD = Reading(problem=Problem.UNREAD)


@dataclass
class Parts:
    """What was found in a message, and the tokens that each rule took."""

    message: Message
    context: UnderstandingContext
    found: list[Found]
    named: named.Named | None
    doctor: doctors.Wanted | None
    specialists: tuple[str, ...]  # several doctors of the specialty asked for
    unnamed: unnamed_doctors.Unnamed | None
    visit: visits.Wanted
    wish: Reading | None
    refused: tuple[When, ...]  # times that will not do
    unread: bool  # a time was said, and nobody can tell which
    taken: set[int]
    timed: set[int]  # of these, the ones that say a time
    aside: set[int]  # name and doctor
    told: frozenset[int] = frozenset()  # what is only told of, where no time is one that is wished for

    def has(self, *named: Act) -> bool:
        return bool(self.found) and any(found.act in named for found in self.found)

    def first(self, *named: Act) -> Found:
        return next(found for found in self.found if found.act in named)

    def words_of(self, found: Found) -> str:
        return self.message.flat[found.start : found.end]

    @property
    def shift(self) -> Shift | None:
        """The first wish relative to the offer; another day outweighs another hour."""
        shifts = [found.shift for found in self.found if found.shift]
        return Shift.OTHER_DAY if Shift.OTHER_DAY in shifts else next(iter(shifts), None)

    @property
    def sought(self) -> Reading | None:
        """The wish without what will not do; every other time, where only that was said (of an hour alone, where times
        are spoken of). What could not be read is none that was left unsaid."""
        if self.unread and self.wish is None:
            return UNREAD
        context = self.context
        wish = self.wish.when if self.wish else None
        wishes = [wish] if wish else list(self.wish.candidates) if self.wish else []
        spoken_of = self.in_flow or bool(self.has(Act.START)) or self.all_but or context.unbooked
        ranges = any(not one.exact for one in wishes) or (not wishes and spoken_of)  # "que no sea a las 8"
        refused = tuple(when for when in self.refused if when.date_from or not when.exact or ranges)
        return refusals.without(self.wish, refused, context.now.date(), (context.opens, context.closes))

    @property
    def all_but(self) -> bool:
        """Whether what is refused is set apart from all other times: "pásala, menos el viernes" is of no Friday's
        appointment, nor is "pásala, el viernes no puedo" of who has none that day."""
        theirs = tuple(start.astimezone(self.context.now.tzinfo) for start in self.context.visits)
        return bool(_ALL_BUT.search(self.message.flat)) or (
            bool(theirs) and not any(choices.meets(when, start) for when in self.refused for start in theirs)
        )

    @property
    def unread_answer(self) -> bool:
        """Whether a time that nobody can read answers the question which one it shall be."""
        return self.unread and self.wish is None and self.context.state is State.SLOT_SELECTION

    def by_weekday(self, day: dt.date) -> bool:
        """Whether a day was said by its weekday, and nothing pins that to the calendar."""
        words = [self.message.tokens[i].text for i in self.timed]
        numbered = any(w.isdigit() and int(w) == day.day for w in words)
        return not numbered and any(w in WEEKDAYS for w in words) and not any(w in _DATED for w in words)

    def one_refused(self, when: When) -> Reading:
        """A time that will not do, as that of an appointment that exists: on whichever such weekday it is."""
        day = when.date_from
        bare = day is not None and day == when.date_to and self.by_weekday(day)
        return Reading(when=when, anchor=anchors.BARE[Bare.WEEKDAY if bare else None])

    @property
    def in_flow(self) -> bool:
        return self.context.state is not State.IDLE
