"""Dates for calendars made by hand."""

from __future__ import annotations

import datetime as dt

from booking.ports import Dates

EVERY_DATE = Dates(dt.date.min, dt.date.max)
"""What a calendar covers that was not read from anywhere."""
