"""The code with which somebody of the clinic is enrolled, as anybody may write it."""

from __future__ import annotations

import pytest

from booking.models import Role
from nlu.staff.codes import ENROL
from tests.nlu.staff_asked import asked


@pytest.mark.parametrize("text", ["alta 12345678", "ALTA 1234 5678", "código: 12345678", "mi código es 1234-5678"])
def test_a_code_is_read_from_anybody(text: str) -> None:
    assert asked(text, Role.PATIENT) == [ENROL]


@pytest.mark.parametrize("text", ["alta", "ALTA", "12345678", "alta 1234", "mi teléfono es 6641234567"])
def test_what_is_no_code(text: str) -> None:
    assert asked(text, Role.PATIENT) == []
