"""Reading single fields out of JSON that may hold anything. Pure; nothing here raises on any JSON value.

What comes out can be stored: PostgreSQL's text and JSONB take neither NUL nor a lone surrogate.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import re
from collections.abc import Mapping
from typing import Any

RAW_LIMIT = 65_536
"""Characters kept of something damaged; staff look at it, nothing reads it again."""

INT4 = 2**31 - 1
"""The largest number a plain `integer` column takes."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_NUL = re.compile(r"((?<!\\)(?:\\\\)*)\\u0000")
_DEEPEST = 64  # WhatsApp's own bodies are about ten deep
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_SECONDS = re.compile(r"[0-9]{1,13}(?:\.[0-9]+)?\Z")
_LONG_NUMBER = re.compile(r"\+?\d[\d ()-]{5,}\d")
_MILLISECONDS_FROM = 10**11  # as seconds that would be the year 5138


class NotJson(ValueError):
    """The body is not JSON."""


def load(body: bytes) -> Any:
    """Decode a body. Raises NotJson, and RecursionError where it is nested too deeply to read."""
    return _load(body)


def load_shallow(body: bytes) -> Any:
    """Decode a body that is nested too deeply: null stands for each list or object that is too deep. Raises NotJson."""
    return _load(_shallow(body))


def _load(body: bytes | str) -> Any:
    try:
        return json.loads(body, parse_int=_integer, parse_float=_real, parse_constant=_refuse)
    except RecursionError:
        raise
    except ValueError as error:
        raise NotJson from error


def _shallow(body: bytes) -> str:
    text = body.decode(json.detect_encoding(body), "replace")
    kept: list[str] = []
    depth = written = 0
    for mark in _STRING_OR_BRACKET.finditer(text):
        bracket = mark.group()
        if bracket in ("[", "{"):
            depth += 1
            if depth == _DEEPEST + 1:
                kept.append(text[written : mark.start()])
        elif bracket in ("]", "}"):
            if depth == _DEEPEST + 1:
                kept.append("null")
                written = mark.end()
            depth -= 1
    if depth > _DEEPEST:
        raise NotJson  # it never comes up again
    return "".join([*kept, text[written:]])


def clean(text: str) -> str:
    """Without NUL, lone surrogates replaced."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\0", ""))


def text(holder: object, *path: str, limit: int | None = None) -> str | None:
    """The string found under these keys, cleaned; an integer counts as its digits. None for anything else."""
    found = holder
    for key in path:
        if not isinstance(found, Mapping):
            return None
        found = found.get(key)
    if isinstance(found, int) and not isinstance(found, bool):
        found = str(found) if -(10**30) < found < 10**30 else None
    if not isinstance(found, str):
        return None
    cleaned = clean(found)
    return cleaned if limit is None else cleaned[:limit]


def name(holder: object, *path: str, limit: int) -> str | None:
    """The same for ids and names of types: trimmed, and None when empty or longer than `limit`. An id cut
    short would be another id."""
    found = (text(holder, *path) or "").strip()
    return found if 0 < len(found) <= limit else None


def moment(holder: object, key: str) -> dt.datetime | None:
    """A Unix time, written as a number or as a string, in seconds (or milliseconds, as some fields are)."""
    written = holder.get(key) if isinstance(holder, Mapping) else None
    if isinstance(written, bool) or not isinstance(written, int | float | str):
        return None
    if isinstance(written, float):
        written = f"{written:.3f}"
    elif isinstance(written, int) and not 0 < written < 10**13:
        return None
    said = str(written).strip()
    if not _SECONDS.match(said):
        return None
    seconds = float(said)
    if seconds >= _MILLISECONDS_FROM:
        seconds /= 1000
    return dt.datetime.fromtimestamp(seconds, dt.UTC) if seconds >= 1 else None


def whole(holder: object, key: str) -> int | None:
    """A non-negative number that fits a plain integer column, written as one or as a string."""
    written = text(holder, key)
    if written is None or not (written.isascii() and written.isdigit() and len(written) <= 10):
        return None
    value = int(written)
    return value if value <= INT4 else None


def without_numbers(text: str) -> str:
    """Words of WhatsApp for the log and for staff: they may repeat whom a message was for."""
    return _LONG_NUMBER.sub("…", text)


def raw(fragment: object) -> str:
    """A fragment as text that can be stored as text or as JSON (unless it had to be cut)."""
    try:
        written = json.dumps(fragment, ensure_ascii=False)
    except (RecursionError, ValueError, TypeError):
        return "(cannot be shown)"
    return clean(_ESCAPED_NUL.sub(r"\1", written))[:RAW_LIMIT]


def _integer(digits: str) -> int | str:
    # Python refuses to read integers beyond 4300 digits, and nothing of WhatsApp's needs more than 20.
    return int(digits) if len(digits) <= 20 else digits


def _real(written: str) -> float | str:
    value = float(written)
    return value if math.isfinite(value) else written


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
