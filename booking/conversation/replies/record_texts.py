"""What the clinic's record says of its doctors' hours and of the length of a visit, in Spanish."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS

_Hours = tuple[tuple[str, str], ...]

_OF_THE_CLINIC = frozenset({"prices", "insurance", "cards", "bring", "fasting"})
"""What the clinic answers in its own words, or with its own list."""


def told(value: Mapping[str, Any]) -> str:
    """What the record says about the topic asked about."""
    said = dict(value)
    topic = said["topic"]
    if topic == "hours" and said.get("open"):
        return _open_hours(said["open"])
    if said.get("attends") is not None:
        return _doctors_hours(said)
    if (topic is None and said["said"] is not None) or topic in _OF_THE_CLINIC:
        return _own_answer(topic, said["said"])
    if topic == "address":
        return _address(said["address"], said["map_link"])
    if topic == "doctors":
        return _doctors(said)
    if topic == "changes" and not said["cancel_hours"]:
        return WORDS["changes_always"]
    said["opens"], said["closes"] = _clock(said["opens"]), _clock(said["closes"])
    return WORDS[topic or "hours"].format_map(said)


def unanswered(value: Mapping[str, Any]) -> str:
    """What of a message nobody has said; "the other thing" where something else of it was answered; and that a doctor
    is to say it, where one is asked for."""
    if value.get("medical"):
        return WORDS["unsaid_medical"]
    unknown = "unsaid_besides" if value["besides"] else "unsaid"
    return WORDS.get(f"unsaid_{value['topic']}") or WORDS[unknown]


def quoted(value: Mapping[str, Any] | None) -> str:
    """A passage, with the name of its document and since when it says so; or of which areas there are such."""
    if not value:
        return ""
    if areas := [WORDS[f"area_{area}"] for area in value.get("areas") or ()]:
        return WORDS["which_area"].format(what=value["text"], areas=spanish.listed(areas), first=areas[0])
    if since := value.get("since"):
        return WORDS["quote_since"].format(**{**value, "since": f"{dt.date.fromisoformat(since):%d/%m/%Y}"})
    return WORDS["quote"].format_map(value)


def quoted_as_near(value: Mapping[str, Any] | None) -> str:
    """A passage that may not be what was asked for."""
    return WORDS["quote_near"].format(quote=quoted(value)) if value else ""


def _address(address: str | None, map_link: str | None) -> str:
    """Where the clinic is, and how to find it on a map, as far as it has said."""
    lines = [WORDS["address"].format(address=address.removesuffix("."))] if address else []  # "B. C." ends it by itself
    return "\n".join([*lines, *([WORDS["map"].format(map_link=map_link)] if map_link else [])])


def _doctors(said: Mapping[str, Any]) -> str:
    """Who attends, or who of a specialty does."""
    everybody = spanish.listed([*map(_with_specialty, said["doctors"])])
    if (asked := said.get("specialists")) is None:
        known = {each["specialty"] for each in said["doctors"]}
        others = [name for name in said["specialties"] if name not in known]
        besides = WORDS["also_specialties"].format(specialties=spanish.listed(others)) if others else ""
        return WORDS["doctors"].format(doctors=everybody) + besides
    if asked["doctors"]:
        return WORDS["specialists"].format(doctors=spanish.listed([*map(_with_specialty, asked["doctors"])]))
    if asked["besides"]:
        return WORDS["specialty_here"].format(specialties=spanish.listed(asked["besides"]))
    return WORDS["no_specialist"].format(doctors=everybody)


def _with_specialty(doctor: Mapping[str, Any]) -> str:
    return f"{doctor['name']} ({doctor['specialty']})" if doctor["specialty"] else str(doctor["name"])


def _open_hours(value: Mapping[str, Any]) -> str:
    date = dt.date.fromisoformat(value["date"])
    day = WORDS["on_date"].format(date=spanish.day(date))
    if value["weekly"]:
        day = WORDS["on_weekday"].format(weekday=spanish.weekdays(date))
    if value["opens"] is None:
        return WORDS["closed_on"].format(day=day)
    return WORDS["open_on"].format(day=day, opens=_clock(value["opens"]), closes=_clock(value["closes"]))


def _own_answer(topic: str | None, said: Any) -> str:
    """A text of the clinic's own, its prices, or the insurance that it takes."""
    if isinstance(said, str):
        return WORDS[topic].format(said=said) if topic else said
    if isinstance(said, Mapping):
        return _insurance(said["all"], said["named"])
    return "\n".join(_price(price) for price in said)


def _price(price: Mapping[str, Any]) -> str:
    words = WORDS["price_with"] if price["doctor"] else WORDS["price"]
    return words.format(what=price["what"], said=price["said"], doctor=price["doctor"])


def _insurance(every: Sequence[str], named: Sequence[str]) -> str:
    if not every:
        return WORDS["no_insurance"]
    words = WORDS["insurance_named"] if named else WORDS["insurance"]
    return words.format(named=spanish.listed(named), every=spanish.listed(every))


def _doctors_hours(said: Mapping[str, Any]) -> str:
    """Of `attends`, what was asked: how long a visit lasts, when a doctor attends, or who does on a day or in a part of
    the day."""
    rows: Sequence[Mapping[str, Any]] = said["attends"]
    if said["topic"] == "duration":
        return _lasts(rows)
    if between := said.get("between"):
        rows = _between(rows, *between)
    doctor = said["asked_doctor"]
    day = _day(said)
    if doctor and not any(each["name"] == doctor for each in said["doctors"]):
        here = spanish.listed([each["name"] for each in said["doctors"]])
        return WORDS["not_one_of_us"].format(doctor=doctor, doctors=here)
    if day and doctor:
        words = WORDS["attends_on"] if rows else WORDS["attends_not"]
        return words.format(day=day, doctor=doctor, hours=_hours(_of(rows[0])) if rows else "")
    if doctor:
        return _weekly(doctor, rows or said["attends"])
    if not rows:
        return WORDS["attend_nobody"].format(day=day or WORDS["attend_then"])
    if not day:
        names = dict.fromkeys(row["doctor"] for row in rows)
        return "\n".join(_weekly(name, [row for row in rows if row["doctor"] == name]) for name in names)
    return WORDS["attend_on"].format(day=day, doctors=spanish.listed([_who(row) for row in rows]))


def _between(rows: Sequence[Mapping[str, Any]], start: str | None, end: str | None) -> list[Mapping[str, Any]]:
    """Those who attend at some hour between these."""
    from_hour, to_hour = (dt.time.fromisoformat(hour) if hour else None for hour in (start, end))

    def overlaps(span: Sequence[str]) -> bool:
        begins, ends = map(dt.time.fromisoformat, span)
        late = from_hour is None or ends > from_hour or ends == dt.time()  # the end of the day
        return late and (to_hour is None or begins < to_hour)

    kept = [(row, [span for span in row["hours"] if overlaps(span)]) for row in rows]
    return [{**row, "hours": hours} for row, hours in kept if hours]


def _lasts(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return WORDS["lasts_unknown"]
    shortest, longest = min(row["shortest"] for row in rows), max(row["longest"] for row in rows)
    words = WORDS["lasts"] if shortest == longest else WORDS["lasts_between"]
    return words.format(minutes=shortest, shortest=shortest, longest=longest)


def _day(said: Mapping[str, Any]) -> str:
    if not said["asked_date"]:
        return ""
    date = dt.date.fromisoformat(said["asked_date"])
    if said["weekly"]:
        return WORDS["on_weekday"].format(weekday=spanish.weekdays(date))
    return WORDS["on_date"].format(date=spanish.day(date))


def _weekly(doctor: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Weekdays of the same hours together, in the order of the week."""
    if not rows:
        return WORDS["attends_never"].format(doctor=doctor)
    by_hours: dict[_Hours, list[dt.date]] = {}
    for row in sorted(rows, key=lambda row: dt.date.fromisoformat(row["date"]).weekday()):
        by_hours.setdefault(_of(row), []).append(dt.date.fromisoformat(row["date"]))
    parts = [
        WORDS["attends_weekdays"].format(weekdays=spanish.listed([*map(spanish.weekdays, dates)]), hours=_hours(hours))
        for hours, dates in by_hours.items()
    ]
    return WORDS["attends"].format(doctor=doctor, when="; ".join(parts))


def _who(row: Mapping[str, Any]) -> str:
    return f"{row['doctor']} ({_hours(_of(row))})"


def _of(row: Mapping[str, Any]) -> _Hours:
    return tuple((start, end) for start, end in row["hours"])


def _hours(hours: _Hours) -> str:
    return spanish.listed([WORDS["from_until"].format(start=_clock(start), end=_clock(end)) for start, end in hours])


def _clock(time: str) -> str:
    return spanish.clock(dt.time.fromisoformat(time))
