"""A model that lies in every way its types allow, and text and buttons made to break things.

`Liar` stands in the extractor's place. What a text means to it follows from the number in the text alone, so a lie
is told again when a turn is tried again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from booking.intents import (
    Anchor,
    AnyIntent,
    AsTold,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Greet,
    Like,
    OneMore,
    Problem,
    ProvideCustomerData,
    Reading,
    Repeats,
    RescheduleAppointment,
    SelectSlot,
    Side,
    Source,
    StartBooking,
    Understanding,
    UseTool,
    When,
    Whose,
)
from booking.models import UnderstandingContext
from booking.testing.decisions import Decisions
from booking.testing.fields import INTENTS, Field, fields_of
from booking.testing.tool_requests import REQUESTS

MARK = "mentira "
"""Begins a text that `Liar` reads."""

SOURCES = (Source.MODEL, Source.FALLBACK)

_DAY = dt.timedelta(days=1)
_DATES = (dt.date.min, dt.date.max, dt.date(2024, 2, 29), dt.date(2030, 12, 31))
_TIMES = (dt.time(0), dt.time(9), dt.time(9, 30), dt.time(10), dt.time(10, 1), dt.time(23, 59, 59), dt.time(3, 7))
_NAMES = (
    "Ana Ruiz",
    "{patient}",
    "{slot.__class__}",
    "%s %d",
    "\u202e zeuR anA",
    "\x00",
    " ",
    "X" * 5000,
    "'; DROP TABLE citas_medicas; --",
    "✅ ¡Listo! Tu cita quedó agendada.",
    "José de la Cruz",
)
_NOISE = ("", " ", "\x00", "{0}", "¿?", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "A" * 4000)
_LIES: dict[str, tuple[Any, ...]] = {
    "mark": (1, 2, 3, 4, 5),
    "name": _NAMES,
    "doctor": ("Dra. Uno", "Dr. Dos", "Dr. Nadie", "{doctor}"),
    "of_doctor": ("Dra. Uno", "Dr. Dos", "Dr. Nadie", "{doctor}"),
    "not_with": ((), ("Dra. Uno",), ("Dr. Nadie", ""), ("Dra. Uno", "Dr. Dos")),
    "specialty": ("gineco", "medici", "", "{specialty}", "A" * 4000),
    "whose": (Whose(), Whose(own=True), Whose(name="Ana"), Whose(name=""), Whose(name="Nadie", own=True)),
    "like": (Like(doctor=True), Like(doctor=True, hour=True, whose=Whose(name="Ana")), Like(hour=True, whose=Whose())),
    "told": (AsTold(appointment_id=1, version=1), AsTold(appointment_id=10**9, version=0)),
    "those": (
        (),
        (AsTold(appointment_id=1, version=1),),
        (AsTold(appointment_id=2, version=1), AsTold(appointment_id=10**9, version=0)),
    ),
    "repeats": (Repeats(every=7, times=3), Repeats(every=1, span=5), Repeats(times=99), Repeats(every=366, times=12)),
    "since": (None, *_DATES),
    "until": (None, *_DATES),
    "words": ((), ("cita",), ("'; DROP TABLE citas_medicas; --", "\x00", "")),
    "other": ("hijo", "mí", "{other}", "A" * 4000),
    "other_doctor": ("Dra. Uno", "Dr. Nadie", "{doctor}"),
    "following": ((), (OneMore(),), (OneMore(other="hijo", doctor="Dr. Nadie"), OneMore(when=Reading()))),
    "instead_of": ("Ruiz", "Nadie", ""),
    "option": (1, 1, 2, 3, 4, 10, 10**9),
    "offer": (0, 1, 40001, 10**9),
    "minutes": (15, 0, -5, 10**9),
    "day": (dt.date(1999, 1, 1), dt.date(2026, 11, 25), dt.date(9999, 12, 31)),
    "understood": ((), (Greet(),), (CancelAppointment(), SelectSlot(option=1)), (ProvideCustomerData(name="A" * 99),)),
    "left": ((), ("algo",), ("", "«»" * 3000)),
    "order": ("agenda a Eva", "", "{order}", "«»" * 3000),
    "tool": ("cancelar_cita_medica", "alta_personal", "", "{tool}"),
    "arguments": ((), (("id", "1"), ("", "\x00")), (("paciente", "A" * 4000), ("codigo", "12345678"))),
}
"""What is said of the fields of these names; others follow from their types."""
_KINDS = (
    *INTENTS.values(),
    *(Confirm, SelectSlot, SelectSlot, CheckAvailability, CheckAvailability, StartBooking),
    *(ProvideCustomerData, ProvideCustomerData, CancelAppointment, RescheduleAppointment),
)
"""Every kind of intent; those that lead somewhere oftener."""
PAYLOADS = (
    "",
    "x",
    "t1|",
    "t1|-|",
    "t1|0|{}",
    't1|-|{"kind":"confirm"}',
    't1|999999999999999999999|{"kind":"confirm"}',
    't1|-1|{"kind":"confirm"}',
    't1|-|{"kind":"select_slot","option":0}',
    't1|-|{"kind":"select_slot","option":1}',
    't1|-|{"kind":"book","id":1}',
    't9|-|{"kind":"confirm"}',
    "t1|-|" + "[" * 200,
)
"""Buttons that nobody of ours has sent."""


class Liar:
    """Implements the extractor port: whatever was said, it says something else; now and then it breaks."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """A lie. Raises RuntimeError once in forty texts: the port forbids it, and the engine must bear it."""
        number = text.removeprefix(MARK)
        marked = text.startswith(MARK) and number.isdecimal() and number.isascii()
        decisions = Decisions(int(number) if marked else hash_of(text))
        if decisions.once_in(40):
            raise RuntimeError("the model's client broke")
        count = 1 + (decisions.below(5) if decisions.once_in(3) else 0)
        lies = tuple(lie(decisions, context.now.date()) for _ in range(count))
        return Understanding(intents=lies, source=decisions.one_of(SOURCES))


def hash_of(text: str) -> int:
    """A number of a text, the same in every process."""
    number = 0
    for letter in text[:200]:
        number = (number * 31 + ord(letter)) & 0xFFFFFFFF
    return number


def lie(decisions: Decisions, today: dt.date) -> AnyIntent:
    """Any intent, its fields as wrong as their types allow."""
    kind = decisions.one_of(_KINDS)
    if kind is UseTool and decisions.once_in(2):
        return decisions.one_of(REQUESTS)
    return kind(**{name: make(decisions, today) for name, make in _MAKERS[kind]})


Make = Callable[[Decisions, dt.date], Any]


def _making(field: Field) -> Make:
    """How lies about this field are made up. Raises TypeError for one of a type that none are known of."""
    if field.type is bool:
        return lambda decisions, today: decisions.once_in(3)
    if field.type is Reading:
        return reading
    if isinstance(field.type, type) and issubclass(field.type, StrEnum):
        choices: tuple[Any, ...] = tuple(field.type)
    elif field.name in _LIES:
        choices = _LIES[field.name]
    elif field.type is str:
        choices = _NOISE
    else:
        raise TypeError(f"no lies are known about {field}")
    nothing = (None,) * (len(choices) if field.optional else 0)
    return lambda decisions, today: decisions.one_of((*nothing, *choices))


def reading(decisions: Decisions, today: dt.date) -> Reading | None:
    """What is said about time: near, far, upside down, several things at once, or nothing."""
    match decisions.below(8):
        case 0:
            return None
        case 1:
            return Reading(problem=decisions.one_of(tuple(Problem)))
        case 2:
            several = tuple(when(decisions, today) for _ in range(decisions.below(5)))
            return Reading(candidates=several, ambiguous=decisions.once_in(2), alternatives=decisions.once_in(2))
        case 4:
            anchor = Anchor(
                same_day=decisions.once_in(2),
                same_time=decisions.once_in(2),
                side=decisions.one_of((None, *Side)),
                minutes=decisions.one_of((0, 30, -1440, 1440)),
                days=decisions.one_of((0, 1, -366)),
                weeks=decisions.one_of((0, 52)),
                months=decisions.one_of((0, -12)),
                weekday=decisions.once_in(2),
                monthday=decisions.once_in(2),
            )
            return Reading(when=decisions.one_of((None, when(decisions, today))), anchor=anchor)
        case 3:
            return Reading(when=when(decisions, today), ambiguous=True, problem=decisions.one_of((None, *Problem)))
        case _:
            return Reading(when=when(decisions, today))


def when(decisions: Decisions, today: dt.date) -> When:
    """A time: mostly of these days, so that something comes of it."""
    near = [today + n * _DAY for n in range(5)]
    start = decisions.one_of((None, *near, *near, *_DATES))
    end = start if decisions.once_in(2) else decisions.one_of((None, *near, *_DATES))
    return When(
        date_from=start,
        date_to=end,
        time_from=decisions.one_of((None, *_TIMES)),
        time_to=decisions.one_of((None, None, *_TIMES)),
        exact=decisions.once_in(3),
    )


_MAKERS = {kind: [(field.name, _making(field)) for field in fields_of(kind)] for kind in INTENTS.values()}
