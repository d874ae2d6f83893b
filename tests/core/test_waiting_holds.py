"""How long a time that became free is held for somebody who waits."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.models import Clinic, Policy
from booking.scheduling.quiet import end_of_quiet
from booking.scheduling.waiting_match import LONGEST, held_until

ZONE = ZoneInfo("America/Tijuana")
NOON = dt.datetime(2026, 11, 24, 12, tzinfo=ZONE)


def clinic(minutes: int = 30) -> Clinic:
    policy = Policy(waiting_hold_minutes=minutes, min_notice_minutes=60)
    return Clinic(name="Clínica", zone="America/Tijuana", policy=policy)


@pytest.mark.parametrize(
    ("hours", "minutes"), [(2, 30), (24, 30), (24.1, 60), (72, 60), (72.1, 120), (24 * 20, 120), (1.25, 15)]
)
def test_longer_the_further_away_and_never_into_the_notice(hours: float, minutes: int) -> None:
    assert held_until(clinic(), NOON + dt.timedelta(hours=hours), NOON) == NOON + dt.timedelta(minutes=minutes)


def test_what_is_too_near_is_held_for_nobody() -> None:
    assert held_until(clinic(), NOON + dt.timedelta(minutes=62), NOON) is None


@pytest.mark.parametrize(
    ("clock", "minutes"), [((19, 0), 120), ((19, 10), 90), ((19, 45), 60), ((20, 10), 30), ((20, 45), 30)]
)
def test_it_is_not_prolonged_into_the_quiet_hours(clock: tuple[int, int], minutes: int) -> None:
    now = NOON.replace(hour=clock[0], minute=clock[1])
    until = held_until(clinic(), now + dt.timedelta(days=9), now)
    assert until == now + dt.timedelta(minutes=minutes)
    assert minutes == 30 or end_of_quiet(clinic(), now + dt.timedelta(minutes=minutes - 1)) is None


@pytest.mark.parametrize("minutes", [5, 30, 60, 90, 120, 240, 600])
def test_no_clinic_gets_less_than_it_says_nor_much_more(minutes: int) -> None:
    now = NOON.replace(hour=8)
    until = held_until(clinic(minutes), now + dt.timedelta(days=9), now)
    assert until is not None
    assert dt.timedelta(minutes=minutes) <= until - now <= max(LONGEST, dt.timedelta(minutes=minutes))
