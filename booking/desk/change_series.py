"""A series of appointments, entered by staff: shown whole before it is, and entered as it was shown or not at all."""

from __future__ import annotations

import datetime as dt
from hashlib import sha256
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments import series
from booking.desk import change_appointments, find_people
from booking.desk.change_appointments import Wish
from booking.desk.desk_errors import DeskRefused
from booking.intents import FEWEST_TIMES, MOST_TIMES, Repeats
from booking.models import Actor, Appointment, Occurrence
from booking.ports import UnitOfWork


class Entered(NamedTuple):
    """The appointments of a series, by start, and those that follow the first as they came to lie."""

    made: tuple[Appointment, ...]
    others: tuple[Occurrence, ...]


def enter(uow: UnitOfWork, wish: Wish, every: int, times: int, now: dt.datetime, by: Actor) -> Entered:
    """Enter the first as any appointment, and those that follow it, so many days apart. Raises DeskRefused and
    BadValue."""
    if not FEWEST_TIMES <= times <= MOST_TIMES or not 1 <= every <= 366:
        raise DeskRefused(f"No se agendó: son de {FEWEST_TIMES} a {MOST_TIMES} citas, cada 1 a 366 días.")
    if wish.overbook:
        raise DeskRefused("No se agendó: varias citas a la vez van solo en horarios libres, sin sobrecupo.")
    first = change_appointments.enter(uow, wish, now, by)
    clinic, repeats = find_people.clinic_of(uow), Repeats(every=every, times=times)
    others = series.foreseen(
        uow, clinic, first.slot, first.doctor_id, first.patient_id, repeats, now, visit=first.visit
    )
    rest = series.enter_others(uow, clinic, first, others, now, by, reason=wish.reason, tell=wish.tell)
    return Entered((first, *rest), others)


def seal(entered: Entered) -> str:
    """Tells one series from another: two of one seal lie at the same times, with the same doctor."""
    said = "\n".join(f"{one.doctor_id} {one.slot.model_dump_json()}" for one in entered.made)
    return sha256(said.encode()).hexdigest()


def remarks(uow: UnitOfWork, others: tuple[Occurrence, ...]) -> list[str]:
    """What is to be told of those that do not come when they are due."""
    from booking.conversation.replies.spanish import moment

    zone, said = ZoneInfo(find_people.clinic_of(uow).zone), []
    for other in others:
        due = moment(other.due.astimezone(zone))
        if other.beyond:
            said.append(f"{due}: todavía no se abre la agenda; no se agenda.")
        elif other.slot is None:
            said.append(f"{due}: sin lugar, ni cerca; no se agenda.")
        elif other.slot.start != other.due:
            said.append(f"{due}: ocupado; sería el {moment(other.slot.start.astimezone(zone))}")
    return said
