"""An appointment as patients read it: when it begins and ends, with whom, in which room, and how to get there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS


def span(value: Any) -> str:
    """From when to when; "then" where it is not known."""
    if not value:
        return WORDS["at_time"]
    return spanish.span(dt.datetime.fromisoformat(value["start"]), dt.datetime.fromisoformat(value["end"]))


def room(value: str | None) -> str:
    """A line of its own, where the clinic has said which room."""
    named = _named(value)
    return WORDS["room_below"].format(room=named[:1].upper() + named[1:]) if named else ""


def place(value: Mapping[str, str | None]) -> str:
    """Lines of their own for the address and the link to the map; none for what the clinic has not given."""
    lines = {"address": "address_below", "map_link": "map_below"}
    return "".join(WORDS[word].format_map(value) for name, word in lines.items() if value[name])


def reminder(value: Mapping[str, Any] | None) -> str:
    """On which day they will be reminded; nothing where they will not."""
    if value is None:
        return ""
    date = spanish.day(dt.date.fromisoformat(value["date"]))
    day = WORDS["today"] if value["today"] else WORDS["the_day"].format(date=date)
    return WORDS["reminder_ahead"].format(day=day)


def before(value: Mapping[str, Any]) -> str:
    """What is taken from the appointment before; that nothing is, where all of it was said anew."""
    taken = [WORDS["like_with"].format(doctor=value["doctor"])] if value["doctor"] else []
    if value["hour"]:
        taken.append(WORDS["like_at"].format(time=spanish.clock(dt.time.fromisoformat(value["hour"]))))
    if not taken:
        return WORDS["like_said"]
    day = spanish.day(dt.date.fromisoformat(value["day"]))
    return WORDS["like_before"].format(day=day, what=", ".join(taken).rstrip("."))


def visited(value: Mapping[str, Any]) -> str:
    """With whom the last one was, and what to say to have it so again."""
    day = spanish.day(dt.date.fromisoformat(value["day"]))
    return WORDS["visited"].format(day=day, doctor=value["doctor"].rstrip("."))


def listed(value: Sequence[Mapping[str, Any]]) -> str:
    """A line for each."""
    return "\n".join(f"• {_line(one)}" for one in value)


def _line(one: Mapping[str, Any]) -> str:
    named = _named(one["room"])
    return WORDS["appointment_with"].format(
        span=span(one["span"]),
        doctor=one["doctor"] or WORDS["doctor"],
        room=WORDS["room_beside"].format(room=named) if named else "",
        whose=WORDS["of_patient"].format(patient=one["patient"]) if one["patient"] else "",
    )


def _named(room: str | None) -> str:
    """ "consultorio 3" where the clinic wrote a number or a letter alone; else its own words."""
    said = (room or "").strip()
    alone = " " not in said and (len(said) < 3 or any(character.isdigit() for character in said))
    return WORDS["room_named"].format(room=said) if said and alone else said
