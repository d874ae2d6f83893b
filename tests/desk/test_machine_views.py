"""The machine as it is drawn: every place and way of the table, and the way that turns took ends where they ended."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from booking.conversation.fsm.table import TABLE
from booking.desk import chat_views, machine_views
from booking.desk.json_views import Json
from booking.intents import (
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    ProvideCustomerData,
    Reading,
    SelectSlot,
    StartBooking,
    When,
)
from booking.models import SubState
from booking.models.conversations import sub_state_of
from booking.ports import UnitOfWork
from booking.testing.clinic import Clinic
from booking.testing.strategies import MONDAY
from booking.testing.world import memory_clinic
from webhook.inspector.machine_drawing import drawing

MEANT = (
    Greet(),
    StartBooking(),
    CheckAvailability(when=Reading(when=When(date_from=MONDAY, date_to=MONDAY))),
    SelectSlot(option=1),
    ProvideCustomerData(name="Ana Ruiz López"),
    Confirm(),
    Deny(),
    CancelAppointment(),
)


def seen(clinic: Clinic, uow: UnitOfWork) -> chat_views.Seen:
    """The only conversation there is."""
    (chat,) = uow.conversations.list(limit=2)
    return chat_views.look(uow, str(chat.id), clinic.clock.now())


def told_of(clinic: Clinic, number: int | None, *, whole: bool) -> Json:
    with clinic.begin() as uow:
        return machine_views.turn_json(uow, seen(clinic, uow), number, whole=whole)


def test_every_place_is_drawn_and_every_way_of_the_table() -> None:
    drawn = drawing(())
    assert {box.place for box in drawn.boxes} == set(SubState)
    led = {(source, row.goes(source)) for row in TABLE for source in row.source if row.goes(source) is not source}
    assert {(arrow.source, arrow.target) for arrow in drawn.arrows} == led
    assert not any(arrow.lit for arrow in drawn.arrows)
    places = [(box.x, box.y) for box in drawn.boxes]
    assert len(set(places)) == len(places), "none lies on another"


@settings(max_examples=30, deadline=None)
@given(meant=st.lists(st.sampled_from(MEANT), min_size=1, max_size=8))
def test_the_way_of_each_turn_ends_where_the_next_one_begins(meant: list[object]) -> None:
    clinic = memory_clinic()
    for intent in meant:
        clinic.mean("Ana", intent)
    with clinic.begin() as uow:
        found = seen(clinic, uow)
    befores = [sub_state_of(turn.before) for turn in found.turns]
    ends = [*befores[1:], sub_state_of(found.conversation)]
    for turn, begin, end in zip(found.turns, befores, ends, strict=True):
        told = told_of(clinic, turn.number, whole=True)
        assert told["turno"]["lugares"][0] == begin
        assert told["turno"]["lugares"][-1] == end
        assert told["lugar"] == end
        assert told["turno"]["hoy"] == []
        lit = {(arrow.source, arrow.target) for arrow in drawing(told["turno"]["pasos"]).arrows if arrow.lit}
        moved = {(step["de"], step["a"]) for step in told["turno"]["pasos"] if step["de"] != step["a"]}
        assert lit == moved


def test_what_was_written_and_who_wrote_it_are_not_told_to_who_may_not_read_them() -> None:
    clinic = memory_clinic()
    clinic.mean("Ana", ProvideCustomerData(name="Ana Ruiz López"))
    told = told_of(clinic, None, whole=False)
    assert "López" not in str(told)
