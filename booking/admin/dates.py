"""Dates as staff give them: ISO, or a day in Spanish words."""

from __future__ import annotations

import datetime as dt

import typer

from booking.admin import readings


def day(text: str, now: dt.datetime, option: str) -> dt.date:
    """One date; `now` is in the clinic's zone. Raises typer.BadParameter."""
    said = " ".join(text.casefold().split())
    try:
        return dt.date.fromisoformat(said)
    except ValueError:
        found = readings.date_in_words(said, now)
    if found is None:
        raise typer.BadParameter(
            f"no entendí la fecha «{text}». Escríbala como 2026-11-30, o «hoy», «mañana», «el martes».",
            param_hint=option,
        )
    return found


def midnight(date: dt.date, now: dt.datetime) -> dt.datetime:
    """The start of that day where `now` is."""
    return dt.datetime.combine(date, dt.time(), now.tzinfo)
