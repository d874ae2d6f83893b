"""Appointments as calendars write them (iCalendar): read as rows like a table's, and written."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from booking.desk.desk_errors import DeskRefused
from booking.desk.json_views import Json
from booking.desk.sheets import Row

_PHONE = re.compile(
    r"(?:\b(?:tel(?:[eé]fono)?|cel(?:ular)?|whatsapp)\b\.?:?\s*)?(\+?\(?\d[\d ().+-]{8,18}\d)", re.IGNORECASE
)
_BEFORE_A_NAME = re.compile(
    r"^(?:(?:cita|consulta|visita|paciente|px|pte)\b\.?\s*(?:con|de|para|del paciente)?\s*[:\-–]?\s*)+", re.I
)
_AFTER_A_NAME = re.compile(r"\s+[-–|,(:].*$")
_ROUND_A_NAME = " -–,.()"
_CALENDAR = "-//Turnero//Citas//ES"
_BEGINS = re.compile(rb"^(?:\xef\xbb\xbf)?BEGIN:VCALENDAR\s*$", re.M | re.I)
_ENDS = re.compile(rb"^END:VCALENDAR\s*$", re.M | re.I)


def read(raw: bytes, zone: ZoneInfo) -> list[Row]:
    """One row an event, numbered as they come. The summary is the patient's name; a number in it or in the description,
    theirs. What repeats or has no hour is a row that cannot be used. Raises DeskRefused."""
    from icalendar import Calendar

    begun, ended = (len(mark.findall(raw)) for mark in (_BEGINS, _ENDS))
    if not begun:
        raise DeskRefused("No es un archivo de calendario (.ics): no tiene ninguno dentro.")
    if begun != ended:
        raise DeskRefused("El archivo está incompleto: se cortó antes de terminar. Sáquelo otra vez de su calendario.")
    try:
        calendars = Calendar.from_ical(raw, multiple=True)
    except (ValueError, IndexError, KeyError):
        raise DeskRefused("El calendario (.ics) está dañado. Sáquelo otra vez de su calendario.") from None
    events = [event for calendar in calendars for event in calendar.walk("VEVENT")]
    return [_row(number, event, zone) for number, event in enumerate(events, 1)]


def _row(number: int, event: Any, zone: ZoneInfo) -> Row:
    if any(key in event for key in ("RRULE", "RDATE", "RECURRENCE-ID")):
        return Row(number, {}, "se repite; escriba cada cita como un evento suyo")
    try:
        start = event.get("DTSTART").dt
        length = event.duration if "DTEND" in event or "DURATION" in event else None
    except (AttributeError, ValueError, TypeError):
        return Row(number, {}, "no dice cuándo empieza")
    if not isinstance(start, dt.datetime):
        return Row(number, {}, "es de todo el día: falta la hora")
    start = start if start.tzinfo else start.replace(tzinfo=zone)
    summary, said = _text(event, "SUMMARY"), _text(event, "DESCRIPTION")
    numbers = (found[1] for text in (summary, said) if (found := _PHONE.search(text)))
    cells = {
        "paciente": _patient(summary),
        "telefono": _text(event, "X-TURNERO-TELEFONO") or next(numbers, ""),
        "inicio": start.isoformat(timespec="seconds"),
        "doctor": _text(event, "X-TURNERO-DOCTOR"),
        "tipo": _text(event, "X-TURNERO-TIPO"),
        "motivo": _text(event, "X-TURNERO-MOTIVO"),
        "sobrecupo": _text(event, "X-TURNERO-SOBRECUPO"),
        "estado": _text(event, "X-TURNERO-ESTADO") or _text(event, "STATUS"),
        "minutos": str(int(length.total_seconds() // 60)) if length else "",
    }
    return Row(number, {name: cell for name, cell in cells.items() if cell})


def _patient(summary: str) -> str:
    """«Cita con Ana Gómez - revisión (664 123 4567)» is of Ana Gómez."""
    named = _BEFORE_A_NAME.sub("", _PHONE.sub("", summary).strip(_ROUND_A_NAME))
    return _AFTER_A_NAME.sub("", named).strip(_ROUND_A_NAME)


def _text(event: Any, key: str) -> str:
    return " ".join(str(event.get(key, "")).split())


def written(rows: Sequence[Json], now: dt.datetime) -> bytes:
    """Appointments (`json_views`), in universal time; a calendar shows them on the clock of its reader."""
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("PRODID", _CALENDAR)
    calendar.add("VERSION", "2.0")
    for row in rows:
        event = Event()
        event.add("UID", f"cita-{row['id']}@turnero")
        event.add("DTSTAMP", now.astimezone(dt.UTC))
        event.add("SEQUENCE", row["version"])
        for key, value in (("DTSTART", row["inicio"]), ("DTEND", row["fin"])):
            event.add(key, dt.datetime.fromisoformat(value).astimezone(dt.UTC))
        event.add("SUMMARY", row["paciente"]["nombre"])
        event.add("STATUS", "CANCELLED" if row["estado"] == "cancelada" else "CONFIRMED")
        own = {
            "TELEFONO": row["paciente"]["telefono"],
            "DOCTOR": row["doctor"]["nombre"],
            "TIPO": row["tipo"],
            "MOTIVO": row["motivo"],
            "ESTADO": row["estado"],
            "SOBRECUPO": "sí" if row.get("sobrecupo") else None,
        }
        for name, said in own.items():
            if said:
                event.add(f"X-TURNERO-{name}", said)
        calendar.add_component(event)
    return bytes(calendar.to_ical())
