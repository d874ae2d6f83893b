"""What those who work at the clinic do in the course of a day, by what the desk offers."""

from __future__ import annotations

import datetime as dt
from random import Random
from zoneinfo import ZoneInfo

from booking.desk import answer_chats, change_appointments, change_days, edit_rules, handle_notices
from booking.desk.change_appointments import NewPatient, Wish
from booking.desk.change_days import Asked
from booking.desk.desk_errors import DeskRefused
from booking.models import Actor, ActorKind, DayAct, Status
from booking.ports import UnitOfWork
from booking.scheduling.availability import free_slots
from tests.kit.busy_day.wires import Wires

BY = Actor(kind=ActorKind.STAFF, name="Lupe")
HANDOFF = dt.timedelta(hours=12)
ACTS = ("sees to notices",) * 14 + ("enters",) * 6 + ("moves",) * 6 + ("cancels",) * 4
"""Of thirty."""


class DeskWork:
    """One receptionist. `done` counts what was done, `refused` what could not be."""

    def __init__(self, wires: Wires, rng: Random) -> None:
        self.wires, self.rng = wires, rng
        self.done: dict[str, int] = {}
        self.refused: list[str] = []
        self._new = 0

    def act(self, what: str) -> None:
        """Raises nothing for what the desk refuses: it is counted."""
        try:
            {"sees to notices": self._notices, "enters": self._enter, "moves": self._move, "cancels": self._cancel}[
                what
            ]()
        except DeskRefused as error:
            self.refused.append(str(error))
        else:
            self.done[what] = self.done.get(what, 0) + 1

    def is_away(self, doctor: str, since: dt.datetime, until: dt.datetime) -> None:
        """The doctor's absence is entered, and what was booked in it cancelled; each patient is told."""
        with self.wires.database() as uow:
            now = self.wires.clock.now()
            edit_rules.add_absence(uow, doctor, _said(since), _said(until), "ausencia", now)
            hours = f"{since:%H:%M}-{until:%H:%M}"
            wish = change_days.wish_of(uow, Asked(DayAct.CANCEL, doctor, since.date().isoformat(), hours), now)
            plan = change_days.planned(uow, wish, now)
            assert change_days.carry_out(uow, wish, plan, now, BY, "ausencia").done
            self.done["cancelled for an absence"] = self.done.get("cancelled for an absence", 0) + len(plan.changes)
            uow.commit()

    def _notices(self) -> None:
        """All that are open: seen, who wants a person answered by hand, dealt with, given back."""
        now = self.wires.clock.now()
        with self.wires.database() as uow:
            waiting = uow.notices.list(limit=500, open_only=True)
            handle_notices.see(uow, [notice.id for notice in waiting], BY.name, now)
            uow.commit()
        for chat in {n.conversation_id for n in waiting if n.kind == "human" and n.conversation_id is not None}:
            with self.wires.database() as uow:
                answer_chats.answer(uow, str(chat), "Con gusto le ayudo.", BY.name, HANDOFF, now)
                uow.commit()
            self.wires.work()
            with self.wires.database() as uow:
                answer_chats.gave_back(uow, chat, BY.name, now)
                uow.commit()
            self.wires.clinic.engine.return_to_bot(chat)
        with self.wires.database() as uow:
            handle_notices.finish(uow, [notice.id for notice in waiting], BY.name, now)
            uow.commit()

    def _enter(self) -> None:
        """Somebody calls for the first time."""
        self._new += 1
        who = f"tel{chr(96 + self._new)}"
        phone = self.wires.phone(who)
        with self.wires.database() as uow:
            at, doctor = self._free(uow)
            new = NewPatient(f"Nora Apellido{who}", f"+{phone.wa_id}")
            change_appointments.enter(
                uow, Wish(doctor, None, new, at, "primera_vez", None, overbook=False), self.wires.clock.now(), BY
            )
            uow.commit()

    def _move(self) -> None:
        with self.wires.database() as uow:
            at, doctor = self._free(uow)
            change_appointments.move(uow, self._some(uow), at, doctor, None, self.wires.clock.now(), BY)
            uow.commit()

    def _cancel(self) -> None:
        with self.wires.database() as uow:
            now = self.wires.clock.now()
            change_appointments.cancel(uow, change_appointments.to_cancel(uow, self._some(uow)), None, now, BY)
            uow.commit()

    def _some(self, uow: UnitOfWork) -> int:
        """One that is still to come."""
        now = self.wires.clock.now()
        live = uow.appointments.list(statuses=[Status.BOOKED, Status.CONFIRMED], start=now + dt.timedelta(hours=1))
        return self.rng.choice(sorted(one.id for one in live))

    def _free(self, uow: UnitOfWork) -> tuple[str, str]:
        """A free time of the coming days, and a doctor who has it."""
        now = self.wires.clock.now()
        first, last = now + dt.timedelta(days=1), now + dt.timedelta(days=4)
        clinic, calendar = uow.schedules.clinic(), uow.schedules.calendar(first, last, now)
        found = self.rng.choice(free_slots(calendar, clinic, first, last, now))
        doctor = min(found.doctor_ids)
        return _said(found.slot.start.astimezone(ZoneInfo(clinic.zone))), str(doctor)


def _said(at: dt.datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
