"""What must hold of every message of ours when it is sent, checked where it would leave for WhatsApp.

Their messages say all there is to say: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from booking.conversation.first_contact import is_welcome
from booking.conversation.replies.templates import TEMPLATES, Name, words
from booking.models import COMING, MessageClass, OutboxItem, OutTemplate
from booking.ports import Clock, MessageSender, NotSent, Sent, UnitOfWork, UnitOfWorkFactory

DAY = dt.timedelta(hours=24)
_TWO_POINTS = re.compile(r"\w\.[*_]*\.(?![\w./])")
_OF_CHANGES = frozenset({Name.BOOKED, Name.MOVED, Name.CANCELLED})


@dataclass
class CheckedSender:
    """Implements the sender port: checks what is to be sent against what is stored, and hands it on. Raises
    AssertionError; `broken` keeps what it said, for where that is caught."""

    begin: UnitOfWorkFactory
    clock: Clock
    sender: MessageSender
    broken: list[str] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        return self.sender.ready

    def send(self, item: OutboxItem) -> Sent | NotSent:
        with self.begin() as uow:
            for rule in RULES:
                try:
                    rule(uow, item, self.clock.now())
                except AssertionError as error:
                    self.broken.append(str(error))
                    raise
        return self.sender.send(item)

    def acknowledge(self, wamid: str) -> None:
        self.sender.acknowledge(wamid)


def nothing_but_templates_outside_the_window(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """They wrote within 24 hours, or it is a template."""
    wrote_at = uow.conversations.reach(item.conversation_id).wrote_at
    free = wrote_at is not None and now < wrote_at + DAY
    assert free or isinstance(item.content, OutTemplate), f"free words at {now}, and they wrote at {wrote_at}"


def templates_are_filled_as_approved(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """With as many parameters and payloads as it has places and buttons, in its language."""
    if isinstance(item.content, OutTemplate):
        template = next((ours for name, ours in TEMPLATES.items() if name == item.content.name), None)
        assert template is not None, f"no template is called {item.content.name}"
        given = (item.content.language, len(item.content.parameters), len(item.content.payloads))
        wanted = (template.language, len(template.parameters), len(template.buttons))
        assert given == wanted, f"{template.name} takes {wanted}, was given {given}"
        state = uow.templates.get(template.name, template.language)
        assert state is None or state.is_usable, f"{template.name} is {state and state.status}"


def nothing_to_who_wants_none(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """After BAJA only what they ask is answered."""
    opted_out = uow.conversations.reach(item.conversation_id).opted_out
    assert not opted_out or item.message_class is MessageClass.REPLY, f"a {item.message_class} after BAJA"


def nothing_after_its_time(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """What has expired is of no use any more."""
    assert item.expires_at is None or now < item.expires_at, f"sent at {now}, of no use from {item.expires_at} on"


def each_class_in_its_order(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """It is the oldest of its class in its conversation that waits and is not put off, and it waits."""
    lane = [
        one.id
        for one in uow.outbox.list(item.conversation_id, limit=10_000)
        if one.message_class is item.message_class
        and one.state == "pending"
        and (one.not_before is None or one.not_before <= now)
    ]
    in_order = lane[:1] == [item.id] or (is_welcome(item) and item.id in lane)
    assert in_order, f"{item.id} was sent before {lane[:1]}"


def nothing_in_quiet_hours_but_answers_and_what_is_urgent(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """Nobody is woken: by the clinic's wall time, counted apart from the code that holds messages back. A welcome goes
    with what comes after it."""
    clinic = uow.schedules.clinic()
    begins, ends = clinic.policy.quiet_from, clinic.policy.quiet_until
    time = now.astimezone(ZoneInfo(clinic.zone)).time()
    quiet = begins <= time < ends if begins < ends else begins != ends and not ends <= time < begins
    if not quiet or item.message_class is MessageClass.REPLY or item.urgent:
        return
    waking = [item]
    if is_welcome(item):
        waking = [one for one in uow.outbox.list(item.conversation_id, limit=10_000) if one.state == "pending"]
    soon = [
        one.id
        for one in waking
        if one.about is not None
        and one.message_class in (MessageClass.NOTICE, MessageClass.STAFF)
        and uow.appointments.get(one.about.id).slot.start < now + dt.timedelta(hours=26)
    ]
    assert soon or any(one.urgent for one in waking), f"a {item.message_class} in quiet hours, at {now}"


def no_sentence_ends_in_two_points(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """ "A las 9:00 a.m.": one is enough."""
    said = words(item.content) if isinstance(item.content, OutTemplate) else getattr(item.content, "body", "")
    assert not _TWO_POINTS.search(said), f"{said!r} ends a sentence in two points"


def who_never_wrote_hears_first_who_writes(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """The privacy notice, and how to have no messages; before anything else, and it went out."""
    reach = uow.conversations.reach(item.conversation_id)
    known = reach.wrote_at is not None or reach.welcomed
    assert known or is_welcome(item), "the first message to who never wrote is no welcome"


def a_change_of_an_appointment_is_told_once(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """No other message that went out tells the same of the same version."""
    told = _told(item)
    if item.about is None or told not in _OF_CHANGES:
        return
    others = uow.outbox.list(item.conversation_id, limit=10_000)
    again = [one.id for one in others if (one.about, _told(one), one.state) == (item.about, told, "sent")]
    assert not again, f"{told} of {item.about} was told before, by {again}"


def of_an_appointment_hears_who_manages_its_patient(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """And nobody else."""
    if item.about is None:
        return
    appointment = uow.appointments.get(item.about.id)
    for patient in uow.patients.get_many([appointment.patient_id or 0]):
        chat = uow.conversations.of_person(patient.person_id) if patient.person_id else None
        assert chat is None or chat.id == item.conversation_id, f"{chat and chat.id} manages {patient.id}"


def what_is_told_of_an_appointment_is_so(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> None:
    """It has the time, the doctor and the end that it had when that was written."""
    if item.about is None or item.message_class is not MessageClass.NOTICE:
        return
    stands, events = uow.appointments.get(item.about.id), uow.events.list(item.about.id)
    since = events[len(events) - (stands.version - item.about.version) :]
    was = since[0].before if since else None
    then = was and (was.slot, was.doctor_id, was.status in COMING)
    assert then in (None, (stands.slot, stands.doctor_id, stands.status in COMING)), (
        f"{_told(item)}, and it has changed"
    )


def _told(item: OutboxItem) -> str | None:
    """Which template says the same, or is it."""
    template = item.content if isinstance(item.content, OutTemplate) else item.fallback
    return template.name if template else None


RULES: tuple[Callable[[UnitOfWork, OutboxItem, dt.datetime], None], ...] = (
    nothing_but_templates_outside_the_window,
    templates_are_filled_as_approved,
    nothing_to_who_wants_none,
    nothing_after_its_time,
    each_class_in_its_order,
    nothing_in_quiet_hours_but_answers_and_what_is_urgent,
    no_sentence_ends_in_two_points,
    who_never_wrote_hears_first_who_writes,
    a_change_of_an_appointment_is_told_once,
    of_an_appointment_hears_who_manages_its_patient,
    what_is_told_of_an_appointment_is_so,
)
