"""Slot arithmetic against the facts of other engines' tests, read from `TURNERO_CORPORA`."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from booking.models import DateOverride, Opening
from booking.ranges import Range, intersect, slots_in, subtract, union
from booking.schedule import working_ranges

CORPORA = Path(os.environ.get("TURNERO_CORPORA") or Path(__file__).parents[3] / "shared" / "corpora")
FILE = CORPORA / "slots.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()] if FILE.is_file() else []

Row = dict[str, Any]


def ranges(rows: list[dict[str, str]]) -> list[Range]:
    return [Range(moment(row["start"]), moment(row["end"])) for row in rows]


def moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def clock(text: str) -> dt.time:
    return dt.time() if text == "24:00" else dt.time.fromisoformat(text)


def found_slots(row: Row, busy: list[Range]) -> list[dt.datetime]:
    minutes = {
        name: dt.timedelta(minutes=row[name]) for name in ("buffer_before", "buffer_after", "min_notice", "offset")
    }
    duration, step = (dt.timedelta(minutes=row[name]) for name in ("duration", "step"))
    found = slots_in(ranges(row["working"]), busy, duration, step, moment(row["now"]), **minutes)
    return [slot.start for slot in found]


def check_slots(row: Row) -> None:
    own = row.get("busy_by_host") or [[]]
    hosts = [set(found_slots(row, ranges(row["busy"] + host))) for host in own]
    starts = sorted(set.intersection(*hosts) if row.get("mode") == "all" else set.union(*hosts))
    expected = row["expect"]
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


def schedule_of(row: Row) -> tuple[list[Opening], list[DateOverride]]:
    """The row's availability in our words; its week begins on Sunday, equal times mean closed."""
    openings, overrides = [], []
    for entry in row["availability"]:
        start, end = clock(entry["from"]), clock(entry["to"])
        if "date" in entry:
            hours = {} if start == end else {"start": start, "end": end}
            overrides.append(DateOverride(doctor_id=1, date=dt.date.fromisoformat(entry["date"]), **hours))
        elif start != end:
            openings += [Opening(doctor_id=1, weekday=(day - 1) % 7, start=start, end=end) for day in entry["days"]]
    for date in row.get("out_of_office", ()):
        overrides.append(DateOverride(doctor_id=1, date=dt.date.fromisoformat(date)))
    return openings, overrides


def check_intervals(row: Row) -> None:
    openings, overrides = schedule_of(row)
    window = row["window"]
    zone = ZoneInfo(row["timezone"])
    found = working_ranges(openings, overrides, zone, moment(window["from"]), moment(window["to"]))
    assert found == union(ranges(row["expect"]["intervals"]))


def check_set(row: Row) -> None:
    first, *others = map(ranges, row["sets"])
    everything = [one for other in others for one in other]
    operations = {
        "intersect": lambda: intersect(first, *others),
        "subtract": lambda: subtract(first, everything),
        "union": lambda: union(first + everything),
        "merge": lambda: union(first + everything),
    }
    assert operations[row["op"]]() == union(ranges(row["expect"]["intervals"]))


CHECKS = {"slots": check_slots, "intervals": check_intervals, "set_op": check_set}


@pytest.mark.skipif(not ROWS, reason=f"{FILE} is not there: set TURNERO_CORPORA")
def test_the_corpus_was_read() -> None:
    assert {row["kind"] for row in ROWS} == set(CHECKS)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_row(row: Row) -> None:
    if row.get("policy", "any") != "any":
        pytest.skip(f"expects the policy {row['policy']}; here a busy range never shifts the grid")
    CHECKS[row["kind"]](row)
