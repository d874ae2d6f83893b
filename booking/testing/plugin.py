"""A pytest plugin: profiles, fixtures, the conversation of a failed test in Spanish, what a run of tests covered.

It registers itself where Turnero is installed; elsewhere: `pytest_plugins = ["booking.testing.plugin"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest

from booking.errors import TurneroError
from booking.ports import IntentExtractor
from booking.testing import profiles
from booking.testing.clinic import RECENT, Clinic
from booking.testing.coverage import SEEN, Coverage
from booking.testing.world import Seed, memory_clinic

_LINES = 60
_SENT = "turnero_coverage"


def pytest_configure(config: pytest.Config) -> None:
    """The profile named by TURNERO_PROFILE becomes Hypothesis's."""
    if profiles.PROFILE not in profiles.NAMES:
        raise pytest.UsageError(f"TURNERO_PROFILE is {profiles.PROFILE!r}; there are {', '.join(profiles.NAMES)}")
    profiles.load()


@pytest.fixture
def clinic() -> Clinic:
    """The small clinic on fakes: two doctors, few free times."""
    return memory_clinic()


@pytest.fixture
def open_clinic() -> Callable[..., Clinic]:
    """Opens clinics on fakes: `open_clinic(seed, reader)`, both as you like or not at all."""

    def opened(seed: Seed | None = None, reader: IntentExtractor | None = None) -> Clinic:
        return memory_clinic(seed, reader)

    return opened


# --- a failed test shows its conversation -----------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Each test begins without clinics."""
    RECENT.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The last clinic of a failed test, told in Spanish, before whatever was logged. After Hypothesis has shrunk a
    failure it runs the shortest example once more: the last clinic is that one's."""
    report = yield
    if report.failed and report.when == "call" and RECENT:
        report.sections.insert(0, ("Conversación", told(RECENT[-1])))
    return report


def told(clinic: Clinic) -> str:
    """The conversation of a clinic: what was said, the rows, and where everybody stands."""
    lines = clinic.transcript[-_LINES:]
    if len(clinic.transcript) > _LINES:
        lines.insert(0, f"[… {len(clinic.transcript) - _LINES} líneas antes]")
    if clinic.records:
        turn = clinic.records[-1]
        last = turn.steps[-1] if turn.steps else None
        lines.append("")
        lines.append(f"Última fila: {last.row if last else 'ninguna'}")
        if last:
            lines.append(f"   de {last.source} a {last.target}; rechazo: {last.refused or 'ninguno'}")
    for who, conversation in _conversations(clinic).items():
        lines.append(f"{who}: {conversation}")
    return "\n".join(lines)


def _conversations(clinic: Clinic) -> dict[str, str]:
    """Where everybody stands; nothing when the database is gone by now."""
    try:
        return {
            who: f"{c.state}, atiende {'el bot' if c.control == 'bot' else 'una persona'}, {c.turns} turnos"
            for who, c in clinic.stored().conversations.items()
        }
    except (TurneroError, RuntimeError):
        return {}


# --- what a run covered -----------------------------------------------------------------------------------


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """A worker of pytest-xdist tells what it has seen."""
    dumped = getattr(node, "workeroutput", {}).get(_SENT)
    if dumped:
        SEEN.merge(Coverage.load(dumped))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: send what it has seen."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_SENT] = SEEN.dump()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """One line; what is missing with -v."""
    if SEEN.rows:
        verbose = config.get_verbosity() > 0
        terminalreporter.section("conversations", sep="-")
        terminalreporter.write_line(SEEN.summary() if verbose else SEEN.line())
