"""Who waits for a time to become free, as staff ask for it by chat."""

from __future__ import annotations

from pydantic import Field

from booking.intents import Frozen, Reading
from booking.models import Moment
from booking.models.who_waits import OfferState, WaitingEntry, WaitingOffer
from tools.access import Access

MOST = 20


class WaitingWanted(Frozen):
    doctor: str | None = Field(default=None, description="nombre del doctor")


class Waiter(Frozen):
    """`antes_de` is the appointment that would be moved forward; `ofrecido` a time that is held for them now, until
    `apartado_hasta`."""

    id: int
    paciente: str | None
    doctor: str | None
    cuando: Reading | None
    dias_semana: tuple[int, ...]
    antes_de: Moment | None
    desde: Moment
    ofrecido: Moment | None
    apartado_hasta: Moment | None


class WaitersFound(Frozen):
    doctor: str | None
    esperan: tuple[Waiter, ...]
    hay_mas: bool


def waiting(access: Access, wanted: WaitingWanted) -> WaitersFound:
    """In the order in which they are asked; of a doctor those alone who wait for them. At most three statements."""
    doctor = access.doctor(wanted.doctor, needed=False) if wanted.doctor or access.own_doctor is not None else None
    entries = [one for one in access.uow.waiting_list.active() if doctor is None or one.wish.doctor_id == doctor.id]
    shown = sorted(entries, key=lambda one: (one.created_at, one.id))[:MOST]
    offers = {
        offer.entry_id: offer
        for offer in (access.uow.waiting_list.offers([one.id for one in shown]) if shown else ())
        if offer.state is OfferState.OPEN
    }
    names = access.doctor_names()
    return WaitersFound(
        doctor=doctor.name if doctor else None,
        esperan=tuple(_shown(access, one, names, offers.get(one.id)) for one in shown),
        hay_mas=len(entries) > MOST,
    )


def _shown(access: Access, entry: WaitingEntry, names: dict[int, str], offer: WaitingOffer | None) -> Waiter:
    wish, zone = entry.wish, access.zone
    return Waiter(
        id=entry.id,
        paciente=entry.name,
        doctor=names.get(wish.doctor_id) if wish.doctor_id is not None else None,
        cuando=wish.when,
        dias_semana=wish.weekdays,
        antes_de=wish.before.astimezone(zone) if wish.before else None,
        desde=entry.created_at.astimezone(zone),
        ofrecido=offer.hold.slot.start.astimezone(zone) if offer else None,
        apartado_hasta=offer.hold.expires_at.astimezone(zone) if offer else None,
    )
