"""Who of several stays away is read on any day, with appointments on it or none."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment
from nlu.shortcuts import Rules
from tests.nlu.known_visits import NOW, knowing

SAID = (
    "mis papás no van {day}, cancele las dos",
    "los niños no pueden {day}, cancele todas",
    "{day} ya no van a ir mis papás, cancele sus citas",
    "ellos no van {day}, cancela las tres",
    "ya no podemos {day}, cancele las citas",
    "{day} solo voy yo, mi mamá no",
    "{day} solo va Rosa, yo no",
)
DAYS = ("", "hoy", "mañana", "pasado mañana", "el lunes", "el martes", "este jueves", "el viernes 18", "el jueves 33")


@given(st.sampled_from(SAID), st.sampled_from(DAYS), st.dictionaries(st.integers(0, 12), st.booleans(), max_size=4))
def test_it_is_read_whatever_day_it_is_said_of(said: str, day: str, visits: dict[int, bool]) -> None:
    """`visits` are days from now, each with whether it is of another than who writes."""
    starts = {NOW + dt.timedelta(days=days, hours=1): others for days, others in sorted(visits.items())}
    others = tuple(start for start, is_others in starts.items() if is_others)
    of = tuple("Rosa Torres" if is_others else "Ana Luna" for is_others in starts.values())
    here = knowing(*starts, visits_of=of, others_visits=others)
    read = Rules().understand(said.format(day=day), here).intents
    assert read
    own = {start.date() for start in starts} - {start.date() for start in others}
    for one in (
        read if said.startswith(("mis", "los", "ellos")) and "las dos" not in said and "las tres" not in said else ()
    ):
        if isinstance(one, CancelAppointment) and one.when and one.when.when:
            assert one.when.when.date_from not in own
