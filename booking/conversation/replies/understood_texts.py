"""What was understood of a message, in a few words: said back before it is done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.intents import OWN, Reading, Repeats, When

_ONE_DAY = dt.timedelta(days=1)
_MOST_LEFT_OUT = 2  # days in a row that are said to be left out
_SILENT = frozenset({"greet", "thank", "smalltalk"})


def understood(value: Any) -> str:
    """Every intent, joined: "una cita el jueves 26 de noviembre en la tarde, para otra persona"."""
    ordered = sorted(value, key=lambda intent: intent["kind"] == "provide_customer_data")
    said = [_intent(intent) for intent in ordered if intent["kind"] not in _SILENT]
    return ", ".join(filter(None, said))


def asked_again(value: Any) -> str:
    """A question that stays open, once more."""
    asked = TEXTS[ReplyKey(value["of"])]
    again = ((asked.one if value.get("one") else None) or asked).again
    return (again or "").format(understood=understood(value["understood"]))


def other_one(value: Any) -> str:
    """The other one of two: "la de tu hijo, el jueves 26 de noviembre por la mañana"."""
    when, other = _reading(value["when"]), value["other"]
    of_them = "other_one_named" if other and other[0].isupper() else "other_one_of"
    word = "other_one_own" if other == OWN else of_them if other else "other_one"
    said = WORDS["other_one_when"].format(when=when) if when else ""
    if doctor := value.get("doctor"):
        said += WORDS["understood_with"].format(doctor=doctor)
    return WORDS[word].format(other=other, when=said)


def unread(value: Any) -> str:
    """What else was said, which nothing is done about; nothing where all of it was understood."""
    said = WORDS["and_of"].join(f"«{words}»" for words in value)
    return WORDS["unread_left"].format(said=said) if said else ""


def turned(value: Any) -> str:
    """The words without which the rest may be something else; where there are none, that it is to be another."""
    said = WORDS["and_of"].join(f"«{words}»" for words in value)
    return WORDS["unread_turned"].format(said=said) if said else WORDS["unread_not_so"]


def heard(value: Any) -> str:
    """What was understood of an order of staff's, and what was not."""
    if not value or not value["left"]:
        return ""
    said = WORDS["and_of"].join(f"«{words}»" for words in value["left"])
    if value.get("to_patient"):
        return WORDS["order_to_patient"].format(said=said)
    if value.get("late"):
        return WORDS["order_late"]
    told = WORDS["heard" if value["order"] else "heard_nothing"].format(order=value["order"], said=said)
    return told + (WORDS["order_erases"] if value.get("erases") else "")


def _intent(intent: Mapping[str, Any]) -> str:
    kind = intent["kind"]
    if kind == "provide_customer_data":
        return _whose(intent)
    words = WORDS[f"understood_{kind}"].format_map(intent)
    if kind == "start_booking" and intent.get("several"):
        words = WORDS["understood_several"]
    if (seen := intent.get("of_doctor")) and seen != intent.get("doctor"):
        words += WORDS["understood_with"].format(doctor=seen)
    if kind == "reschedule_appointment":
        words += _said("understood_of", intent.get("of")) + _said("understood_to", intent.get("when"))
    elif said := _reading(intent.get("when")):
        words += f" {said}"
    words += repeated(intent.get("repeats"))
    if doctor := intent.get("doctor"):
        words += WORDS["understood_with"].format(doctor=doctor)
    if like := intent.get("like"):
        words += WORDS["understood_like_doctor"] if like["doctor"] else ""
        words += WORDS["understood_like_hour"] if like["hour"] else ""
    if intent.get("another"):
        words += WORDS["understood_with_another"]
    if refused := intent.get("not_with"):
        words += WORDS["understood_not_with"].format(doctors=spanish.listed(list(refused)))
    if intent.get("several") and (when := intent.get("other_when")):
        told = {"when": when, "other": intent.get("other"), "doctor": intent.get("other_doctor")}
        words += WORDS["understood_and_other"].format(other_one=other_one(told))
    return words


def repeated(value: Any) -> str:
    """How often it is to come again: " cada 14 días, 4 veces"."""
    if not value or not value["every"]:
        return ""
    repeats = Repeats.model_validate(value)
    said = WORDS["repeats_daily"] if repeats.every == 1 else WORDS["repeats_every"].format(days=repeats.every)
    return said + (WORDS["repeats_times"].format(times=repeats.count) if repeats.count else "")


def _whose(intent: Mapping[str, Any]) -> str:
    said = []
    if intent.get("name"):
        said.append(WORDS["understood_name"].format(name=intent["name"]))
    elif intent.get("for_other"):
        said.append(WORDS["understood_other"])
    elif intent.get("for_self"):
        said.append(WORDS["understood_self"])
    if intent.get("reason"):
        said.append(WORDS["understood_note"])
    return ", ".join(said)


def _said(word: str, reading: Any) -> str:
    said = _reading(reading)
    if said and word == "understood_to" and not said.startswith("el "):
        word = "understood_to_hour"
    return WORDS[word].format(when=said.removeprefix("el ")) if said else ""


def moved_to(value: Any) -> str:
    """Where an appointment was to be moved to: " al viernes 27 de noviembre a las 6:00 p.m."."""
    return _said("understood_to", value)


def _reading(value: Any) -> str:
    """A wish about time; nothing where it is told by another time, or cannot be."""
    if not value:
        return ""
    reading = Reading.model_validate(value)
    whens = (reading.when,) if reading.when else reading.candidates
    # A bare weekday may become that of another week, once it is known beside which day it was said.
    told = reading.anchor and (reading.anchor.weekday or reading.anchor.following or reading.anchor.other)
    day = _weekday if told else _days
    hours = {_hours(when) for when in whens}
    if len(whens) > 1 and len(hours) == 1:  # said once, behind all the days
        days = WORDS["understood_or"].join(day(when.date_from, when.date_to) for when in whens)
        return " ".join(filter(None, (days, *hours)))
    said = (" ".join(filter(None, (day(when.date_from, when.date_to), _hours(when)))) for when in whens)
    return WORDS["understood_or"].join(filter(None, said))


def wished(value: Any, *, head: bool = True) -> str:
    """The wish in force, at the head of a sentence or inside: "El martes o el jueves por la tarde"."""
    said = _wished(value).removeprefix(",").strip() or WORDS["then"]
    return said[:1].upper() + said[1:] if head else said


def _wished(value: Any) -> str:
    reading = Reading.model_validate(value or {})
    whens = sorted(reading.candidates, key=lambda when: when.date_from or dt.date.min)
    if days := _left_out(whens):
        among = " ".join(filter(None, (_days(whens[0].date_from, whens[-1].date_to), _hours(whens[0]))))
        return (WORDS["sought"].format(when=among) if among else "") + WORDS["sought_without_days"].format(days=days)
    when = _reading(value)
    return WORDS["sought"].format(when=when) if when else ""


def sought(value: Any) -> str:
    """The wish in force, behind what is offered for it: " el jueves 26 de noviembre por la tarde, no con …"."""
    said = _wished(value["wish"])
    if value["refused"]:
        said += WORDS["sought_not_with"].format(doctors=spanish.listed(value["refused"]))
    return said


def waited(value: Any) -> str:
    """A line for each thing that is waited for: "• el jueves 26 de noviembre, con Dra. Ríos, hasta el …"."""
    return "\n".join(f"• {_wait(one)}" for one in value)


def free_too(value: Any) -> str:
    """The appointments that can be earlier at once, in a paragraph of their own."""
    when = [spanish.moment(dt.datetime.fromisoformat(start)) for start in value]
    return WORDS["free_too"].format(when=spanish.listed(when)) if when else ""


def when_free(value: Any) -> str:
    """As what is free already is asked for: "el jueves 26 de noviembre", "antes"."""
    return awaited(value, None, None) if value else WORDS["earlier"]


def _wait(one: Mapping[str, Any]) -> str:
    words = awaited(one["wish"], one["before"], one["doctor"])
    if one["refused"]:
        words += WORDS["understood_not_with"].format(doctors=spanish.listed(one["refused"]))
    if one.get("for_other"):
        words += WORDS["waited_for"].format(patient=one["patient"]) if one["patient"] else WORDS["waited_for_other"]
    last = dt.datetime.fromisoformat(one["until"]) - dt.timedelta(microseconds=1)  # midnight ends the day before
    return words + WORDS["waited_until"].format(day=spanish.day(last.date()))


def back(value: Any) -> str:
    """When the bot answers again: by the day alone."""
    if value is None:
        return ""
    day = WORDS["until_day"].format(day=spanish.day(dt.date.fromisoformat(value["date"])))
    return WORDS["until"].format(when={0: WORDS["until_soon"], 1: WORDS["until_tomorrow"]}.get(value["ahead"], day))


def still_to_come(value: Any) -> str:
    """That the appointments stand which begin then: "Tu cita del lunes 14 de diciembre, 10:00 a.m. sigue en pie."."""
    said = [spanish.moment(dt.datetime.fromisoformat(at)) for at in value]
    return (
        WORDS["still_to_come" if len(said) == 1 else "still_to_come_all"].format(when=spanish.listed(said))
        if said
        else ""
    )


def awaited(wish: Any, before: str | None, doctor: str | None, weekdays: Sequence[str] = ()) -> str:
    """What somebody waits for: "el jueves 26 de noviembre, con Dra. Ríos", "antes del …"."""
    said = [spanish.listed(weekdays)] if weekdays else []
    said += [_wished(wish).removeprefix(",").strip()] if wish else []
    if before:
        said.append(WORDS["waited_before"].format(at=spanish.moment(dt.datetime.fromisoformat(before))))
    words = ", ".join(filter(None, said)) or WORDS["waited_any"]
    return words + (WORDS["understood_with"].format(doctor=doctor) if doctor else "")


def _left_out(whens: Sequence[When]) -> str:
    """The days that will not do, where the wish is for all around them, at the same hours."""
    days = [
        [one.date_to + n * _ONE_DAY for n in range(1, (other.date_from - one.date_to).days)]
        for one, other in pairwise(whens)
        if one.date_to and other.date_from
    ]
    closed = bool(whens) and whens[0].date_from is not None and whens[-1].date_to is not None
    listed = closed and all(when.date_from == when.date_to for when in whens)  # "lunes o miércoles"
    if not days or len(days) < len(whens) - 1 or listed or len({_hours(when) for when in whens}) > 1:
        return ""
    if not all(0 < len(gap) <= _MOST_LEFT_OUT for gap in days):
        return ""
    if len(days) > 1 and all([day.weekday() for day in gap] == [5, 6] for gap in days):
        return WORDS["weekends"]
    if len(days) > 1 and len({day.weekday() for gap in days for day in gap}) == 1:
        return spanish.weekdays(days[0][0])
    return spanish.listed([f"el {spanish.day(day)}" for gap in days for day in gap])


def _weekday(start: dt.date | None, end: dt.date | None) -> str:
    return f"el {spanish.weekday(start)}" if start and start == end else _days(start, end)


def _days(start: dt.date | None, end: dt.date | None) -> str:
    if start and start == end:
        return f"el {spanish.day(start)}"
    if start and end:
        return WORDS["understood_from_to"].format(start=spanish.day(start), end=spanish.day(end))
    if start:
        return WORDS["understood_from"].format(start=spanish.day(start))
    return WORDS["understood_until"].format(end=spanish.day(end)) if end else ""


def _hours(when: When) -> str:
    if when.exact and when.time_from:
        return WORDS["understood_at"].format(time=spanish.clock(when.time_from))
    return spanish.window(when).strip()
