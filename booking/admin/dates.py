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


def moment(text: str, now: dt.datetime, option: str) -> dt.datetime:
    """One instant: ISO, with an offset or on the clinic's clock, or a day and `HH:MM`. Raises typer.BadParameter."""
    said = " ".join(text.split())
    try:
        at = dt.datetime.fromisoformat(said)
    except ValueError:
        words, _, clock = said.rpartition(" ")
        try:
            at = dt.datetime.combine(day(words, now, option), dt.time.fromisoformat(clock))
        except ValueError:
            raise typer.BadParameter(
                f"no entendí «{text}». Escriba día y hora: «2026-11-30 16:00», «mañana 16:00».", param_hint=option
            ) from None
    if at.tzinfo is not None:
        return at
    here = at.replace(tzinfo=now.tzinfo)
    if here.astimezone(dt.UTC).astimezone(now.tzinfo).replace(tzinfo=None) != at:
        raise typer.BadParameter(f"«{text}» no existe: ese día cambia la hora.", param_hint=option)
    return here


def clock_range(text: str, option: str) -> tuple[dt.time, dt.time]:
    """`09:00-14:00`; 24:00 is midnight. Raises typer.BadParameter."""
    first, _, last = text.replace("–", "-").partition("-")
    try:
        start, end = dt.time.fromisoformat(first.strip()), dt.time.fromisoformat(last.strip().replace("24:00", "00:00"))
    except ValueError:
        raise typer.BadParameter(f"«{text}» no son horas. Escríbalas como 09:00-14:00.", param_hint=option) from None
    if end <= start and end != dt.time():
        raise typer.BadParameter(f"«{text}» termina antes de empezar.", param_hint=option)
    return start, end


def midnight(date: dt.date, now: dt.datetime) -> dt.datetime:
    """The start of that day where `now` is."""
    return dt.datetime.combine(date, dt.time(), now.tzinfo)
