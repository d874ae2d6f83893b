"""`turnero citas agendar --cada --veces`: a series is shown whole, and entered after a yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from booking.admin import appointment_listing, output
from booking.admin.failures import CommandRefused
from booking.admin.looks import shown_whole
from booking.admin.operating_user import at_the_desk

if TYPE_CHECKING:
    from booking.desk.change_appointments import Wish
    from booking.runtime.composition_root import App


def enter(wired: App, json: bool, wish: Wish, every: int, times: int, *, yes: bool) -> None:
    """Try it, show what it would be, ask, and do just that. What was tried is not kept while somebody thinks."""
    from booking.desk import change_series, find_appointments

    by = at_the_desk()
    with wired.begin() as uow:
        tried = change_series.enter(uow, wish, every, times, wired.clock.now(), by)
        rows = [find_appointments.one(uow, appointment.id) for appointment in tried.made]
        told = change_series.remarks(uow, tried.others)
    if not yes:
        appointment_listing.show([{**row, "id": "—"} for row in rows])
        for line in told:
            output.say(line)
        if not output.agreed(f"¿Agendar estas {len(rows)} citas? (sí/no)"):
            raise CommandRefused("No se agendó nada. Para agendarlas sin preguntar, añada --si.")
    with wired.begin() as uow:
        done = change_series.enter(uow, wish, every, times, wired.clock.now(), by)
        if change_series.seal(done) != change_series.seal(tried):
            raise CommandRefused("No se agendó nada: algo cambió mientras tanto. Vuelva a intentarlo.")
        rows = [find_appointments.one(uow, appointment.id) for appointment in done.made]
        whole = shown_whole(wired, uow, json, "citas agendar")
        uow.commit()
    if json:
        output.as_json(rows)
        return
    appointment_listing.show(rows, whole=whole)
    for line in told if yes else ():
        output.say(line)
