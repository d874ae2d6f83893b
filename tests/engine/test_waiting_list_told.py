"""In a full week the answer says that there is a waiting list, and hears that it is wanted; where nothing at all is
free, a yes is one to reception."""

from __future__ import annotations

import pytest

from booking.models import Control
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.waiting_room import TOMORROW, Waits


@pytest.fixture
def waits() -> Waits:
    return Waits(memory_clinic(reader=Shortcuts()))


@pytest.mark.parametrize("words", ["avísame", "en lista de espera", "avísame por favor"])
@pytest.mark.parametrize("free", [1, 3])
def test_a_full_day_tells_of_the_list_and_hears_it(waits: Waits, words: str, free: int) -> None:
    waits.cancels(*(waits.at(9 + n / 2, waits.friday) for n in range(free)))
    told = waits.clinic.say("Ana", "quiero una cita mañana")
    assert told.keys[-1] == "offer_others"
    assert "avísame" in told.text
    assert waits.clinic.say("Ana", words).keys[0] == "waiting_list_joined"
    when = waits.entry("Ana").wish.when
    assert when is not None
    assert when.when is not None
    assert when.when.date_from == TOMORROW


def test_a_clinic_without_a_list_tells_of_none(waits: Waits) -> None:
    with waits.clinic.begin() as uow:
        policy = uow.schedules.clinic().policy.model_copy(update={"waiting_list": False})
        uow.rules.set_policy(policy)
        uow.commit()
    waits.cancels(waits.at(9, waits.friday))
    told = waits.clinic.say("Ana", "quiero una cita mañana")
    assert told.keys[-1] == "offer_others"
    assert "avísame" not in told.text


@pytest.mark.parametrize("words", ["sí", "sí por favor", "que se comuniquen conmigo"])
def test_where_nothing_is_free_a_yes_is_to_reception(waits: Waits, words: str) -> None:
    assert "no_slots" in waits.clinic.say("Ana", "quiero una cita mañana").keys
    waits.clinic.say("Ana", words)
    assert waits.clinic.conversation("Ana").control is Control.HUMAN
