"""How patients say what they want: whole requests in many registers, corrections that name one thing, plain words."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.kit.goals.goal import Does, Goal
from tests.nlu.made.days import DayKind
from tests.nlu.made.hours import Clock, ClockKind, Part
from tests.nlu.made.lexicon import Half, words
from tests.nlu.made.meanings import Act, Meaning, Story
from tests.nlu.made.wishes import Wish
from tests.nlu.made.wording import worded, words_of

SAID: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
"""What is said, by what it is for."""
_WEEKDAYS = words("days.weekdays")
_MONTHS = words("days.months")


def when(goal: Goal, rng: Random) -> str:
    """Days and hours, in words; nothing where any time will do."""
    if goal.soonest:
        return rng.choice(SAID["soon"])
    if len(goal.wishes) > 1:
        days = [_WEEKDAYS[wish.day.first.weekday()] for wish in goal.wishes if wish.day]
        said = f"{', '.join(days[:-1])} o {days[-1]}"
        clock, part = goal.wishes[0].clock, goal.wishes[0].part
        return f"{said} {clock.said(rng) if clock else part.said(rng) if part else ''}".strip()
    return " ".join(goal.wishes[0].pieces(rng))


def exceptions(goal: Goal, rng: Random) -> str:
    """What will not do."""
    said = []
    wish = goal.wishes[0]
    if wish.but_day:
        said.append(rng.choice(words("without.day")).format(day=wish.but_day.said(rng)))
    if wish.but_part:
        said.append(rng.choice(words("without.part")).format(part=wish.but_part.said(rng)))
    if goal.not_doctor:
        said.append(rng.choice(SAID["not_with"]).format(rng.choice(words_of(goal.not_doctor))))
    return " ".join(said)


def request(goal: Goal, rng: Random) -> str:
    """A new appointment, all in one message."""
    pieces = [when(goal, rng)]
    if goal.doctor:
        pieces.append(f"con {rng.choice(words_of(goal.doctor))}")
    if goal.relative:
        pieces.append(f"para mi {goal.relative}")
    rng.shuffle(pieces)
    pieces.append(exceptions(goal, rng))
    said = " ".join(piece for piece in pieces if piece)
    text = rng.choice(SAID["openings"]) + rng.choice(SAID["requests"]).format(all=said).replace(" ,", ",").replace(
        " ?", "?"
    )
    return re.sub(" +", " ", text).strip()


def made_request(goal: Goal, now: object, rng: Random, story: bool) -> str:
    """The same as the generator of sentences words it, perhaps with a story beside."""
    meaning = Meaning(
        Act.NEW,
        now,  # type: ignore[arg-type]
        wish=goal.wishes[0],
        doctor=goal.doctor,
        but_doctor=goal.not_doctor,
        relative=goal.relative,
        story=_story(rng) if story else None,
        half=Half.SHOWN,
    )
    return worded(meaning, rng)


def _story(rng: Random) -> Story:
    kind = rng.choice(("symptom", "past", "reason", "said"))
    told = [n for n, text in enumerate(words(f"stories.{kind}", Half.SHOWN)) if "mi niña" not in text]
    return Story(kind, rng.choice(told), Half.SHOWN)


def change(goal: Goal, rng: Random) -> str:
    """An appointment is to be moved or cancelled."""
    if goal.does is Does.MOVE:
        said = rng.choice(SAID["moves"]).format(when=when(goal, rng)).replace(" a el ", " al ")
        return rng.choice(SAID["openings"]) + re.sub(r"para (?=a |en |por |entre |de |desp|ant)", "", said)
    of = f" del {_WEEKDAYS[goal.of.start.weekday()]}" if goal.of and rng.random() < 0.8 else ""
    return rng.choice(SAID["openings"]) + rng.choice(SAID["cancels"]).format(of=of)


def corrected(before: Goal, after: Goal, rng: Random) -> str:
    """What is other than before, and nothing else."""
    old, new = before.wishes[0], after.wishes[0]
    if old.day != new.day and new.day:
        return rng.choice(SAID["days"]).format(new.day.said(rng))
    if (old.clock, old.part) != (new.clock, new.part):
        return rng.choice(SAID["hours"]).format(" ".join(replace(new, day=None).pieces(rng)))
    if before.not_doctor != after.not_doctor and after.not_doctor:
        return rng.choice(SAID["not_with"]).format(rng.choice(words_of(after.not_doctor)))
    return rng.choice(SAID["with"]).format(rng.choice(words_of(after.doctor or "")))


def plain(goal: Goal) -> str:
    """The whole goal in plain words, as somebody says it who was not understood."""
    if goal.does is Does.CANCEL:
        assert goal.of
        at = goal.of.start
        return f"quiero cancelar la cita del {_WEEKDAYS[at.weekday()]} {at.day} de {_MONTHS[at.month - 1]}"
    asked = "quiero cambiar mi cita para" if goal.does is Does.MOVE else "quiero una cita"
    said = [asked, "lo antes posible" if goal.soonest else " o ".join(_plain_wish(wish) for wish in goal.wishes)]
    if goal.doctor:
        said.append(f"con {words_of(goal.doctor)[0]}")
    if goal.relative:
        said.append(f"para mi {goal.relative}")
    if goal.wishes[0].but_day:
        said.append(f"menos el {_WEEKDAYS[goal.wishes[0].but_day.first.weekday()]}")
    if goal.not_doctor:
        said.append(f"que no sea con {words_of(goal.not_doctor)[0]}")
    return " ".join(filter(None, said))


def _plain_wish(wish: Wish) -> str:
    said = []
    if wish.day and wish.day.first == wish.day.last:
        day = wish.day.first
        said.append(f"el {_WEEKDAYS[day.weekday()]} {day.day} de {_MONTHS[day.month - 1]}")
    elif wish.day and wish.day.kind is DayKind.EITHER:
        said.append(" o ".join(f"el {d.day} de {_MONTHS[d.month - 1]}" for d in (wish.day.first, wish.day.last)))
    elif wish.day:
        first, last = wish.day.first, wish.day.last
        said.append(f"del {first.day} de {_MONTHS[first.month - 1]} al {last.day} de {_MONTHS[last.month - 1]}")
    if wish.clock:
        said.append(_plain_clock(wish.clock))
    elif wish.part:
        names = {Part.MORNING: "en la mañana", Part.AFTERNOON: "en la tarde", Part.EARLY: "temprano"}
        said.append(names.get(wish.part, "al mediodía"))
    elif wish.but_part:
        said.append("en la tarde" if wish.but_part is Part.MORNING else "en la mañana")
    return " ".join(said)


def _plain_clock(clock: Clock) -> str:
    begins = {ClockKind.AT: "a las", ClockKind.AFTER: "después de las", ClockKind.BEFORE: "antes de las"}
    if clock.until:
        return f"entre las {clock.at:%H:%M} y las {clock.until:%H:%M}"
    return f"{begins[clock.kind]} {clock.at:%H:%M}"
