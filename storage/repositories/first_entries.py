"""People who write for the first time, entered with all their names and their conversations in one statement."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from booking.models import Control, Identity, State
from storage.base import storable


class Newcomer(NamedTuple):
    """`phone` is the canonical number among their names; answers go to `reply_to`."""

    names: tuple[Identity, ...]
    phone: str
    reply_to: Identity
    profile: str | None
    at: dt.datetime


class Entered(NamedTuple):
    """By the number."""

    phone: str
    person_id: int
    conversation_id: int


_ENTER: Final = text(f"""
WITH given AS (
    SELECT * FROM unnest(CAST(:phones AS text[]), CAST(:reply_kinds AS text[]), CAST(:reply_names AS text[]),
        CAST(:profiles AS text[]), CAST(:at AS timestamptz[]))
        WITH ORDINALITY AS one (phone, reply_kind, reply_name, profile, at, place)
), people AS (
    INSERT INTO usuarios (telefono, baja, creado_en)
    SELECT phone, false, at FROM given ORDER BY place
    ON CONFLICT (telefono) DO NOTHING
    RETURNING id, telefono
), names AS (
    INSERT INTO identidades (tipo, valor, usuario_id)
    SELECT kind, name, people.id
    FROM unnest(CAST(:kinds AS text[]), CAST(:names AS text[]), CAST(:whose AS text[])) AS one (kind, name, whose)
    JOIN people ON people.telefono = whose
    ON CONFLICT (tipo, valor) DO UPDATE SET usuario_id = excluded.usuario_id
), chats AS (
    INSERT INTO conversaciones (usuario_id, estado, control, fallos, version, version_borrador, turnos,
        responder_tipo, responder_valor, nombre_perfil, actualizada_en)
    SELECT people.id, '{State.IDLE.value}', '{Control.BOT.value}', 0, 0, 0, 0, reply_kind, reply_name, profile, at
    FROM people JOIN given ON given.phone = people.telefono ORDER BY place
    RETURNING id, usuario_id
)
SELECT people.telefono, people.id, chats.id FROM chats JOIN people ON people.id = chats.usuario_id
""")
"""Whose number staff enter this very moment is left out."""


def enter(session: Session, newcomers: Sequence[Newcomer]) -> list[Entered]:
    """Nobody of them is known by any name, and no two of them share one; their names are locked. Who turned out to be
    known by their number after all is not among those returned."""
    whose = {(name.kind.value, storable(name.value)): one.phone for one in newcomers for name in one.names}
    values: dict[str, Any] = {
        "phones": [one.phone for one in newcomers],
        "reply_kinds": [one.reply_to.kind.value for one in newcomers],
        "reply_names": [storable(one.reply_to.value) for one in newcomers],
        "profiles": [one.profile for one in newcomers],
        "at": [one.at for one in newcomers],
        "kinds": [kind for kind, _ in whose],
        "names": [name for _, name in whose],
        "whose": list(whose.values()),
    }
    return [Entered(*row) for row in session.connection().execute(_ENTER, values)]


def lock_names(names: Iterable[Identity], phones: Iterable[str | None]) -> list[str]:
    """What is locked for somebody of these: sorted, so that whoever locks several does it in one order."""
    locked = {storable(f"{name.kind.value}:{name.value}") for name in names}
    return sorted(locked | {phone for phone in phones if phone})
