"""Use case: those on duty are told by message of what waits for somebody, and who has a chat of what is written in it.
Commits nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import suppress
from zoneinfo import ZoneInfo

from booking.access.on_duty import on_duty
from booking.conversation import outgoing
from booking.conversation.buttons import encode
from booking.conversation.by_hand import WROTE
from booking.conversation.fsm.rating import RATED_LOW
from booking.conversation.fsm.staff_notices import marking
from booking.conversation.keeping_files import KEPT, LOST
from booking.conversation.reminders_held import HELD
from booking.conversation.replies import spanish, templates
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.texts import WORDS
from booking.conversation.staff_news import doctors_among
from booking.conversation.unanswered_moves import UNANSWERED
from booking.errors import NotFound
from booking.models import (
    Button,
    ByHandKind,
    MessageClass,
    NewsOf,
    Notice,
    OutButtons,
    Person,
    Role,
    StaffNews,
    first_name,
)
from booking.models.notices import EMERGENCIES, Concerns
from booking.ports import UnitOfWork

LATE = "late"

RESTORED = "restored_all"
"""A copy of the database was put back, and so many notices of what waited in it are listed: one message for all."""

SAID = {
    kind: WORDS[f"notice_{kind}"]
    for kind in (
        "human",
        "urgent",
        "late",
        "not_coming",
        "privacy",
        "turn_failed",
        "not_sent",
        "undelivered",
        "untold",
        WROTE,
        RESTORED,
        UNANSWERED,
        HELD,
        RATED_LOW,
        KEPT,
        LOST,
    )
}
"""Kinds that those on duty are told of, as what somebody did."""

_OF_ITS_OWN = {kind: WORDS[f"notice_{kind}_of"] for kind in ("not_sent", "undelivered", RATED_LOW)}
"""The same, of a message that was about an appointment, or of a visit that was given a mark."""

_NAMES_IT = frozenset({"late", "not_coming", "untold", *_OF_ITS_OWN})
"""Kinds that say which appointment it is."""

QUIET = dt.timedelta(minutes=5)
"""Of what is written in a chat that a person has, they are told once in so long."""

STILL_NEWS = dt.timedelta(hours=24)
"""What nobody could be told of for so long stays in the list alone."""

AGAIN = dt.timedelta(minutes=5)
"""What is urgent is told again while nobody has seen it."""

MOST = 3


def push(uow: UnitOfWork, now: dt.datetime) -> int:
    """Tell those on duty of new notices, and again of urgent ones that nobody has seen; how many were told of. With
    nobody on duty what is urgent goes to who administers; the rest waits until somebody is."""
    for chat_id in uow.at_work.unanswered(WROTE, now - QUIET):
        uow.notices.add(WROTE, chat_id, "", now)
    waiting = uow.notices.to_push(SAID.keys(), EMERGENCIES, now - STILL_NEWS, now - AGAIN, MOST)
    if not waiting:
        return 0
    staff = uow.staff.list()
    clinic = uow.schedules.clinic()
    here = now.astimezone(ZoneInfo(clinic.zone))
    there = on_duty(staff, uow.at_work.duties(), here)
    urgently = there or [person for person in staff if Role.ADMIN in person.roles_at(now)]
    told = [
        notice.id
        for notice in waiting
        if _told(uow, notice, _who_has(uow, notice, staff), now)
        or _told(uow, notice, _of_delay(notice, clinic.policy.news, staff, there, now), now)
        or _told(uow, notice, urgently if notice.kind in EMERGENCIES else () if notice.kind == LATE else there, now)
    ]
    uow.notices.mark_pushed(told, now)
    return len(told)


def _who_has(uow: UnitOfWork, notice: Notice, staff: Sequence[Person]) -> list[Person]:
    """Whoever has the chat that something was written in, as far as they are known by the name they gave."""
    if notice.kind != WROTE or notice.conversation_id is None:
        return []
    took = [done.by for done in uow.at_work.list(notice.conversation_id) if done.kind is not ByHandKind.GIVEN_BACK]
    return [person for person in staff if person.name and took and person.name.casefold() == took[-1].casefold()]


def _of_delay(
    notice: Notice, news: StaffNews, staff: Sequence[Person], there: Sequence[Person], now: dt.datetime
) -> list[Person]:
    """Of a patient who runs late hear the doctor, and who is on duty, as the clinic has it."""
    if notice.kind != LATE:
        return []
    concerns = Concerns.of(notice.kind, notice.detail)
    doctor = concerns.doctor_id if concerns is not None and NewsOf.LATE in news.doctor else None
    hear = list(there) if NewsOf.LATE in news.reception else []
    return hear + [one for one in doctors_among(staff, [doctor] if doctor else (), now) if one not in hear]


def _told(uow: UnitOfWork, notice: Notice, people: Sequence[Person], now: dt.datetime) -> bool:
    return any([_tell(uow, notice, person, now) for person in people])


def _tell(uow: UnitOfWork, notice: Notice, person: Person, now: dt.datetime) -> bool:
    """False where they have no chat with the clinic, want no messages, or it is about their own chat."""
    chat = uow.conversations.of_person(person.id)
    if chat is None or chat.person.opted_out or chat.id == notice.conversation_id:
        return False
    said = about(uow, notice)
    clinic = uow.schedules.clinic().name
    sign = "🚨" if notice.kind in EMERGENCIES else "🔔"
    words = WORDS["notice"] if notice.conversation_id is None else WORDS["notice_of_chat"]
    text = one_point(words.format(sign=sign, number=notice.id, about=said, chat=notice.conversation_id))
    expires = now + STILL_NEWS
    buttons = tuple(
        Button(id=encode(marking(notice.id, done=done), None), title=WORDS[title])
        for title, done in (("notice_seen", False), ("notice_done", True))
    )
    payloads = [button.id for button in buttons]
    fallback = templates.filled(templates.Name.TO_STAFF, payloads, clinic=clinic, notice=said)
    message = OutButtons(body=text, buttons=buttons)
    # Whoever hears of it is on duty by the hours entered for them, has taken the chat, or is the doctor of whom it
    # cannot wait; or it is urgent.
    put = outgoing.put(uow, chat, message, MessageClass.NOTICE, now, fallback=fallback, expires_at=expires, urgent=True)
    return put is not None


def about(uow: UnitOfWork, notice: Notice) -> str:
    """Who did what, without anything that tells who they are beyond a first name, and of which appointment: its time
    and its doctor."""
    if notice.kind == RESTORED:
        return SAID[RESTORED].format(count=notice.detail)
    if notice.kind in (UNANSWERED, HELD):
        return _of_a_day(uow, notice)
    name = None
    if notice.conversation_id is not None:
        with suppress(NotFound):
            name = uow.conversations.get(notice.conversation_id).person.name
    who = first_name(name) or WORDS["somebody"]
    words = WORDS["notice_about"] if notice.conversation_id is None else WORDS["notice_about_chat"]
    concerns = Concerns.of(notice.kind, notice.detail) if notice.kind in _NAMES_IT else None
    if concerns is None or concerns.start is None:
        return words.format(who=who, said=SAID[notice.kind], chat=notice.conversation_id)
    did = _OF_ITS_OWN.get(notice.kind, SAID[notice.kind]).format(mark=concerns.mark)
    said = words.format(who=who, said=did, chat=notice.conversation_id)
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    when = spanish.moment(concerns.start.astimezone(ZoneInfo(uow.schedules.clinic().zone)))
    doctor = doctors.get(concerns.doctor_id or 0, WORDS["doctor"])
    others = (concerns.count or 1) - 1
    more = WORDS["notice_more" if others > 1 else "notice_one_more"].format(count=others) if others else ""
    return WORDS["notice_appointment"].format(about=said, when=when, doctor=doctor, more=more)


def _of_a_day(uow: UnitOfWork, notice: Notice) -> str:
    """How many of whose patients, and from when on."""
    concerns = Concerns.of(notice.kind, notice.detail) or Concerns()
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    zone = ZoneInfo(uow.schedules.clinic().zone)
    start = concerns.start or notice.at
    return WORDS[f"notice_{notice.kind}{'_one' if concerns.count == 1 else ''}"].format(
        count=concerns.count,
        doctor=doctors.get(concerns.doctor_id or 0, WORDS["doctor"]),
        when=spanish.moment(start.astimezone(zone)),
        day=spanish.day(start.astimezone(zone).date()),
    )
