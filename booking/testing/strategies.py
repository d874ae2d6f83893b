"""Hypothesis strategies for intents, times, people's words and hostile text."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st

from booking.intents import (
    INTENT,
    INTENT_KINDS,
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    OptOut,
    Problem,
    ProvideCustomerData,
    Reading,
    SelectSlot,
    Shift,
    StartBooking,
    Topic,
    Unknown,
    UnknownWhy,
    UseTool,
    When,
)

MONDAY = dt.date(2026, 11, 23)
"""The Monday on which the small test clinic opens."""


def days() -> st.SearchStrategy[dt.date]:
    """Days around the test clinic's first week."""
    return st.integers(-1, 10).map(lambda n: MONDAY + dt.timedelta(days=n))


def times() -> st.SearchStrategy[dt.time]:
    """Times of day on the half hour."""
    return st.integers(16, 38).map(lambda n: dt.time(n // 2, n % 2 * 30))


@st.composite
def whens(draw: st.DrawFn) -> When:
    """A day, a window of days, a part of a day, or one clock time."""
    day = draw(st.none() | days())
    until = day and draw(st.sampled_from([day, day + dt.timedelta(days=3)]))
    kind = draw(st.sampled_from(["open", "window", "exact"]))
    start = draw(times()) if kind != "open" else None
    end = draw(st.none() | times().filter(lambda t: start is not None and t > start)) if kind == "window" else None
    return When(date_from=day, date_to=until, time_from=start, time_to=end, exact=kind == "exact")


def readings() -> st.SearchStrategy[Reading]:
    """Clear, ambiguous, impossible and empty readings."""
    clear = whens().map(lambda when: Reading(when=when))
    several = st.tuples(whens(), whens())
    return st.one_of(
        clear,
        clear,
        several.map(lambda both: Reading(candidates=both, ambiguous=True)),
        several.map(lambda both: Reading(candidates=both, alternatives=True)),
        st.sampled_from(Problem).map(lambda problem: Reading(problem=problem)),
        st.just(Reading()),
    )


def names() -> st.SearchStrategy[str]:
    """Names people have, and some they do not."""
    return st.sampled_from(["Ana Ruiz", "José de la Cruz", "Zoë O'Farrill", "{patient}", "X" * 60])


def intents() -> st.SearchStrategy[AnyIntent]:
    """Every kind of intent, with and without its fields."""
    maybe = st.none() | readings()
    return st.one_of(
        st.sampled_from([k for k in INTENT_KINDS if k != "use_tool" and k != "select_slot"]).map(
            lambda kind: INTENT.validate_python({"kind": kind})
        ),
        st.builds(StartBooking, when=maybe),
        st.builds(CheckAvailability, when=maybe, shift=st.none() | st.sampled_from(Shift)),
        st.builds(SelectSlot, option=st.integers(1, 12)),
        st.builds(ProvideCustomerData, name=st.none() | names(), for_other=st.booleans()),
        st.builds(AskQuestion, query=st.just("¿?"), topic=st.none() | st.sampled_from(Topic)),
        st.builds(OptOut, undo=st.booleans()),
        st.builds(Unknown, why=st.sampled_from(UnknownWhy)),
        st.just(UseTool(tool="cancelar_cita_medica")),
    )


def hostile_text() -> st.SearchStrategy[str]:
    """Text meant to break things: any unicode, format placeholders, control characters."""
    return st.one_of(
        st.text(max_size=300),
        st.sampled_from(["{slot}", "{0}", "%s", "\x00", "\u202e sí", "'; DROP TABLE citas_medicas; --", "sí" * 500]),
    )
