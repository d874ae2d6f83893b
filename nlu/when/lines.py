"""One line of `nlu when --jsonl`: a request in, a reading out; a bad line says what is wrong with it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from booking.intents import Direction, When
from nlu.when.reader import read


def when_line(request: object) -> dict[str, Any]:
    """The answer to one request. No `direction`: dates are returned as written, past ones too."""
    if not isinstance(request, dict):
        return {"id": None, "error": "not an object"}
    key = request.get("id")
    try:
        text, now = request["text"], dt.datetime.fromisoformat(request["now"])
        if not isinstance(text, str):
            raise ValueError("text is not a string")
        if now.tzinfo is None:
            raise ValueError("now has no offset")
        named = request.get("direction")
        direction = Direction(named) if named is not None else None
        hours = _hours(request["hours"]) if request.get("hours") is not None else None
    except KeyError as error:
        return {"id": key, "error": f"missing {error.args[0]}"}
    except (TypeError, ValueError) as error:
        return {"id": key, "error": str(error)}
    reading = read(text, now, hours=hours, direction=direction)
    return {
        "id": key,
        "when": written(reading.when) if reading.when else None,
        "ambiguous": reading.ambiguous,
        "candidates": [written(candidate) for candidate in reading.candidates],
    }


def _hours(text: object) -> tuple[dt.time, dt.time]:
    """Opening hours as "08:00-20:00"."""
    if not isinstance(text, str) or text.count("-") != 1:
        raise ValueError("hours are not HH:MM-HH:MM")
    opens, closes = (dt.time.fromisoformat(side.strip()) for side in text.split("-"))
    if opens >= closes != dt.time(0):
        raise ValueError("hours end before they begin")
    return opens, closes


def written(when: When) -> dict[str, Any]:
    """A wish about time as lines write it: dates in ISO, times as HH:MM, None where a side is open."""
    return {
        "date_from": when.date_from.isoformat() if when.date_from else None,
        "date_to": when.date_to.isoformat() if when.date_to else None,
        "time_from": when.time_from.strftime("%H:%M") if when.time_from else None,
        "time_to": when.time_to.strftime("%H:%M") if when.time_to else None,
        "exact": when.exact,
    }
