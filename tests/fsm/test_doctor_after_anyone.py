"""Of a move that is asked about, the doctor who is named last is looked for, whoever would have done before."""

from __future__ import annotations

import pytest

from booking.testing.checked import Checked


@pytest.mark.parametrize("before", ["con quien sea", "con quien sea menos la Dra. Uno"])
def test_the_doctor_named_last_is_looked_for(before: str) -> None:
    ana = Checked()
    ana.hears("no puedo ir (al recordatorio)", answers=(1,))
    ana.hears("(ese día a esa hora, y algo más)")
    ana.hears(before)
    ana.hears("con la Dra. Uno")
    ana.hears("sí", answers=(1,))
