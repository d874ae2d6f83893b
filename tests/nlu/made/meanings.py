"""What a person may mean by one message, drawn from a seed: an act, and all that is said of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tests.nlu.made.days import Day, DayKind, draw_day
from tests.nlu.made.hours import Clock, ClockKind, Part
from tests.nlu.made.lexicon import Half, words
from tests.nlu.made.wishes import ANY_TIME, Wish, draw_wish

NOWS = (
    dt.datetime.fromisoformat("2026-11-24T10:00:00-08:00"),  # a Tuesday
    dt.datetime.fromisoformat("2026-12-03T12:20:00-06:00"),  # a Thursday
    dt.datetime.fromisoformat("2027-02-06T09:05:00-06:00"),  # a Saturday
    dt.datetime.fromisoformat("2027-04-12T08:30:00-06:00"),  # a Monday
)
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")


class Act(StrEnum):
    """What is done with a message. The last ones claim nothing that may be acted on."""

    NEW = "new appointment"
    ASK = "asks for times"
    INSTEAD = "other times than offered"
    MORE = "more times than offered"
    CHOOSE = "chooses"
    CORRECT = "this one no, that one"
    MOVE = "moves"
    CANCEL = "cancels"
    GIVE_UP = "gives up the booking"
    NAME = "gives a name"
    NAME_OF_OTHER = "name of a relative"
    NAME_PUT_RIGHT = "puts a name right"
    YES = "yes"
    NO = "no"
    LIST = "asks for own appointments"
    PERSON = "wants a person"
    QUESTION = "asks about the clinic"
    OPT_OUT = "no more messages"
    REFUSE = "refuses an option"
    NOT_NAME = "that is not the name"
    YES_IF = "yes, but"
    NOT_CANCEL = "not to cancel"
    NOT_MOVE = "not to move"
    NOT_NEW = "no appointment wanted"
    STORY = "only a story"
    UNKNOWN_BESIDE = "unknown condition"
    UNKNOWN_OF = "unknown kind of appointment"
    UNKNOWN_THING = "unknown thing asked for"


@dataclass(frozen=True)
class Story:
    """What is told beside a request: its kind, and which one of its list."""

    kind: str
    number: int
    half: Half

    @property
    def text(self) -> str:
        return words(f"stories.{self.kind}", self.half)[self.number]


@dataclass(frozen=True)
class Meaning:
    """One message's meaning. `option`, `other`: counted from 1 in the offer; `of`: the day of the appointment that is
    moved or cancelled; `relative`: whose it is, of the patient's own None."""

    act: Act
    now: dt.datetime
    state: str = "IDLE"
    offered: tuple[dt.datetime, ...] = ()
    wish: Wish = ANY_TIME
    of: Day | None = None
    doctor: str | None = None
    but_doctor: str | None = None
    relative: str | None = None
    option: int | None = None
    other: int | None = None
    name: str | None = None
    wrong: str | None = None
    story: Story | None = None
    half: Half = Half.SHOWN


ONE_DAY = (
    DayKind.WEEKDAY,
    DayKind.THIS_WEEKDAY,
    DayKind.NEXT_WEEKDAY,
    DayKind.TOMORROW,
    DayKind.DAY_AFTER,
    DayKind.DATE,
    DayKind.MONTHDAY,
    DayKind.WEEKDAY_DATE,
)
CHANGING = (Act.MOVE, Act.CANCEL, Act.NOT_CANCEL, Act.NOT_MOVE)
IN_OFFER = (Act.CHOOSE, Act.CORRECT, Act.REFUSE, Act.INSTEAD)
OF_NAMES = (Act.NAME, Act.NAME_OF_OTHER, Act.NAME_PUT_RIGHT, Act.NOT_NAME)
AFTER_IDLE = ("SLOT_SELECTION", "CUSTOMER_DATA", "CONFIRM")
"""States of a booking under way."""
ANSWERS = (Act.YES, Act.NO, Act.YES_IF)
REQUESTS = (Act.NEW, Act.ASK)
UNKNOWN = (Act.UNKNOWN_BESIDE, Act.UNKNOWN_OF, Act.UNKNOWN_THING)
TOLD = {
    **dict.fromkeys((*REQUESTS, Act.UNKNOWN_BESIDE), ("symptom", "past", "reason", "said")),
    **dict.fromkeys((Act.MOVE, Act.CANCEL), ("symptom", "past", "said", "excuse")),
    **dict.fromkeys((Act.INSTEAD, Act.CHOOSE), ("excuse",)),
    **dict.fromkeys((Act.LIST, Act.PERSON, Act.YES), ("past", "said")),
    Act.STORY: ("alone",),
}
"""What kinds of story are told beside each act."""
OFTEN = {
    Act.NEW: 8,
    Act.ASK: 4,
    Act.INSTEAD: 3,
    Act.CHOOSE: 4,
    Act.MOVE: 4,
    Act.CANCEL: 3,
    Act.NAME: 2,
    Act.UNKNOWN_BESIDE: 2,
}


def _offer(now: dt.datetime, rng: Random) -> tuple[dt.datetime, ...]:
    """Three to five times on screen: half hours of different clock times, of one day or of several."""
    count, hours = rng.randint(3, 5), rng.sample(range(9, 20), 5)
    days = [rng.randint(1, 6)] * count if rng.random() < 0.5 else rng.sample(range(1, 7), count)
    day = dt.datetime.combine(now.date(), dt.time(0), now.tzinfo)
    starts = [
        day + dt.timedelta(days=d, hours=h, minutes=rng.choice((0, 30))) for d, h in zip(days, hours, strict=False)
    ]
    return tuple(sorted(starts))


def _name(half: Half, rng: Random) -> str:
    return f"{rng.choice(words('names.given', half))} {rng.choice(words('names.surnames', half))}"


def _except(wish: Wish, now: dt.datetime, rng: Random) -> Wish:
    """The wish with an exception that leaves something of it."""
    if wish.clock and wish.clock.kind is ClockKind.AT:
        return wish
    if wish.day is None and rng.random() < 0.6:
        return Wish(None, wish.part, wish.clock, but_day=draw_day(DayKind.WEEKDAY, now, rng))
    if wish.day and wish.day.kind is DayKind.NEXT_WEEK:
        return Wish(wish.day, wish.part, wish.clock, but_day=_day_within(wish.day, rng))
    if not (wish.part or wish.clock):
        return Wish(wish.day, but_part=rng.choice((Part.MORNING, Part.AFTERNOON)))
    return wish


def _day_within(week: Day, rng: Random) -> Day:
    day = week.first + dt.timedelta(days=rng.randint(0, 4))
    return Day(DayKind.WEEKDAY, day, day)


def draw(rng: Random, half: Half, act: Act | None = None) -> Meaning:
    """A meaning, of the act named or of any."""
    act = act or rng.choices(tuple(Act), [OFTEN.get(a, 1) for a in Act])[0]
    now = rng.choice(NOWS)
    relative = rng.choice(words("whose.relatives"))
    if act in (*REQUESTS, Act.UNKNOWN_BESIDE, Act.UNKNOWN_OF):
        return _request(act, now, relative, half, rng)
    if act in IN_OFFER:
        return _about_the_offer(act, now, half, rng)
    if act in CHANGING:
        of = (
            draw_day(rng.choice((DayKind.WEEKDAY, DayKind.DATE, DayKind.TOMORROW)), now, rng)
            if rng.random() < 0.5
            else None
        )
        wish = draw_wish(now, rng, ONE_DAY) if act is Act.MOVE and rng.random() < 0.75 else Wish()
        if (
            of and wish.windows and not wish.day
        ):  # "la cita del lunes en la tarde": which of both times it tells is disputed
            wish = Wish()
        whose = relative if rng.random() < 0.3 else None
        return Meaning(act, now, wish=wish, of=of, relative=whose, story=_story(act, half, rng), half=half)
    if act in OF_NAMES:
        name, wrong = _name(half, rng), _name(half, rng).split()[0]
        put_right = wrong if act is Act.NAME_PUT_RIGHT and wrong != name.split()[0] else None
        act = Act.NAME if act is Act.NAME_PUT_RIGHT and not put_right else act
        whose = relative if act is Act.NAME_OF_OTHER else None
        return Meaning(act, now, "CUSTOMER_DATA", name=name, wrong=put_right, relative=whose, half=half)
    if act in ANSWERS:
        return Meaning(act, now, "CONFIRM", story=_story(act, half, rng), half=half)
    if act in (Act.GIVE_UP, Act.MORE, Act.STORY):
        state = rng.choice(("IDLE", *AFTER_IDLE) if act is Act.STORY else AFTER_IDLE)
        offer = _offer(now, rng) if state == "SLOT_SELECTION" else ()
        return Meaning(act, now, state, offer, story=_story(act, half, rng), half=half)
    return Meaning(act, now, story=_story(act, half, rng), half=half)


def _story(act: Act, half: Half, rng: Random) -> Story | None:
    if act is Act.STORY or (act in TOLD and rng.random() < 0.3):
        kind = rng.choice(TOLD[act])
        return Story(kind, rng.randrange(len(words(f"stories.{kind}", half))), half)
    return None


def _request(act: Act, now: dt.datetime, relative: str, half: Half, rng: Random) -> Meaning:
    wish = draw_wish(now, rng) if act is Act.ASK or rng.random() < 0.8 else Wish()
    if rng.random() < 0.2:
        wish = _except(wish, now, rng)
    doctors = rng.sample(DOCTORS, 2)
    roll = rng.random()
    return Meaning(
        act,
        now,
        wish=wish,
        doctor=doctors[0] if roll < 0.3 else None,
        but_doctor=doctors[1] if roll > 0.92 else None,
        relative=relative if rng.random() < 0.3 else None,
        story=_story(act, half, rng),
        half=half,
    )


def _about_the_offer(act: Act, now: dt.datetime, half: Half, rng: Random) -> Meaning:
    offer = _offer(now, rng)
    options = rng.sample(range(1, len(offer) + 1), 2)
    story = _story(act, half, rng)
    if act is not Act.INSTEAD:
        other = options[1] if act is Act.CORRECT else None
        return Meaning(act, now, "SLOT_SELECTION", offer, option=options[0], other=other, story=story, half=half)
    while True:
        wish = draw_wish(now, rng, ONE_DAY)
        meets = any(w.holds(o.date(), o.time().replace(tzinfo=None)) for w in wish.windows for o in offer)
        if not meets and not _same_hour(wish.clock, offer):
            state = rng.choice(("SLOT_SELECTION", *AFTER_IDLE))
            return Meaning(act, now, state, offer if state == "SLOT_SELECTION" else (), wish, story=story, half=half)


def _same_hour(clock: Clock | None, offer: tuple[dt.datetime, ...]) -> bool:
    return bool(clock and any(clock.at == o.time() for o in offer))
