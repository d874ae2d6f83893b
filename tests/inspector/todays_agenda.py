"""Appointments of the demo's first morning, as reception enters them, and what became of them."""

from __future__ import annotations

from booking.desk import change_appointments
from booking.desk.change_appointments import NewPatient, Wish
from booking.models import Actor, ActorKind, ToldOf
from tests.inspector.clinic_site import Site

TODAY, LAURA = "2026-11-24", "1"
BY = Actor(kind=ActorKind.STAFF, name="Recepción")


def booked(site: Site, *hours: str, doctor: str = LAURA, phone: str = "+5266455512") -> list[int]:
    """Appointments of today with one patient each, who know of them."""
    with site.house.app.begin() as uow:
        now, made = site.house.clock.now(), []
        for n, hour in enumerate(hours):
            new = NewPatient(f"Ana Luz{n} Díaz", f"{phone}{n:02}")
            wish = Wish(doctor, None, new, f"{TODAY} {hour}", "primera_vez", None, False, tell=False)
            made.append(change_appointments.enter(uow, wish, now, BY).id)
        uow.commit()
    return made


def mark(site: Site, id: int, what: str, *, undo: bool = False) -> None:
    """As reception marks it elsewhere."""
    with site.house.app.begin() as uow:
        change_appointments.mark(uow, id, what, site.house.clock.now(), BY, undo=undo)
        uow.commit()


def start_of(site: Site, id: int) -> str:
    with site.house.app.begin() as uow:
        return f"{uow.appointments.get(id).slot.start.astimezone(site.house.app.settings.zone):%H:%M}"


def told_of(site: Site, id: int) -> list[ToldOf]:
    with site.house.app.begin() as uow:
        return [one.telling.what for one in uow.tellings.of([id])]
