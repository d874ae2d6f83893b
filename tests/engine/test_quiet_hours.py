"""In the clinic's quiet hours nothing goes out but answers and what is urgent; the rest goes when they end."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.conversation import outgoing
from booking.conversation.quiet_hours import held_until, is_paused
from booking.conversation.replies import templates
from booking.models import AppointmentVersion, Clinic, Identity, IdentityKind, MessageClass, OutboxItem, OutText, Policy
from booking.scheduling.quiet import end_of_quiet
from booking.testing.checked_sender import CheckedSender
from tests.engine.test_delivery import Chat
from tests.engine.test_refusals import TEMPLATE

ZONE = ZoneInfo("America/Tijuana")
TIMES = st.times().map(lambda time: time.replace(second=0, microsecond=0))
MOMENTS = st.integers(0, 366 * 24 * 60).map(lambda m: dt.datetime(2026, 1, 1, tzinfo=dt.UTC) + dt.timedelta(minutes=m))
NIGHT = dt.datetime(2026, 11, 24, 22, 30, tzinfo=ZONE)
MORNING = dt.datetime(2026, 11, 25, 8, tzinfo=ZONE)


def clinic_quiet(begins: dt.time, ends: dt.time) -> Clinic:
    return Clinic(name="Prueba", zone=ZONE.key, policy=Policy(quiet_from=begins, quiet_until=ends))


@given(TIMES, TIMES, MOMENTS)
def test_they_end_within_a_day_at_a_time_that_is_not_quiet(begins: dt.time, ends: dt.time, at: dt.datetime) -> None:
    clinic = clinic_quiet(begins, ends)
    until = end_of_quiet(clinic, at)
    wall = at.astimezone(ZONE).time()
    minutes = (wall.hour * 60 + wall.minute - begins.hour * 60 - begins.minute) % 1440
    lasts = (ends.hour * 60 + ends.minute - begins.hour * 60 - begins.minute) % 1440
    assert (until is not None) == (minutes < lasts)
    if until is not None:
        assert at < until <= at + dt.timedelta(hours=26)  # an hour is put back once a year
        assert end_of_quiet(clinic, until) is None
        gap = end_of_quiet(clinic, until - dt.timedelta(seconds=1))
        assert gap is None or gap == until


@given(st.sampled_from(MessageClass), st.booleans(), st.none() | st.integers(0, 72), MOMENTS)
def test_what_waits_for_them_to_end(kind: MessageClass, urgent: bool, hours: int | None, at: dt.datetime) -> None:
    clinic = clinic_quiet(dt.time(21), dt.time(8))
    starts = None if hours is None else at + dt.timedelta(hours=hours)
    ends, item = end_of_quiet(clinic, at), _item(kind, urgent, at)
    soon = starts is not None and ends is not None and starts < ends + dt.timedelta(hours=2)
    at_once = kind is MessageClass.REPLY or urgent or (soon and kind in (MessageClass.NOTICE, MessageClass.STAFF))
    assert held_until(clinic, item, starts, at) == (None if at_once else ends)


def _item(kind: MessageClass, urgent: bool, at: dt.datetime) -> OutboxItem:
    to = Identity(kind=IdentityKind.WA_ID, value="5216641234567")
    return OutboxItem(
        id=1,
        token="t",
        conversation_id=1,
        to=to,
        content=OutText(body="algo"),
        created_at=at,
        message_class=kind,
        urgent=urgent,
    )


@pytest.mark.parametrize("kind", MessageClass)
def test_a_pause_holds_back_what_is_said_unasked_and_nothing_else(kind: MessageClass) -> None:
    """To patients reminders and offers; to staff what calls nobody and is not urgent."""
    running = Clinic(name="Prueba", zone=ZONE.key)
    paused = Clinic(name="Prueba", zone=ZONE.key, policy=Policy(paused=True))
    to_staff = templates.filled(templates.Name.TO_STAFF, clinic="Prueba", notice="algo")
    for urgent in (False, True):
        item = _item(kind, urgent, NIGHT)
        unasked = kind in (MessageClass.REMINDER, MessageClass.OFFER)
        assert is_paused(paused, item) == unasked
        assert is_paused(paused, item.model_copy(update={"fallback": to_staff})) == (unasked or not urgent)
        assert not is_paused(running, item.model_copy(update={"fallback": to_staff}))


@pytest.mark.parametrize("kind", [one for one in MessageClass if one is not MessageClass.REPLY])
def test_it_goes_when_they_end_and_what_is_urgent_passes(kind: MessageClass) -> None:
    chat = Chat()
    _at(chat, NIGHT)
    waits, passes = _put(chat, kind), _put(chat, kind, urgent=True)
    assert _states(chat, waits, passes) == ["pending", "pending"]
    chat.clinic.delivery.deliver(chat.id, kind)
    assert _states(chat, waits, passes) == ["pending", "sent"]
    with chat.clinic.begin() as uow:
        assert uow.outbox.due_classes(NIGHT) == []
        assert [one.message_class for one in uow.outbox.due_classes(MORNING)] == [kind]
    chat.clinic.delivery.deliver(chat.id, kind)
    _at(chat, MORNING)
    chat.clinic.delivery.deliver(chat.id, kind)
    assert _states(chat, waits, passes) == ["sent", "sent"]


def test_what_expires_while_they_last_ends() -> None:
    chat = Chat()
    _at(chat, NIGHT)
    waits = _put(chat, MessageClass.REMINDER, expires_at=NIGHT + dt.timedelta(hours=1))
    chat.clinic.delivery.deliver(chat.id, MessageClass.REMINDER)
    _at(chat, NIGHT + dt.timedelta(hours=1))
    with chat.clinic.begin() as uow:
        assert [one.message_class for one in uow.outbox.due_classes(chat.clinic.clock.now())] == [MessageClass.REMINDER]
    chat.clinic.delivery.deliver(chat.id, MessageClass.REMINDER)
    assert _states(chat, waits) == ["expired"]


def test_the_rule_of_every_send_sees_what_breaks_it() -> None:
    chat = Chat()
    _at(chat, NIGHT)
    _put(chat, MessageClass.OFFER)
    with chat.clinic.begin() as uow:
        item = uow.outbox.list(chat.id)[-1]
    sender = CheckedSender(chat.clinic.begin, chat.clinic.clock, chat.clinic.sender)
    with pytest.raises(AssertionError, match="a offer in quiet hours"):
        sender.send(item.model_copy(update={"content": TEMPLATE}))


def _at(chat: Chat, at: dt.datetime) -> None:
    chat.clinic.clock.set(at)


def _put(
    chat: Chat,
    kind: MessageClass,
    *,
    urgent: bool = False,
    about: AppointmentVersion | None = None,
    expires_at: dt.datetime | None = None,
) -> int:
    clinic = chat.clinic
    with clinic.begin() as uow:
        to = uow.conversations.get(chat.id)
        now = clinic.clock.now()
        id = outgoing.put(
            uow,
            to,
            OutText(body="algo"),
            kind,
            now,
            fallback=TEMPLATE,
            about=about,
            expires_at=expires_at,
            urgent=urgent,
        )
        uow.commit()
    assert id is not None
    return id


def _states(chat: Chat, *ids: int) -> list[str]:
    with chat.clinic.begin() as uow:
        rows = {item.id: item.state for item in uow.outbox.list(chat.id, 1000)}
    return [rows[id] for id in ids]
