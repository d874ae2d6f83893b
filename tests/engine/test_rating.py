"""Who was here is asked once how it was, if the clinic asks; the mark is kept, and staff hear of a low one."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments import attendance
from booking.desk import notice_views
from booking.errors import DatabaseUnavailable
from booking.intents import OptOut, Rate, RequestHuman, StartBooking, Thank
from booking.models import Appointment, EventKind, RatingState, State
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import buttons_of, read
from booking.testing.fakes import RecordingSender
from tests.engine.test_unanswered_moves import Dies
from tests.engine.visits import DESK, HOUR, Visits

MINUTE = dt.timedelta(minutes=1)


def asked() -> tuple[Visits, Appointment]:
    """Ana has been asked, and nothing was said since."""
    ana = Visits()
    visit = ana.over("Ana")
    assert ana.ask() == 1
    return ana, visit


def test_a_clinic_that_does_not_ask_keeps_nothing() -> None:
    ana = Visits(asks=False)
    visit = ana.over("Ana")
    assert (ana.ask(), ana.rating(visit)) == (0, None)


def test_who_was_here_is_asked_once_with_five_marks() -> None:
    ana = Visits()
    visit = ana.over("Ana")
    assert ana.ask(HOUR - MINUTE) == 0, "a mark made by mistake can be taken back"
    assert ana.ask(MINUTE) == 1
    (question,) = ana.asked()
    said = read(question.went_out)
    for words in ("Clínica de Prueba", "Ana Luz", "Dra. Uno", "Del 1 al 5"):
        assert words in said, said
    assert [title for _, title in buttons_of(question.content)] == [
        "5 · Excelente", "4 · Buena", "3 · Regular", "2 · Mala", "1 · Muy mala",
    ]  # fmt: skip
    assert (question.about and question.about.id) == visit.id
    assert [ana.ask() for _ in range(5)] == [0] * 5


@pytest.mark.parametrize(("text", "mark"), [("5", 5), ("un 4", 4), ("excelente 5", 5), ("tres", 3)])
def test_a_typed_mark_is_kept(text: str, mark: int) -> None:
    ana, visit = asked()
    assert ana.clinic.say("Ana", text).keys == ["rated"]
    rating = ana.rating(visit)
    assert rating is not None
    assert (rating.state, rating.mark, rating.answered_at) == (RatingState.ANSWERED, mark, ana.now)
    assert ana.notices() == []


def test_staff_hear_once_of_a_low_mark_and_the_last_one_counts() -> None:
    ana, visit = asked()
    assert ana.clinic.tap("Ana", "2 · Mala").keys == ["rated_low"]
    assert ana.clinic.tap_payload("Ana", _payload(ana, "1 · Muy mala")).keys == ["rated_low"]
    assert ana.notices() == ["rated_low"]
    with ana.clinic.begin() as uow:
        (notice,) = notice_views.listed(uow, 9)
    assert f"cita {visit.id}" in notice["detalle"]
    assert "2 de 5" in notice["detalle"]
    assert ana.clinic.tap_payload("Ana", _payload(ana, "5 · Excelente")).keys == ["rated"]
    assert (rating := ana.rating(visit)) is not None
    assert rating.mark == 5
    assert ana.clinic.tap_payload("Ana", _payload(ana, "2 · Mala")).keys == ["rated_low"]
    assert ana.notices() == ["rated_low", "rated_low"], "it was good in between"


def _payload(ana: Visits, title: str) -> str:
    return {shown: payload for payload, shown in buttons_of(ana.asked()[-1].content)}[title]


def test_a_typed_mark_is_one_only_while_it_is_asked_for() -> None:
    ana, visit = asked()
    assert ana.clinic.say("Ana", "¿dónde queda?").keys == ["answer_record"], "and it is not asked again"
    assert "rated" not in ana.clinic.say("Ana", "5").keys
    assert ana.clinic.tap_payload("Ana", _payload(ana, "5 · Excelente")).keys == ["rated"], "a tap says of what"
    assert (rating := ana.rating(visit)) is not None
    assert rating.mark == 5


def test_a_mark_leaves_what_is_under_way() -> None:
    ana, visit = asked()
    ana.clinic.mean("Ana", StartBooking())
    before = ana.clinic.conversation("Ana")
    came = ana.clinic.tap_payload("Ana", _payload(ana, "4 · Buena"))
    after = ana.clinic.conversation("Ana")
    assert came.keys[0] == "rated"
    assert (after.state, after.draft, after.offer) == (before.state, before.draft, before.offer)
    assert after.state is State.SLOT_SELECTION
    assert ana.clinic.say("Ana", "5").keys != ["rated"], "the fifth of the times on offer"
    assert (rating := ana.rating(visit)) is not None
    assert rating.mark == 4


def test_who_is_in_the_middle_of_something_is_asked_afterwards() -> None:
    ana = Visits()
    visit = ana.over("Ana")
    ana.clinic.mean("Ana", StartBooking())
    assert ana.ask() == 0
    ana.clinic.say("Ana", "ya no")
    assert ana.ask(MINUTE) == 0, "it is tried again after a while"
    assert ana.ask(15 * MINUTE) == 1
    assert (rating := ana.rating(visit)) is not None
    assert rating.state is RatingState.ASKED


def test_nobody_is_asked_while_a_person_has_the_chat_nor_after_baja() -> None:
    ana = Visits()
    visit = ana.over("Ana")
    ana.clinic.mean("Ana", RequestHuman())
    assert ana.ask() == 0
    ana.clinic.give_back("Ana")
    ana.clinic.mean("Ana", Thank(), OptOut())
    assert ana.ask(20 * MINUTE) == 0
    assert (rating := ana.rating(visit)) is not None
    assert rating.state is RatingState.OPTED_OUT


def test_nobody_is_asked_in_quiet_hours_nor_while_all_is_paused() -> None:
    ana = Visits()
    ana.over("Ana")
    ana.set(paused=True)
    assert (ana.ask(), ana.due()) == (0, 0)
    ana.set(paused=False, quiet_from=dt.time(0), quiet_until=dt.time(23, 59))
    assert (ana.ask(), ana.due()) == (0, 0)
    ana.set(quiet_from=dt.time(0), quiet_until=dt.time(0))
    assert ana.ask() == 1


def test_two_of_one_family_are_asked_about_one_after_the_other() -> None:
    ana = Visits()
    first, second = (ana.over("Ana", name) for name in ("Ana Luz", "Leo Luz"))
    assert ana.ask() == 1
    assert ana.clinic.say("Ana", "5").keys == ["rated"]
    assert ana.ask(15 * MINUTE) == 1
    assert ana.clinic.say("Ana", "1").keys == ["rated_low"]
    marks = [rating.mark for visit in (first, second) if (rating := ana.rating(visit)) is not None]
    assert marks == [5, 1]


def test_a_visit_that_is_not_over_after_all_is_not_asked_about() -> None:
    ana = Visits()
    visit = ana.over("Ana")
    with ana.clinic.begin() as uow:
        undone = attendance.undo(uow, EventKind.COMPLETED, visit, ana.now, DESK)
        assert isinstance(undone, Appointment), undone
        uow.commit()
    assert ana.ask() == 0
    assert (rating := ana.rating(visit)) is not None
    assert rating.state is RatingState.CHANGED


def test_a_mark_of_a_visit_that_changed_since_is_not_kept() -> None:
    ana, visit = asked()
    with ana.clinic.begin() as uow:
        assert isinstance(attendance.undo(uow, EventKind.COMPLETED, visit, ana.now, DESK), Appointment)
        uow.commit()
    assert ana.clinic.say("Ana", "1").keys == ["rating_gone"]
    assert ana.notices() == []


def test_a_mark_of_somebody_elses_visit_is_not_kept() -> None:
    ana, visit = asked()
    assert ana.clinic.tap_payload("Beto", _payload(ana, "1 · Muy mala")).keys[-1] == "rating_gone"
    assert ana.clinic.mean("Ana", Rate(mark=5)).keys == ["rating_gone"], "of no visit"
    assert (rating := ana.rating(visit)) is not None
    assert rating.mark is None


def test_what_could_not_be_asked_for_days_is_not_asked_any_more() -> None:
    ana = Visits()
    visit = ana.over("Ana")
    assert ana.ask(dt.timedelta(days=3)) == 0
    assert (rating := ana.rating(visit)) is not None
    assert rating.state is RatingState.LATE


@pytest.mark.parametrize("deaths", range(6))
def test_whatever_dies_they_are_asked_once(deaths: int) -> None:
    ana = Visits()
    ana.over("Ana")
    ana.clinic.clock.set(ana.now + HOUR)
    begin = Dies(ana.clinic.begin, 0)
    jobs = Upkeep(begin, ana.clinic.clock, RecordingSender(ready=False), lambda conversation_id: None)
    for number in range(deaths):
        begin.times = number + 1
        try:
            jobs.sweep()
        except DatabaseUnavailable:
            begin.times = 0
    for _ in range(3):
        jobs.sweep()
    with ana.clinic.begin() as uow:
        found = [item for item in uow.outbox.list(ana.clinic.conversations["Ana"]) if item.content.type == "list"]
    assert len(found) == 1
