"""What may stand after a step of a script: each of these reads one value of the YAML, or says what it should be.

In a script everything is text, as patients write: `9:30`, `no` and `011` are those words. Only a value that was left
out is None. Raise ValueError.
"""

from __future__ import annotations

import datetime as dt
import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from booking.conversation.fsm.table import TABLE
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS
from booking.intents import INTENT, AnyIntent
from booking.testing.faults import CALLS

T = TypeVar("T")
Kind = TypeVar("Kind", bound=StrEnum)
Read = Callable[[Any], T]

KEYS = frozenset(key.value for key in ReplyKey)
FILE = "archivo"
MEDIA = ("image", "audio", "video", "sticker", "document", "location", "contacts", "reaction", FILE)
_ROWS = frozenset(name for row in TABLE for name in (row.name, row.name.partition("[")[0]))
_UNITS = {"segundos": "seconds", "minutos": "minutes", "horas": "hours", "dias": "days", "días": "days"}
_FACTS = ("paciente", "inicio", "estado", "doctor", "motivo")


class By(NamedTuple):
    """What somebody does. `who` None: whoever spoke last."""

    who: str | None
    what: Any


def text(value: Any) -> str:
    """Words, perhaps none of them: `""`."""
    if not isinstance(value, str):
        raise ValueError(f"takes a text, not {_shown(value)}")
    return value


def count(value: Any) -> int:
    """A whole number from 0."""
    if not isinstance(value, str) or not value.isdecimal():
        raise ValueError(f"takes a number, not {_shown(value)}")
    return int(value)


def several(value: Any) -> list[str]:
    """Texts, two at least."""
    if not isinstance(value, list) or len(value) < 2:
        raise ValueError(f"takes a list of two texts or more, not {_shown(value)}")
    return [text(one) for one in value]


def listed(value: Any) -> list[str]:
    """A text or a list of them; nothing for none."""
    if value is None:
        return []
    return [text(one) for one in value] if isinstance(value, list) else [text(value)]


def nothing(value: Any) -> None:
    """A step that says it all by itself: its value is `true`, or left out."""
    if value not in (None, "true", "sí", "si"):
        raise ValueError(f"takes nothing, or true; not {_shown(value)}")


def by(read: Read[T]) -> Read[By]:
    """The same by somebody: `{Ana: …}`; without a name by whoever spoke last."""

    def said(value: Any) -> By:
        if not isinstance(value, dict):
            return By(None, read(value))
        who, what = _single(value, "one person: {Ana: …}")
        return By(who, read(what))

    return said


def of_somebody(read: Read[T]) -> Read[By]:
    """What is done to somebody, who must be named: `{Ana: …}`."""

    def done(value: Any) -> By:
        who, what = _single(value, "a person: {Ana: …}")
        return By(who, read(what))

    return done


def one_of(choices: Iterable[str]) -> Read[str]:
    """One of these words."""
    known = tuple(choices)

    def chosen(value: Any) -> str:
        if text(value) not in known:
            raise ValueError(f"is one of {', '.join(known)}; not {value!r}")
        return str(value)

    return chosen


def member(kind: type[Kind]) -> Read[Kind]:
    """A member of this enumeration, by its value."""
    chosen = one_of(one.value for one in kind)
    return lambda value: kind(chosen(value))


def said(value: Any) -> list[str]:
    """Reply keys or words of an answer, one or a list; left out for silence."""
    if isinstance(value, list) and not value:
        raise ValueError("an empty list expects nothing; silence is expected by leaving the value out")
    return [telling(word) for word in listed(value)]


def telling(value: Any) -> str:
    """Words that not every answer holds: two characters, at least, and one of them a letter or a digit."""
    if len(text(value).strip()) < 2 or not re.search(r"[^\W_]", value):
        raise ValueError(f"{value!r} is in nearly every answer: it proves nothing")
    return str(value)


def label(value: Any) -> str:
    """A button's number, or words of its title; no words at all are in every title."""
    if not re.search(r"[^\W_]", text(value)):
        raise ValueError(f"{value!r} is in every title")
    return str(value)


def unsaid(value: Any) -> list[str]:
    """The same, of what must not be said: a key that is none would never be found, so it is refused."""
    words = [telling(word) for word in listed(value)]
    if not words:
        raise ValueError("takes a reply key or words that must not be answered")
    for word in words:
        meant = difflib.get_close_matches(word, KEYS, cutoff=0.75)
        looks_like_a_key = re.fullmatch("[a-z_]+", word) and (meant or "_" in word)
        if looks_like_a_key and word not in KEYS and not any(word in one.body.casefold() for one in TEXTS.values()):
            raise ValueError(f"{word!r} is no reply key" + (f"; is {meant[0]} meant?" if meant else ""))
    return words


def row(value: Any) -> str:
    """A row of the table by its whole name; without its guards, any row of that name."""
    if text(value) not in _ROWS:
        near = difflib.get_close_matches(value, _ROWS, n=3)
        raise ValueError(f"{value!r} is no row of the table" + (f"; near: {', '.join(near)}" if near else ""))
    return str(value)


def passed(value: Any) -> dict[str, float]:
    """How much time passes, as arguments of `timedelta`: `{dias: 1, horas: 2}`."""
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"takes units, as in {{minutos: 11}}, not {_shown(value)}")
    if unknown := set(value) - set(_UNITS):
        raise ValueError(f"knows {', '.join(_UNITS)}; not {', '.join(map(str, sorted(unknown)))}")
    durations = {_UNITS[unit]: _amount(amount) for unit, amount in value.items()}
    if not dt.timedelta(**durations):
        raise ValueError("no time passes")
    return durations


def _amount(value: Any) -> float:
    if not isinstance(value, str) or not re.fullmatch(r"\d+(\.\d+)?", value):
        raise ValueError(f"time goes on by a number from 0, not {_shown(value)}")
    return float(value)


def fault(value: Any) -> tuple[str, int]:
    """A call of a port and how many of the next ones fail: `commit`, `{commit: 3}`."""
    name, times = _single(value, "one call: {commit: 3}") if isinstance(value, dict) else (text(value), "1")
    if name not in CALLS:
        near = difflib.get_close_matches(name, CALLS, n=3)
        raise ValueError(f"no port has a call {name!r}" + (f"; near: {', '.join(near)}" if near else ""))
    if count(times) < 1:
        raise ValueError("no call fails")
    return name, count(times)


def meant(value: Any) -> By:
    """An intent as in `booking.intents`, or a list of them; by somebody: `{Ana: {kind: …}}`."""
    if isinstance(value, dict) and "kind" in value:
        return By(None, _intents(value))
    return by(_intents)(value)


def _intents(value: Any) -> list[AnyIntent]:
    return [INTENT.validate_python(one) for one in (value if isinstance(value, list) else [value])]


def at_the_desk(value: Any) -> By:
    """What staff do: `cancela`, `{mueve: moment}` or `{pasa: doctor}` the next appointment, of which patients are told
    with `avisa`, reminded of what it is time for with `recuerda`, offered what they wait for with `ofrece`, and asked
    how it was with `pregunta`, once it is over (`termina`); or `{devuelve: name}`."""
    if value in ("cancela", "termina", "avisa", "recuerda", "ofrece", "pregunta"):
        return By(None, (value, None))
    what, said = _single(value, "cancela or {devuelve: name}")
    if what == "mueve":
        return By(None, (what, instant(said)))
    if what == "pasa":
        return By(None, (what, text(said)))
    if what != "devuelve":
        raise ValueError(f"staff do cancela or {{devuelve: name}}, not {_shown(value)}")
    return By(text(said), (what, None))


def agenda(value: Any) -> int | list[dict[str, str]]:
    """How many appointments, or what is known of each: `{paciente, inicio, estado, doctor, motivo}`."""
    if not isinstance(value, list):
        return count(value)
    for one in value:
        if not isinstance(one, dict) or not one or set(one) - set(_FACTS):
            raise ValueError(f"an appointment is told by {', '.join(_FACTS)}; not by {_shown(one)}")
    return [{name: text(fact) for name, fact in one.items()} for one in value]


def documents(value: Any) -> dict[str, str]:
    """What is asked, and the passage that answers."""
    if not isinstance(value, dict):
        raise ValueError(f"takes questions with their passages, not {_shown(value)}")
    return {text(asked): text(passage) for asked, passage in value.items()}


def instant(value: Any) -> dt.datetime:
    """A moment with its offset."""
    try:
        at = dt.datetime.fromisoformat(text(value))
    except ValueError:
        raise ValueError(f"{value!r} is no moment") from None
    if at.tzinfo is None:
        raise ValueError(f"{value!r} needs its offset, as in 2026-11-23T09:00-08:00")
    return at


def _single(value: Any, wanted: str) -> tuple[str, Any]:
    if not isinstance(value, dict) or len(value) != 1:
        raise ValueError(f"takes {wanted}; not {_shown(value)}")
    ((name, inner),) = value.items()
    return text(name), inner


def _shown(value: Any) -> str:
    return "nothing" if value is None else repr(value)
