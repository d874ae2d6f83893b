"""What turns learnt of patients can be replayed for a while, and is then forgotten, which is said plainly."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.replay import Forgotten, replay
from booking.desk import chat_views, replay_views
from booking.desk.chat_account import account
from booking.models.clinical_effects import has_forgotten, put_together, taken_apart
from booking.models.retention import CLINICAL_KEPT
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic
from tests.tools.test_orders_by_chat import clinic_with_orders

DAY = dt.timedelta(days=1)


def talked() -> Clinic:
    clinic = clinic_with_orders()
    for text in ("busca a Iván", "mueve a Iván al viernes a las 9", "sí"):
        clinic.say("Rosa", text)
    return clinic


def test_nothing_of_a_patient_stays_in_what_is_left() -> None:
    """Of the answers; the order on screen is the conversation's own, and lives as long as it does."""
    apart = 0
    for turn in talked().records:
        left, answers = taken_apart(turn)
        assert put_together(left, answers) == turn
        apart += len(answers)
        for effect in [*left.lookups, *(effect for step in left.steps for effect in step.effects)]:
            assert "Iván" not in effect.model_dump_json()
        assert has_forgotten(left) == bool(answers)
    assert apart >= 3


@pytest.mark.parametrize("days", [CLINICAL_KEPT.days - 1, CLINICAL_KEPT.days + 1])
def test_upkeep_forgets_them_after_the_time_that_is_set(days: int) -> None:
    clinic = talked()
    last = clinic.records[-1].conversation_id
    clinic.clock.advance(days * DAY)
    Upkeep(clinic.begin, clinic.clock, clinic.sender, lambda conversation_id: None).purge()
    gone = days > CLINICAL_KEPT.days
    with clinic.begin() as uow:
        seen = chat_views.look(uow, str(last), clinic.clock.now())
        turn = uow.turns.list(last)[-1]
        said = account(uow, seen, 5)
    assert has_forgotten(turn) == gone
    told = "\n".join(replay_views.differences(turn, seen))
    if gone:
        with pytest.raises(Forgotten):
            replay(turn)
        assert "ya no se puede repetir" in told
        assert "se borró al vencer su plazo" in said
    else:
        assert told == ""
