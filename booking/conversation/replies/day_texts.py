"""What is done to a doctor's whole day, as Spanish text: a line for each appointment, what stays and why.

Values are as stored: instants in ISO, in the clinic's zone. The words stand in `es.toml`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.texts import WORDS


def changes(value: Sequence[Any]) -> str:
    """Each that something is done to: "• 10:00 a.m. → 10:15 a.m. Ana Ruiz (ya llegó)"."""
    days = len({one["slot"]["start"][:10] for one in value}) > 1
    return "".join(f"\n{_line(one, days)}{_marks(one)}" for one in value)


def offers(value: Sequence[Any]) -> str:
    """To whom another time is offered; that there is nobody."""
    if not value:
        return WORDS["day_offers_none"]
    return WORDS["day_offers"].format(count=count(len(value))) + changes(value)


def stays(value: Sequence[Any]) -> str:
    """Each that nothing is done to, and why; nothing where there is none."""
    if not value:
        return ""
    days = len({one["slot"]["start"][:10] for one in value}) > 1
    lines = [f"{_line(one, days)}: {reason(one['why'], one['detail'])}{_marks(one)}" for one in value]
    return "\n".join(["", WORDS["day_stays"], *lines])


def reason(why: str, detail: str | None = None) -> str:
    """Why an appointment stays, with what staff wrote of it."""
    said = WORDS[f"stays_{why}"]
    return f"{said} ({detail})" if detail and detail != why else said


def count(number: int) -> str:
    """How many appointments."""
    return WORDS["one_appointment"] if number == 1 else WORDS["appointments"].format(count=number)


def by(minutes: int) -> str:
    """ "30 minutos más tarde"."""
    return WORDS["later" if minutes > 0 else "sooner"].format(minutes=abs(minutes))


def told(written: int, without_number: Sequence[str], opted_out: Sequence[str]) -> str:
    """How many are written to, and who cannot be, to be called."""
    said = [WORDS["day_told_one" if written == 1 else "day_told"].format(count=written)] if written else []
    for names, word in ((without_number, "day_no_number"), (opted_out, "day_opted_out")):
        if names:
            said.append(one_point(WORDS[word].format(names=spanish.listed(names))))
    return "".join(f" {one}" for one in said)


def _line(one: Any, days: bool) -> str:
    start = dt.datetime.fromisoformat(one["slot"]["start"])
    at = spanish.short_moment(start) if days else spanish.clock(start.time())
    to = dt.datetime.fromisoformat(one["to"]["start"]) if one.get("to") else start
    return f"• {at}{'' if to == start else f' → {spanish.clock(to.time())}'} {one['patient'] or WORDS['patient']}"


def _marks(one: Any) -> str:
    said = [WORDS["day_here"]] if one["here"] else []
    if one.get("overbooked"):
        said.append(WORDS["day_overbooked"].format(why=reason(one["why"])) if one["why"] else WORDS["day_still_over"])
    return f" ({'; '.join(said)})" if said else ""
