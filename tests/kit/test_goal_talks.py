"""Talks of patients with a goal end as they should: floors of what `goal_talks` measures, which only rise."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from random import Random

from booking.intents import Reading, StartBooking, When
from tests.kit.goal_talks import Figures, figures, held
from tests.kit.goals.agenda import OWN, WHO, opened, rows_of
from tests.kit.goals.drawing import KINDS, NOWS, talks
from tests.kit.goals.goal import Goal, Part, Row, Talk
from tests.kit.goals.patient import Patient
from tests.kit.goals.screen import Screen
from tests.nlu.made.days import Day, DayKind
from tests.nlu.made.hours import Clock, ClockKind
from tests.nlu.made.wishes import Wish

WEDNESDAY = NOWS[0].date() + dt.timedelta(days=2)
AT_TEN = Goal((Wish(Day(DayKind.WEEKDAY, WEDNESDAY, WEDNESDAY), None, Clock(ClockKind.AT, dt.time(10))),))


def test_talks_end_right() -> None:
    found = figures(held(seed=1, count=8 * len(KINDS)))
    floors = Figures(talks=0, right=0.98, slips=4, wrong=0, messages=4, said_back=0.2)
    assert found.right >= floors.right, found
    assert found.slips <= floors.slips, found
    assert found.wrong == 0, found
    assert found.messages <= floors.messages, found
    assert found.said_back <= floors.said_back, found


def test_the_agenda_can_meet_every_goal_and_no_talk_is_another_next_time() -> None:
    drawn = list(talks(3, 2 * len(KINDS)))
    assert [talk for talk, _ in drawn] == [talk for talk, _ in talks(3, 2 * len(KINDS))]
    for talk, setting in drawn:
        for part in talk.parts:
            assert part.goal.of or setting.can(part.goal), talk


def test_who_wants_something_else_says_no_and_calls_it_a_slip() -> None:
    at_nine = replace(AT_TEN, wishes=(replace(AT_TEN.wishes[0], clock=Clock(ClockKind.AT, dt.time(9))),))
    talk = Talk("book", NOWS[0], (Part(AT_TEN, ("quiero una cita el miércoles a las 9",)),))
    assert not at_nine.meets(Row(dt.datetime.combine(WEDNESDAY, dt.time(10), NOWS[0].tzinfo), None, None))
    clinic = opened(NOWS[0], [], ())
    outcome = Patient(clinic, talk, Random(1)).hold()
    assert outcome.slips
    assert outcome.right, "said in plain words it is understood"
    assert [row.start.hour for row in rows_of(clinic)] == [10]


def test_an_appointment_that_nobody_agreed_to_is_a_wrong_row() -> None:
    talk = Talk("book", NOWS[0], (Part(AT_TEN, ("quiero una cita el miércoles a las 10",)),))
    clinic = opened(NOWS[0], [], (Row(dt.datetime.combine(WEDNESDAY, dt.time(12), NOWS[0].tzinfo), None, OWN),))
    outcome = Patient(clinic, talk, Random(1)).hold()
    assert [row.start.hour for row in outcome.wrong] == [12]
    assert not outcome.right


def test_a_proposal_is_read_as_it_is_shown() -> None:
    clinic = opened(NOWS[0], [], ())
    when = When(date_from=WEDNESDAY, date_to=WEDNESDAY, time_from=dt.time(10), exact=True)
    clinic.mean(WHO, StartBooking(when=Reading(when=when), doctor="Dr. Jorge Salas"))
    shown = Screen(clinic.say(WHO, OWN), NOWS[0]).proposal
    assert shown is not None
    assert shown.row == Row(dt.datetime.combine(WEDNESDAY, dt.time(10), NOWS[0].tzinfo), "Dr. Jorge Salas", OWN)
