"""Who begins an appointment and says no more is told with whom the last one was: all situations of a small world, under
every property of the proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from booking.conversation.fsm.row import Row, says
from booking.conversation.fsm.table import TABLE
from booking.conversation.replies.keys import ReplyKey
from booking.verification.explore import Broken, explore
from booking.verification.fast_machine import Firing
from booking.verification.inputs import INPUTS
from booking.verification.memo import Memo
from booking.verification.properties import PROPERTIES

SAID = (
    "quiero una cita (ya vino)|quiero una cita|con la Dra. Uno|con otro doctor|la 1|soy Ana Ruiz|sí|no|BAJA"
    "|una persona, por favor|pasa un día"
)


def world(table: Sequence[Row] = TABLE) -> Memo:
    inputs = [given for given in INPUTS if given.label in SAID.split("|")]
    assert len(inputs) == len(SAID.split("|"))
    return Memo(Firing(table), PROPERTIES, inputs)


def test_it_is_told_and_changes_nothing() -> None:
    assert len(explore(world()).came_from) > 100


def test_a_table_that_does_not_tell_it_is_caught() -> None:
    silent = [replace(row, reply=says(otherwise=None)) if ReplyKey.WAS_WITH in row.replies else row for row in TABLE]
    with pytest.raises(Broken, match="told"):
        explore(world(silent))
