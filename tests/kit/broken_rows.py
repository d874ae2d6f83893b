"""A clinic whose table was broken in one place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.testing.clinic_acts import Acts
from booking.testing.world import memory_clinic


def clinic_with(change: Callable[[Row], Row]) -> Acts:
    return Acts(dataclasses.replace(memory_clinic(), machine=Conversing([change(row) for row in TABLE])))
