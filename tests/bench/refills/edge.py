"""Where the clinic's messages arrive: each is handed to its phone, and looked at as somebody outside would.

What is counted here must be nothing. It is told from the messages, from when the phone last wrote, and from what the
database holds at that moment; never from what the clinic means to do.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from booking.conversation.replies.templates import TEMPLATES
from booking.models import LIVE, Appointment, OutboxItem, OutContent, OutTemplate, Status
from booking.models.who_waits import OfferState
from booking.ports import NotSent, Sent
from booking.testing.exchange import Exchange
from booking.testing.wording import buttons_of, read
from tests.bench.refills.people import HERE
from tests.kit.goals.screen import Screen, moment

if TYPE_CHECKING:
    from tests.bench.refills.house import House

ZEROS: Final = (
    "double bookings",
    "messages in quiet hours that answer nobody",
    "free words outside the window",
    "offers of a taken time",
    "times offered to two at once",
    "told something false",
    "answered nothing",
    "reminded twice",
    "turns that failed",
    "holds left over",
)
DAY: Final = dt.timedelta(hours=24)
EXAMPLES: Final = 3
"""Kept of each."""
TALK: Final = 30
"""Messages kept of each phone, to show what led to an example."""
_ANSWERS: Final = dt.timedelta(minutes=1)
_BOOKED: Final = re.compile(r"quedó agendada|Tu cita quedó para")
_NONE: Final = re.compile(r"ya no tengo lugar|no hay consulta|no encontré")


@dataclass(frozen=True)
class Heard:
    """A message as it is seen on a phone."""

    at: dt.datetime
    text: str
    options: tuple[tuple[str, str], ...]  # (id, title)
    template: str | None
    content: OutContent

    @property
    def screen(self) -> Screen:
        return Screen(Exchange([], [self.content]), self.at.astimezone(HERE))

    def option(self, title: str) -> tuple[str, str] | None:
        """The one whose title begins so."""
        return next((one for one in self.options if one[1].startswith(title)), None)

    @property
    def when(self) -> dt.datetime | None:
        """The time that it tells of, where it is one."""
        lines = [line for line in self.text.splitlines() if line.startswith(("📅", "Hola, te"))]
        return next((found for line in lines if (found := moment(line, self.at.astimezone(HERE)))), None)


@dataclass
class Edge:
    """Implements the sender port: every message arrives."""

    house: House
    arrived: Callable[[str, Heard], None]
    ready: bool = True
    sent: int = 0
    broken: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    wrote: dict[str, dt.datetime] = field(default_factory=dict)
    heard: dict[str, dt.datetime] = field(default_factory=dict)
    reminded: dict[tuple[int, int], dt.datetime] = field(default_factory=dict)
    talks: dict[str, deque[str]] = field(default_factory=dict)

    def send(self, item: OutboxItem) -> Sent | NotSent:
        phone, heard = item.to.value, _heard(item, self.house.now)
        self.sent += 1
        self.heard[phone] = heard.at
        self._keep(phone, "<", heard.text)
        self._look(phone, item, heard)
        self.arrived(phone, heard)
        return Sent(f"wamid.ours.{self.sent}")

    def acknowledge(self, wamid: str) -> None:
        """Nobody looks at it."""

    def written(self, phone: str, words: str) -> None:
        """Somebody writes or taps now."""
        self.wrote[phone] = self.house.now
        self._keep(phone, ">", words)

    def note(self, what: str, why: str, phone: str = "") -> None:
        """Something happened that never should; to whom, and then their talk is shown with it."""
        self.broken[what] += 1
        if self.broken[what] <= EXAMPLES:
            lines = [f"{self.house.now.astimezone(HERE):%d %b %H:%M} {phone}: {why}", *self.talks.get(phone, ())]
            self.examples.setdefault(what, []).append("\n".join(lines))

    def _keep(self, phone: str, mark: str, words: str) -> None:
        line = f"  {self.house.now.astimezone(HERE):%d %b %H:%M} {mark} {' / '.join(words.split(chr(10)))}"
        self.talks.setdefault(phone, deque(maxlen=TALK)).append(line)

    def _look(self, phone: str, item: OutboxItem, heard: Heard) -> None:
        wrote, here = self.wrote.get(phone), heard.at.astimezone(HERE)
        if heard.template is None and (wrote is None or heard.at >= wrote + DAY):
            self.note("free words outside the window", heard.text, phone)
        policy = self.house.seed.clinic.policy
        quiet = here.time() >= policy.quiet_from or here.time() < policy.quiet_until
        if quiet and (wrote is None or heard.at - wrote > _ANSWERS):
            self.note("messages in quiet hours that answer nobody", heard.text, phone)
        if heard.option("Sí, lo quiero"):
            self._look_at_offer(phone, item, heard)
        if heard.option("Ahí estar") and item.about is not None:
            self._look_at_reminder(phone, item, heard)
        if _BOOKED.search(heard.text):
            self._said(phone, heard, there=True)
        elif "cancelé tu cita" in heard.text:
            self._said(phone, heard, there=False)
        elif "ya hay horarios así" in heard.text and _NONE.search(heard.text):
            self.note("told something false", heard.text, phone)
        elif "te anoté en la lista de espera" in heard.text:
            with self.house.database() as uow:
                if not uow.waiting_list.active(item.conversation_id):
                    self.note("told something false", heard.text, phone)

    def _look_at_offer(self, phone: str, item: OutboxItem, heard: Heard) -> None:
        tables, now = self.house.database.store.tables, self.house.now
        open_ = [one for one in tables["waiting_offers"].values() if one.state is OfferState.OPEN]
        mine = next((one for one in open_ if one.outbox_id == item.id), None)
        if mine is None or mine.hold.expires_at <= now or heard.when != mine.hold.slot.start:
            return self.note("told something false", heard.text, phone)
        slot, doctor = mine.hold.slot, mine.hold.doctor_id
        held = tables["appointments"].get(mine.hold.appointment_id)
        if held is None or held.expires_at != mine.hold.expires_at or held.conversation_id != item.conversation_id:
            self.note("told something false", f"nothing is held: {heard.text}", phone)
        for one in tables["appointments"].values():
            there = one.live and one.doctor_id == doctor and one.start < slot.end and slot.start < one.end
            if there and one is not held and not one.lapsed(now):
                self.note("offers of a taken time", heard.text, phone)
        for one in open_:
            same = one.hold.doctor_id == doctor and one.hold.slot.start < slot.end and slot.start < one.hold.slot.end
            if same and one is not mine and one.hold.expires_at > now:
                self.note("times offered to two at once", heard.text, phone)

    def _look_at_reminder(self, phone: str, item: OutboxItem, heard: Heard) -> None:
        assert item.about is not None
        with self.house.database() as uow:
            told = uow.appointments.get(item.about.id)
        if told.status not in (Status.BOOKED, Status.CONFIRMED) or heard.when != told.slot.start:
            self.note("told something false", heard.text, phone)
        last = self.reminded.get((item.about.id, item.about.version))
        if last is not None and heard.at - last < dt.timedelta(hours=2):
            self.note("reminded twice", heard.text, phone)
        self.reminded[item.about.id, item.about.version] = heard.at

    def _said(self, phone: str, heard: Heard, *, there: bool) -> None:
        """That somebody has an appointment then, or has it no more."""
        if (not any(one.slot.start == heard.when for one in self.stored(phone))) is there:
            self.note("told something false", heard.text, phone)

    def stored(self, phone: str) -> list[Appointment]:
        """What the database holds of whoever has this phone, but for what is held and not booked."""
        with self.house.database() as uow:
            person = uow.staff.find(f"+{phone}")
            found = uow.appointments.list(person_id=person.id, statuses=sorted(LIVE)) if person else ()
        return [one for one in found if one.status is not Status.HELD]

    def look_at_agenda(self) -> None:
        """Nothing overlaps, for no doctor and no patient."""
        now = self.house.now
        rows = self.house.database.store.tables["appointments"].values()
        live = [row for row in rows if row.live and row.end > now and not row.lapsed(now)]
        for whose in ("doctor", "patient"):
            ends: dict[int, dt.datetime] = {}
            for row in sorted(live, key=lambda row: row.start):
                id = row.doctor_id if whose == "doctor" else row.appointment.patient_id
                if id is not None and row.start < ends.get(id, row.start):
                    self.note("double bookings", f"{whose} {id} at {row.start}")
                if id is not None:
                    ends[id] = row.end

    def look_at_the_end(self) -> None:
        """Nobody writes any more: nothing is kept for anybody."""
        tables, now = self.house.database.store.tables, self.house.now
        held = [row for row in tables["appointments"].values() if row.appointment.status is Status.HELD]
        open_ = [one for one in tables["waiting_offers"].values() if one.state is OfferState.OPEN]
        for row in held:
            if not row.lapsed(now):
                self.note("holds left over", f"until {row.expires_at}")
        for one in open_:
            self.note("holds left over", f"offer {one.id}")
        for notice in tables["notices"].values():
            if notice.kind in ("turn_failed", "not_sent"):
                self.note("turns that failed", str(notice))


def _heard(item: OutboxItem, now: dt.datetime) -> Heard:
    content = item.content
    if not isinstance(content, OutTemplate):
        text = read(content).partition("\n  [")[0]
        return Heard(now, text, tuple(buttons_of(content)), None, content)
    titles = next((one.buttons for name, one in TEMPLATES.items() if name == content.name), ())
    options = zip(content.payloads, (button.title for button in titles), strict=True)
    return Heard(now, read(content), tuple(options), content.name, content)
