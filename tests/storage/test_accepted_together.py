"""Messages taken in together are as if each had come alone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, text

from booking.models import Identity, InboundMessage
from booking.ports import Accepted, UnitOfWork
from storage.unit_of_work import SqlUnitOfWork
from tests.storage.clinic import NOW, bsuid, message, wa

NAMES = (wa("526641000001"), wa("5216641000001"), wa("526641000002"), bsuid("MX.1"), bsuid("MX.2"), wa("1234"))

PROFILES = st.sampled_from((None, "Anita", "Beto"))
alone = st.sampled_from([(NAMES[0],), (NAMES[2], NAMES[3]), (NAMES[4],)])
mixed = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True).map(tuple)
written = st.sampled_from((alone, mixed)).flatmap(
    lambda senders: st.lists(st.tuples(senders, PROFILES), min_size=10, max_size=10)
)
earlier = st.lists(st.integers(0, 9), max_size=2)
places = st.lists(st.integers(0, 9), min_size=2, max_size=7)
"""A message may come again, but is of one sender."""

NEW_AND_KNOWN: Any = [
    ((NAMES[0], NAMES[2]), None),
    ((NAMES[0],), None),
    ((NAMES[2],), None),
    *[((NAMES[0],), None)] * 7,
]
"""The first has a name that is known and one that is not, by which another writes."""

Written = list[tuple[tuple[Identity, ...], str | None]]
How = Callable[[UnitOfWork, Sequence[tuple[InboundMessage, dt.datetime]]], Sequence[Accepted | None]]


def _contents(uow: SqlUnitOfWork, accepted: Sequence[Accepted | None]) -> Any:
    """What is stored, with people and conversations by the names that lead to them: their ids differ."""
    rows = uow._session.execute(
        text("""
            SELECT u.telefono, c.responder_tipo, c.responder_valor, c.nombre_perfil, (
                SELECT array_agg(i.tipo || i.valor ORDER BY i.valor) FROM identidades i WHERE i.usuario_id = u.id
            ), (
                SELECT array_agg(m.wamid ORDER BY m.id) FROM mensajes_entrantes m WHERE m.conversacion_id = c.id
            ) FROM usuarios u LEFT JOIN conversaciones c ON c.usuario_id = u.id
        """)
    )
    return sorted(map(tuple, rows), key=repr), [one and one.waiting_since for one in accepted]


def _one_by_one(uow: UnitOfWork, messages: Sequence[tuple[InboundMessage, dt.datetime]]) -> Sequence[Accepted | None]:
    return [uow.inbox.accept(one, at) for one, at in messages]


def _together(uow: UnitOfWork, messages: Sequence[tuple[InboundMessage, dt.datetime]]) -> Sequence[Accepted | None]:
    return uow.inbox.accept_all(messages)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=written, before=earlier, now=places)
@example(written=NEW_AND_KNOWN, before=[1], now=[0, 2])
def test_together_as_one_by_one(engine: Engine, written: Written, before: list[int], now: list[int]) -> None:
    """Whoever is known by whichever names, new, the same under two names, two who turn out to be one, a message that
    came before; each a minute after the other."""
    given = [
        message(f"w{place}", *names).model_copy(update={"profile_name": profile})
        for place, (names, profile) in enumerate(written)
    ]
    minutes = [NOW + dt.timedelta(minutes=place) for place in range(20)]

    def after(how: How) -> Any:
        with SqlUnitOfWork(engine) as uow:  # never committed
            _one_by_one(uow, [(given[place], NOW) for place in before])
            return _contents(uow, how(uow, [(given[place], at) for place, at in zip(now, minutes, strict=False)]))

    assert after(_together) == after(_one_by_one)
