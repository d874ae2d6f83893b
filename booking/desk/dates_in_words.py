"""Dates as staff read them on a page."""

from __future__ import annotations

import datetime as dt


def day(date: dt.date) -> str:
    """martes 1 de diciembre"""
    from booking.conversation.replies import spanish

    return spanish.day(date)


def long_day(date: dt.date) -> str:
    """Martes 1 de diciembre de 2026"""
    said = day(date)
    return f"{said[:1].upper()}{said[1:]} de {date.year}"


def short_date(date: dt.date) -> str:
    """mar 1 dic"""
    from booking.conversation.replies.spanish import short_day

    return short_day(date)


def minute(at: str) -> str:
    """30/11/2026 16:00, of an instant as the desk writes it down (ISO, in the clinic's zone)."""
    return f"{dt.datetime.fromisoformat(at):%d/%m/%Y %H:%M}"


def date(at: str) -> str:
    """30/11/2026, of such an instant or of a date."""
    return f"{dt.datetime.fromisoformat(at):%d/%m/%Y}"
