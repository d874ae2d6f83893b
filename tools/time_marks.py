"""What a tool's parameter about time is marked with, for those who read what staff say of it."""

from __future__ import annotations

from pydantic.config import JsonDict

AHEAD: JsonDict = {"ahead": True}
"""Marks a parameter about time that can only lie ahead."""
BEHIND: JsonDict = {"behind": True}
"""Marks one that can only lie behind."""
HOURS: JsonDict = {"hours": True}
"""Marks one that is about stretches of a day."""
INSTANT: JsonDict = {**AHEAD, "instant": True}
"""Marks one that is a day and a clock time ahead."""
