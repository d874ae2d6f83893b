"""Those on duty are told of what waits, who has a chat of what is written in it, and mark it from WhatsApp."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation import by_hand, push_notices
from booking.models import ByHand, ByHandKind, Control, Duty, Grant, MessageClass, Notice, OutButtons, Role
from booking.testing.clinic import Clinic
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

ALL_DAY = (dt.time(), dt.time())
SPAN = push_notices.QUIET.total_seconds() / 60


@pytest.fixture
def clinic() -> Clinic:
    """Rosa and Eva of reception are on duty all week; Ana has called for a person, of which both were told."""
    found = memory_clinic(demo_seed(), Shortcuts())
    for who in ("Rosa", "Eva"):
        found.say(who, f"hola, me llamo {who} Sosa")
        person = found.conversation(who).person
        with found.begin() as uow:
            uow.staff.grant(person.id, Grant(role=Role.STAFF), found.clock.now())
            start, end = ALL_DAY
            uow.at_work.set_duties(
                person.id, [Duty(person_id=person.id, weekday=n, start=start, end=end) for n in range(7)]
            )
            uow.commit()
    found.say("Ana", "hola")
    found.say("Ana", "quiero hablar con una persona")
    push(found)
    return found


def push(clinic: Clinic) -> int:
    with clinic.begin() as uow:
        told = push_notices.push(uow, clinic.clock.now())
        uow.commit()
    return told


def notices(clinic: Clinic) -> list[Notice]:
    with clinic.begin() as uow:
        return [*uow.notices.list()][::-1]


def pushed_to(clinic: Clinic, who: str) -> list[OutButtons]:
    return [
        item.content
        for item in clinic.sent_to(who)
        if isinstance(item.content, OutButtons) and "Aviso" in item.content.body
    ]


def take(clinic: Clinic, by: str, kind: ByHandKind = ByHandKind.TAKEN) -> None:
    with clinic.begin() as uow:
        chat, now = uow.conversations.lock(clinic.conversation("Ana").id), clinic.clock.now()
        by_hand.take_over(uow, chat, now + dt.timedelta(hours=12), now)
        by_hand.took(uow, ByHand(conversation_id=chat.id, kind=kind, at=now, by=by))
        uow.commit()


@pytest.mark.parametrize(("button", "seen", "done"), [(0, True, False), (1, True, True)])
def test_a_button_marks_its_own_notice_by_whoever_taps_it(clinic: Clinic, button: int, seen: bool, done: bool) -> None:
    clinic.say("Beto", "hola")
    clinic.say("Beto", "me duele mucho el pecho, no puedo respirar")
    push(clinic)
    first, _ = pushed_to(clinic, "Rosa")
    pressed = first.buttons[button]
    said = clinic.tap_payload("Rosa", pressed.id, pressed.title)
    assert said.keys == ["notice_marked"]
    one, other = notices(clinic)
    assert (one.seen is not None, one.done is not None) == (seen, done)
    assert one.seen is not None
    assert one.seen.by == (
        clinic.conversation("Rosa").person.name or f"personal {clinic.conversation('Rosa').person.id}"
    )
    assert other.seen is None


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("visto", False),
        ("Ya lo vi, gracias", False),
        ("enterada", False),
        ("atendido", True),
        ("visto el aviso {id}", False),
        ("el aviso {id} ya está atendido", True),
        ("¡Atendido {id}!", True),
    ],
)
def test_a_word_marks_the_only_notice_that_it_can_be(clinic: Clinic, text: str, done: bool) -> None:
    (notice,) = notices(clinic)
    assert clinic.say("Eva", text.format(id=notice.id)).keys == ["notice_marked"]
    (marked,) = notices(clinic)
    assert (marked.seen is not None, marked.done is not None) == (True, done)


def test_of_several_nobody_guesses_which(clinic: Clinic) -> None:
    clinic.say("Beto", "hola")
    clinic.say("Beto", "quiero hablar con una persona")
    push(clinic)
    assert clinic.say("Rosa", "visto").keys == ["notice_unclear"]
    assert clinic.say("Rosa", "visto 999").keys == ["notice_unclear"]
    assert [notice.seen for notice in notices(clinic)] == [None, None]


def test_whoever_does_not_work_here_marks_nothing(clinic: Clinic) -> None:
    (told,) = pushed_to(clinic, "Rosa")
    clinic.say("Beto", "hola")
    assert "notice_marked" not in clinic.say("Beto", "visto").keys
    assert "notice_marked" not in clinic.tap_payload("Beto", told.buttons[0].id, "Visto").keys
    assert [notice.seen for notice in notices(clinic)] == [None]


def test_what_is_written_in_a_taken_chat_is_told_once_in_a_quiet_span(clinic: Clinic) -> None:
    assert push(clinic) == 0  # what called for a person was told already
    clinic.advance(minutes=1)
    for text in ("¿hola?", "¿hay alguien?"):
        clinic.say("Ana", text)
    assert push(clinic) == 1
    assert "volvió a escribir" in pushed_to(clinic, "Rosa")[-1].body
    assert "hay alguien" not in pushed_to(clinic, "Rosa")[-1].body
    clinic.advance(minutes=SPAN - 1)
    clinic.say("Ana", "sigo esperando")
    assert push(clinic) == 0
    clinic.advance(minutes=2)
    assert push(clinic) == 1
    clinic.advance(minutes=SPAN + 1)
    assert push(clinic) == 0  # nothing was written since


def test_whoever_took_the_chat_is_told_and_nobody_else(clinic: Clinic) -> None:
    take(clinic, "Eva Sosa")
    before = {who: len(pushed_to(clinic, who)) for who in ("Rosa", "Eva")}
    clinic.advance(minutes=1)
    clinic.say("Ana", "¿siguen ahí?")
    assert push(clinic) == 1
    assert {who: len(pushed_to(clinic, who)) - n for who, n in before.items()} == {"Rosa": 0, "Eva": 1}
    # Whom nobody here is called by is somebody at the desk: those on duty are told.
    clinic.advance(minutes=SPAN + 1)
    take(clinic, "otra persona", ByHandKind.ANSWERED)
    assert all(notice.done for notice in notices(clinic) if notice.kind == by_hand.WROTE)
    clinic.advance(minutes=1)
    clinic.say("Ana", "¿y ahora?")
    assert push(clinic) == 1
    assert len(pushed_to(clinic, "Rosa")) == before["Rosa"] + 1


def test_a_chat_that_the_bot_has_tells_of_nothing(clinic: Clinic) -> None:
    clinic.say("Beto", "hola")
    clinic.advance(minutes=1)
    clinic.say("Beto", "¿a qué hora abren?")
    assert clinic.conversation("Beto").control is Control.BOT
    assert push(clinic) == 0


def test_who_has_not_written_for_a_day_is_told_by_a_template_with_the_same_buttons(clinic: Clinic) -> None:
    """Each is bound to its own notice; whoever taps late, and a patient who gets hold of one, change no other."""
    clinic.say("Beto", "hola")
    clinic.advance(hours=25)
    clinic.say("Ana", "quiero hablar con una persona")
    clinic.say("Beto", "quiero hablar con una persona")
    assert push(clinic) == 2
    template = clinic.sent_to("Rosa")[-1].fallback
    assert template is not None
    clinic.delivery.deliver(clinic.conversation("Rosa").id, MessageClass.NOTICE)
    assert clinic.sent_to("Rosa")[-1].went_out == template
    seen, done = template.payloads
    assert "notice_marked" not in clinic.tap_payload("Beto", done, "Atendido").keys
    assert clinic.tap_payload("Rosa", seen, "Visto").keys == ["notice_marked"]
    assert clinic.tap_payload("Eva", done, "Atendido").keys == ["notice_marked"]
    *others, second = notices(clinic)
    assert {(notice.seen, notice.done) for notice in others} == {(None, None)}
    assert second.seen is not None
    assert second.done is not None
    assert second.seen.by != second.done.by


def test_of_a_restore_there_is_one_message_whatever_waited(clinic: Clinic) -> None:
    with clinic.begin() as uow:
        for _ in range(40):
            uow.notices.add("restored", clinic.conversation("Ana").id, "in out", clinic.clock.now())
        uow.notices.add(push_notices.RESTORED, None, "40", clinic.clock.now())
        uow.commit()
    before = len(pushed_to(clinic, "Rosa"))
    assert push(clinic) == 1
    (told,) = pushed_to(clinic, "Rosa")[before:]
    assert "40 pendientes" in told.body
    assert push(clinic) == 0
