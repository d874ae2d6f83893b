"""What a change of an appointment would be, in the words in which the chat proposes it, before anybody says yes."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from booking.conversation.replies import tool_texts
from booking.desk import change_appointments, find_appointments
from booking.desk.desk_errors import DeskRefused
from booking.desk.json_views import Json
from booking.desk.masking import name_of
from booking.models import Actor
from booking.ports import UnitOfWork


class Asked(NamedTuple):
    """What is asked of the appointment as it is (`row`): what would be done in words, and what stands against it (None:
    nothing). `overbook`: it could be done all the same."""

    row: Json
    question: str
    against: str | None = None
    overbook: bool = False


class MoveWish(NamedTuple):
    """Where to, as staff say it."""

    start: str
    doctor: str | None = None


def to_move(uow: UnitOfWork, id: int, wish: MoveWish, now: dt.datetime, by: Actor, *, whole: bool) -> Asked:
    """Tries the move, in a unit of work that the caller does not commit. Raises DeskRefused where it cannot even be
    asked about, and BadValue."""
    row, against = find_appointments.one(uow, id), None
    try:
        change_appointments.move(uow, id, wish.start, wish.doctor, None, now, by)
    except DeskRefused as refused:
        against = str(refused)
        try:
            change_appointments.move(uow, id, wish.start, wish.doctor, None, now, by, overbook=True)
        except DeskRefused:
            raise refused from None
    moved = find_appointments.one(uow, id)
    handed = moved["doctor"]["id"] != row["doctor"]["id"]
    return Asked(
        row,
        tool_texts.order(
            {
                **_order("modificar_cita_medica", "move", row, whole=whole),
                "slot": {"start": moved["inicio"], "end": moved["fin"]},
                "doctor": moved["doctor"]["nombre"],
                "before": row["doctor"]["nombre"] if handed else None,
            }
        ),
        against,
        against is not None,
    )


def to_cancel(uow: UnitOfWork, id: int, *, whole: bool) -> Asked:
    """Raises DeskRefused where there is nothing to cancel."""
    row = change_appointments.to_cancel(uow, id)
    return Asked(row, tool_texts.order(_order("cancelar_cita_medica", "cancel", row, whole=whole)))


def _order(tool: str, kind: str, row: Json, *, whole: bool) -> Json:
    return {
        "tool": tool,
        "type": kind,
        "patient": name_of((row["paciente"] or {}).get("nombre"), whole=whole),
        "appointment": {"slot": {"start": row["inicio"]}},
        "doctor": row["doctor"]["nombre"],
    }
