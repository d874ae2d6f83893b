"""Free slots against the facts of other engines' tests, read from `TURNERO_CORPORA`.

Each row is entered as a clinic would enter it, as hours, visits, appointments and policy, and asked of what the product
asks. Rows about sets of ranges are read as doctors with slots of a minute: who of them is free in each.
"""

from __future__ import annotations

import datetime as dt
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from booking.models import FIRST_VISIT, Busy, Clinic, DateOverride, Doctor, Opening, Policy, VisitLength
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from booking.scheduling.ranges import Range
from tests.core.dates import EVERY_DATE

CORPORA = Path(os.environ.get("TURNERO_CORPORA") or Path(__file__).parents[3] / "shared" / "corpora")
FILE = CORPORA / "slots.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()] if FILE.is_file() else []

Row = dict[str, Any]
MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)
ASKED = "consulta"
"""The type of visit asked for; what is taken is of another, which keeps nothing free around itself."""


def moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def ranges(rows: Iterable[dict[str, str]]) -> list[Range]:
    return [Range(moment(row["start"]), moment(row["end"])) for row in rows]


def clock(text: str) -> dt.time:
    return dt.time() if text == "24:00" else dt.time.fromisoformat(text)


def doctors(count: int) -> list[Doctor]:
    return [Doctor(id=n, name=f"Dr. {n}") for n in range(1, count + 1)]


def by_start(busy: Iterable[Busy]) -> list[Busy]:
    return sorted(busy, key=lambda one: one.start)


# --- slots: hours, what is taken, a visit and the policy give starts -------------------------------------


def zone_for(working: list[Range], usual: str) -> ZoneInfo:
    """A zone in which every stretch lies within one local day without a clock change, for instants are all that a row
    says of them: the row's own where it does."""
    for zone in (ZoneInfo(usual), *(ZoneInfo(f"Etc/GMT{offset:+d}") for offset in range(-12, 13))):
        if all(
            start.astimezone(zone).date() == (end - MINUTE / 60).astimezone(zone).date()
            and start.astimezone(zone).utcoffset() == end.astimezone(zone).utcoffset()
            for start, end in working
        ):
            return zone
    pytest.fail("no zone has each stretch in one day")


def hours_of(row: Row, working: list[Range], zone: ZoneInfo, host: int) -> list[Opening]:
    """As weekly hours where the row says them, else as those of one date each. `step` is the pace of the slots."""
    offset, step = row["offset"] * MINUTE, row["step"]
    if week := row.get("weekly"):
        start = (dt.datetime.combine(dt.date.min, clock(week["from"])) + offset).time()
        end, days = clock(week["to"]), week["days"]
        return [Opening(doctor_id=host, weekday=(day - 1) % 7, start=start, end=end, slot_minutes=step) for day in days]
    found = []
    for begin, close in ((start + offset, end) for start, end in working if start + offset < end):
        local, date = begin.astimezone(zone), begin.astimezone(zone).date()
        span = {"start": local.time(), "end": close.astimezone(zone).time()}
        valid = {"valid_from": date, "valid_to": date}
        found.append(Opening(doctor_id=host, weekday=date.weekday(), slot_minutes=step, **span, **valid))
    return found


def check_slots(row: Row) -> None:
    working = ranges(row["working"])
    zone = ZoneInfo(row["weekly"]["tz"]) if "weekly" in row else zone_for(working, row["timezone"])
    own = row.get("busy_by_host") or [[]]
    hosts = doctors(len(own))
    visit = VisitLength(
        visit=ASKED, minutes=row["duration"], buffer_before=row["buffer_before"], buffer_after=row["buffer_after"]
    )
    busy = [
        Busy(doctor_id=doctor.id, start=start, end=end, visit=FIRST_VISIT)
        for doctor, theirs in zip(hosts, own, strict=True)
        for start, end in ranges(row["busy"] + theirs)
    ]
    openings = [opening for doctor in hosts for opening in hours_of(row, working, zone, doctor.id)]
    calendar = Calendar(EVERY_DATE, hosts, openings, [], by_start(busy), visits=[visit])
    first, last = min(start for start, _ in working), max(end for _, end in working)
    now = max(moment(row["now"]), first - 360 * DAY)  # nobody books further ahead than a year
    policy = Policy(horizon_days=366, min_notice_minutes=row["min_notice"], holidays=None)
    free = free_slots(calendar, Clinic(name="c", zone=zone.key, policy=policy), first, last, now, visit=ASKED)
    needed = len(hosts) if row.get("mode") == "all" else 1
    check_starts(row["expect"], [found.slot.start for found in free if len(found.doctor_ids) >= needed])


def check_starts(expected: Row, starts: list[dt.datetime]) -> None:
    assert starts == sorted(set(starts))
    if "starts" in expected:
        assert starts == [moment(text) for text in expected["starts"]]
    if "count" in expected:
        assert len(starts) == expected["count"]
    if "min_count" in expected:
        assert len(starts) >= expected["min_count"]
    if "not_before" in expected:
        assert all(start >= moment(expected["not_before"]) for start in starts)
    if "first" in expected:
        assert starts[0] == moment(expected["first"])
    if "last" in expected:
        assert starts[-1] == moment(expected["last"])


# --- intervals and sets: the minutes in which somebody works, or who of them ---------------------------------


def minutes_of(found: Iterable[Range]) -> set[dt.datetime]:
    """The whole minutes that lie in any of them."""
    return {minute for start, end in found for minute in _whole_minutes(start, end)}


def _whole_minutes(start: dt.datetime, end: dt.datetime) -> Iterator[dt.datetime]:
    start = start.astimezone(dt.UTC)
    minute = start.replace(second=0, microsecond=0)
    minute += MINUTE if minute < start else MINUTE * 0
    while minute + MINUTE <= end:
        yield minute
        minute += MINUTE


def free_minutes(calendar: Calendar, zone: str, window: Range, *, at_once: int = 1) -> set[dt.datetime]:
    """The minutes of the window in which so many doctors are free at once."""
    policy = Policy(horizon_days=366, min_notice_minutes=0, holidays=None)
    free = free_slots(calendar, Clinic(name="c", zone=zone, policy=policy), *window, window.start)
    slots = [Range(f.slot.start, f.slot.end) for f in free if len(f.doctor_ids) >= at_once]
    return minutes_of(slot for slot in slots if slot.end <= window.end)


def schedule_of(row: Row) -> tuple[list[Opening], list[DateOverride]]:
    """The row's availability in our words; its week begins on Sunday, equal times mean closed."""
    openings, overrides = [], []
    for entry in row["availability"]:
        start, end = clock(entry["from"]), clock(entry["to"])
        if "date" in entry:
            hours = {} if start == end else {"start": start, "end": end}
            overrides.append(DateOverride(doctor_id=1, date=dt.date.fromisoformat(entry["date"]), **hours))
        elif start != end:
            weekdays = [(day - 1) % 7 for day in entry["days"]]
            openings += [Opening(doctor_id=1, weekday=day, start=start, end=end, slot_minutes=1) for day in weekdays]
    for date in row.get("out_of_office", ()):
        overrides.append(DateOverride(doctor_id=1, date=dt.date.fromisoformat(date)))
    return openings, overrides


def check_intervals(row: Row) -> None:
    openings, overrides = schedule_of(row)
    for date in {override.date for override in overrides}:  # an override borrows the length of that day's slots
        valid = {"valid_from": date, "valid_to": date}
        hours = {"start": dt.time(), "end": dt.time(0, 1), "slot_minutes": 1}
        openings.append(Opening(doctor_id=1, weekday=date.weekday(), **hours, **valid))
    window = Range(moment(row["window"]["from"]), moment(row["window"]["to"]))
    expected = minutes_of(ranges(row["expect"]["intervals"]))
    assert free_minutes(Calendar(EVERY_DATE, doctors(1), openings, overrides, []), row["timezone"], window) == expected


def check_set(row: Row) -> None:
    sets = [ranges(members) for members in row["sets"]]
    everything = [one for members in sets for one in members]
    expected = minutes_of(ranges(row["expect"]["intervals"]))
    if not everything:
        assert not expected
        return
    window = Range(min(start for start, _ in everything), max(end for _, end in everything))
    subtracted = row["op"] == "subtract"
    hosts = doctors(1 if subtracted else len(sets))
    openings = [opening for doctor in hosts for one in sets[doctor.id - 1] for opening in day_by_day(doctor.id, one)]
    taken = [one for members in sets[1:] for one in members] if subtracted else []
    busy = by_start(Busy(doctor_id=1, start=start, end=end) for start, end in taken)
    at_once = len(sets) if row["op"] == "intersect" else 1
    assert free_minutes(Calendar(EVERY_DATE, hosts, openings, [], busy), "UTC", window, at_once=at_once) == expected


def day_by_day(doctor_id: int, one: Range) -> Iterator[Opening]:
    """The hours of each date that a range touches."""
    start, end = one.start.astimezone(dt.UTC), one.end.astimezone(dt.UTC)
    while start < end:
        date, midnight = start.date(), dt.datetime.combine(start.date() + DAY, dt.time(), dt.UTC)
        hours = {"start": start.time(), "end": min(end, midnight).time(), "valid_from": date, "valid_to": date}
        yield Opening(doctor_id=doctor_id, weekday=date.weekday(), slot_minutes=1, **hours)
        start = midnight


CHECKS = {"slots": check_slots, "intervals": check_intervals, "set_op": check_set}


@pytest.mark.skipif(not ROWS, reason=f"{FILE} is not there: set TURNERO_CORPORA")
def test_the_corpus_was_read() -> None:
    assert {row["kind"] for row in ROWS} == set(CHECKS)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: Row) -> None:
    if row.get("policy", "any") != "any":
        pytest.skip(f"expects the policy {row['policy']}; here a busy range never shifts the grid")
    CHECKS[row["kind"]](row)
