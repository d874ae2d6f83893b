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
