"""A small day of a clinic goes well; the whole one is `python -m tests.kit.clinic_day`."""

from __future__ import annotations

from tests.kit.clinic_day import Day


def test_a_small_day() -> None:
    """What must hold is checked as it goes; at the end most got what they wanted, and nobody heard twice."""
    day = Day(appointments=30, chats=48, acts=10, seed=4)
    day.play(["utility=0.0085"])
    assert day.checks >= 36
    assert not day.refused
    got_there = {kind: day.ended[kind, True] for kind, _ in day.ended}
    assert got_there["books"] >= 0.9 * (got_there["books"] + day.ended["books", False])
    assert got_there["books"] > 10
    assert day.desk["cancelled for an absence"] > 0
    assert sum(day.sent.values()) == day.told[0]["mensajes"]
    assert day.told[0]["repetidos"] == 0
    # Who never wrote is told by templates, which cost; words to who wrote are free at first.
    assert day.told[1000]["se_cobran"].keys() == {"utility"}  # type: ignore[attr-defined]
    assert not {notice.kind for notice in day.notices} & {"turn_failed", "not_sent", "template"}


def test_the_same_day_is_the_same() -> None:
    days = [Day(appointments=12, chats=10, acts=4, seed=9) for _ in range(2)]
    for day in days:
        day.play([])
    assert days[0].told == days[1].told
    assert days[0].ended == days[1].ended
