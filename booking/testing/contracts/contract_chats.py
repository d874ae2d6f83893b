"""What every store must do with chats."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from booking.errors import ConversationMoved, NotFound
from booking.models import (
    Booking,
    Control,
    Conversation,
    Grant,
    Identity,
    NoticeGiven,
    OutText,
    Reach,
    Role,
    State,
)
from booking.ports import Coming, UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    BETO,
    HOUR,
    MINUTE,
    NOW,
    accept,
    booked,
    bsuid,
    chat,
    message,
    phone,
    record,
    rich,
    slot,
)


class ConversationsContract:
    """`Conversations`."""

    def test_a_new_conversation_is_idle_and_its_person_a_patient(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            found = uow.conversations.get(chat_id)
            assert uow.conversations.lock(chat_id) == found
        fresh = Conversation(id=chat_id, person=found.person, reply_to=ANA, updated_at=found.updated_at)
        assert found == fresh
        assert found.person.role_at(NOW) is Role.PATIENT
        assert found.person.name is None

    def test_what_a_turn_begins_with_is_what_each_would_give(self, begin: UnitOfWorkFactory) -> None:
        chat_id = accept(begin, "w1").conversation_id
        accept(begin, "w2")
        with begin() as uow:
            found = uow.conversations.at_hand(chat_id, NOW)
            assert found is not None
            assert found.conversation == uow.conversations.get(chat_id)
            assert list(found.messages) == list(uow.inbox.pending(chat_id))
            assert (found.clinic, list(found.doctors)) == (
                uow.schedules.overview()[0],
                list(uow.schedules.overview()[1]),
            )
            assert len(found.messages) == 2
            assert list(found.coming) == []
            assert uow.conversations.at_hand(uow.inbox.conversation_of([BETO], NOW), NOW) is None

    def test_a_turn_begins_with_the_appointments_to_come_of_its_person(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = accept(begin, "w1").conversation_id, accept(begin, "w2", BETO).conversation_id
        later, sooner = booked(begin, slot(30), chat_id), booked(begin, slot(6), chat_id, name="Leo López")
        booked(begin, slot(7), other, name="Beto Díaz")
        with begin() as uow:
            found = uow.conversations.at_hand(chat_id, NOW)
            assert found is not None
            mine = [Coming(sooner.slot.start, "Leo López"), Coming(later.slot.start, "Ana López")]
            assert list(found.coming) == mine
            then = uow.conversations.at_hand(chat_id, sooner.slot.start + MINUTE)
            assert then is not None
            assert list(then.coming) == mine[1:]

    def test_unknown_conversations_are_not_found(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            with pytest.raises(NotFound):
                uow.conversations.get(999_999)
            with pytest.raises(NotFound):
                uow.conversations.lock(999_999)

    def test_everything_that_is_saved_comes_back(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            changed = rich(uow.conversations.lock(chat_id))
            uow.conversations.save(changed, NOW + HOUR)
            uow.commit()
        with begin() as uow:
            found = uow.conversations.get(chat_id)
            assert found == changed.model_copy(update={"version": 1, "updated_at": NOW + HOUR})
            bare = found.model_copy(update={"state": State.IDLE, "draft": None, "offer": None, "control_until": None})
            uow.conversations.save(bare, NOW + HOUR)
            found = uow.conversations.get(chat_id)
        assert (found.version, found.draft, found.offer, found.control_until) == (2, None, None, None)

    def test_a_conversation_that_moved_is_not_overwritten(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            read = uow.conversations.get(chat_id)
            uow.conversations.save(read.model_copy(update={"misses": 1}), NOW)
            with pytest.raises(ConversationMoved):
                uow.conversations.save(read.model_copy(update={"misses": 2}), NOW)
            uow.commit()
        with begin() as uow:
            assert uow.conversations.get(chat_id).misses == 1
            with pytest.raises(ConversationMoved):
                uow.conversations.save(read, NOW)

    def test_saving_changes_neither_rights_nor_number_nor_address(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            read = uow.conversations.get(chat_id)
            forged = read.person.model_copy(update={"grants": (Grant(role=Role.ADMIN),), "phone": "+10000000000"})
            uow.conversations.save(read.model_copy(update={"person": forged, "reply_to": BETO}), NOW)
            uow.commit()
        with begin() as uow:
            found = uow.conversations.get(chat_id)
        assert found.person == read.person
        assert found.reply_to == ANA

    def test_a_message_that_arrives_meanwhile_does_not_move_the_conversation(self, begin: UnitOfWorkFactory) -> None:
        """The turn in progress can still be saved; where answers go is the newcomer's."""
        old, new = phone("5216641110001"), phone("526641110001")
        chat_id = accept(begin, "w1", old).conversation_id
        with begin() as uow:
            read = uow.conversations.get(chat_id)
        accept(begin, "w2", new)
        with begin() as uow:
            assert uow.conversations.get(chat_id).updated_at == read.updated_at
            uow.conversations.save(read, NOW + MINUTE)
            assert uow.conversations.get(chat_id).reply_to == new

    def test_the_most_recently_used_are_listed_first(self, begin: UnitOfWorkFactory) -> None:
        ids = [chat(begin, who) for who in (ANA, BETO, bsuid("MX.3"))]
        with begin() as uow:
            for chat_id, minutes in zip(ids, (2, 3, 1), strict=True):
                uow.conversations.save(uow.conversations.get(chat_id), NOW + minutes * MINUTE)
            human = uow.conversations.get(ids[2]).model_copy(update={"control": Control.HUMAN})
            uow.conversations.save(human, NOW + MINUTE)
            uow.commit()
        with begin() as uow:
            assert [c.id for c in uow.conversations.list()] == [ids[1], ids[0], ids[2]]
            assert [c.id for c in uow.conversations.list(limit=1)] == [ids[1]]
            assert [c.id for c in uow.conversations.list(control=Control.HUMAN)] == [ids[2]]
            assert [c.id for c in uow.conversations.list(control=Control.BOT)] == [ids[1], ids[0]]

    def test_a_chat_is_found_by_the_end_of_its_telephone(self, begin: UnitOfWorkFactory) -> None:
        """However its prefix is written: WhatsApp has a Mexican mobile with a 1 that we leave out."""
        mobile, _, named = (chat(begin, who) for who in (phone("5216641230001"), phone("525512340002"), bsuid("MX.3")))
        with begin() as uow:
            assert [c.id for c in uow.conversations.list(number_ends="6641230001")] == [mobile]
            assert [c.id for c in uow.conversations.list(number_ends="9999999999")] == []
            assert named not in [c.id for c in uow.conversations.list(number_ends="3")]

    def test_when_somebody_last_wrote_is_by_whatsapps_clock(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            assert uow.conversations.reach(chat_id) == Reach(wrote_at=NOW - MINUTE)
            for wamid, minutes in (("late", -30), ("newest", 5), ("older", 3)):
                said = message(wamid).model_copy(update={"sent_at": NOW + minutes * MINUTE})
                uow.inbox.accept(said, NOW + HOUR)
            assert uow.conversations.reach(chat_id).wrote_at == NOW + 5 * MINUTE
            found = uow.conversations.get(chat_id)
            left = found.person.model_copy(update={"opted_out": True})
            uow.conversations.save(found.model_copy(update={"person": left}), NOW)
            assert uow.conversations.reach(chat_id).opted_out
            with pytest.raises(NotFound):
                uow.conversations.reach(10**9)

    def test_who_never_wrote_gets_a_chat_of_their_own_once(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            entered = uow.patients.enter("Eva Cruz", "+526647770000", None, NOW)
            made = uow.conversations.for_patient(entered, NOW)
            uow.commit()
        assert made is not None
        assert (made.reply_to, made.state) == (phone("526647770000"), State.IDLE)
        with begin() as uow:
            assert uow.conversations.for_patient(entered, NOW + HOUR) == made
            assert uow.conversations.reach(made.id) == Reach()
        # The number as WhatsApp has it: when they write it is the same chat, and answers go there.
        assert accept(begin, "w1", phone("5216647770000")).conversation_id == made.id
        with begin() as uow:
            assert uow.conversations.get(made.id).reply_to == phone("5216647770000")
            assert [p.id for p in uow.patients.list_of(made.person.id)] == [entered.id]

    def test_the_proof_that_the_privacy_notice_was_given(self, begin: UnitOfWorkFactory) -> None:
        """It goes with the person, and holds while its message has not failed."""
        number = phone("526647770000")
        with begin() as uow:
            made = uow.conversations.for_patient(uow.patients.enter("Eva", f"+{number.value}", None, NOW), NOW)
            assert made is not None
            (id,) = uow.outbox.add(made.id, number, [OutText(body="aviso")], None, NOW)
            uow.outbox.mark_sent(id, "wamid.1", NOW)
            given = NoticeGiven(outbox_id=id, wamid="wamid.1", at=NOW, version="2026-11", sha256="0" * 64)
            for _ in range(2):
                uow.conversations.keep_notice_given(made.id, given)
            assert uow.conversations.notices_given(made.id) == [given]
            assert uow.conversations.reach(made.id) == Reach(welcomed=True)
            uow.outbox.mark_failed(id, "131026", None)
            assert uow.conversations.reach(made.id) == Reach()
            uow.commit()
        # She has a user id of WhatsApp's, and wrote under it before her number was known.
        other = accept(begin, "w1", bsuid("MX.7")).conversation_id
        stays = accept(begin, "w2", number, bsuid("MX.7")).conversation_id
        with begin() as uow:
            assert other != stays
            assert uow.conversations.notices_given(stays) == [given]
            [eva] = uow.patients.list_of(uow.conversations.get(stays).person.id)
            uow.patients.forget(eva, chat=True, now=NOW)
            uow.commit()
        # Erased, the proof stays, and the number that WhatsApp's id has inside does not.
        with begin() as uow:
            [kept] = uow.conversations.notices_given(stays)
            assert kept == given.without_number() == kept.without_number()
            assert "wamid.1" not in kept.wamid

    def test_who_is_written_to_about_a_patient(self, begin: UnitOfWorkFactory) -> None:
        """Whoever wrote for them; whoever has the number; nobody where there is no number."""
        chat_id = chat(begin)
        with begin() as uow:
            mother = uow.conversations.get(chat_id)
            child = uow.patients.find_or_create(mother.person.id, "Leo", "+526640000000", NOW)
            by_number = uow.patients.enter("Ana", mother.person.phone, None, NOW)
            nobody = uow.patients.enter("Sin Número", None, None, NOW)
            assert [uow.conversations.for_patient(p, NOW) for p in (child, by_number)] == [mother, mother]
            assert uow.conversations.for_patient(nobody, NOW) is None

    def test_the_profile_of_who_writes_is_kept_until_we_know_them(self, begin: UnitOfWorkFactory) -> None:
        def written(wamid: str, profile: str | None, who: Identity = ANA) -> int:
            with begin() as uow:
                accepted = uow.inbox.accept(message(wamid, who, profile=profile), NOW)
                assert accepted is not None
                uow.commit()
            return accepted.conversation_id

        def shown(*chats: int) -> dict[int, str]:
            with begin() as uow:
                return dict(uow.conversations.profiles(chats))

        ana, beto = written("p1", "Anita 🌸"), written("p2", None, BETO)
        assert shown(ana, beto) == {ana: "Anita 🌸"}
        written("p3", None)
        assert shown(ana) == {ana: "Anita 🌸"}
        written("p4", "Ana M")
        assert shown(ana) == {ana: "Ana M"}
        with begin() as uow:
            assert "Ana M" not in uow.conversations.get(ana).model_dump_json()
            assert uow.conversations.forget_profiles(NOW - HOUR) == 0
            person = uow.conversations.get(ana).person.model_copy(update={"name": "Ana Ruiz"})
            uow.conversations.save(uow.conversations.get(ana).model_copy(update={"person": person}), NOW)
            uow.commit()
        assert shown(ana, beto) == {}
        written("p5", "Anita 🌸")
        written("p6", "Beto", BETO)
        assert shown(ana, beto) == {beto: "Beto"}
        with begin() as uow:
            uow.conversations.forget_profiles(NOW)
            assert uow.conversations.forget_profiles(NOW) == 0
            assert uow.conversations.profiles([beto]) == {beto: "Beto"}
            assert uow.conversations.forget_profiles(NOW + HOUR) == 1
            uow.commit()
        assert shown(beto) == {}

    def test_handoffs_lapse_at_their_time(self, begin: UnitOfWorkFactory) -> None:
        ids = [chat(begin, who) for who in (ANA, BETO, bsuid("MX.3"))]
        changes: tuple[dict[str, Any], ...] = (
            {"control": Control.HUMAN, "control_until": NOW + HOUR},
            {"control": Control.HUMAN, "control_until": None},
            {"control": Control.BOT, "control_until": NOW + HOUR},
        )
        with begin() as uow:
            for chat_id, change in zip(ids, changes, strict=True):
                uow.conversations.save(uow.conversations.get(chat_id).model_copy(update=change), NOW)
            uow.commit()
        with begin() as uow:
            assert uow.conversations.lapsed_handoffs(NOW + HOUR - MINUTE) == []
            assert uow.conversations.lapsed_handoffs(NOW + HOUR) == [ids[0]]

    def test_what_was_left_alone_is_found_the_longest_first(self, begin: UnitOfWorkFactory) -> None:
        people = [accept(begin, f"w{number}", bsuid(f"MX.{number}")) for number in range(6)]
        ids = [one.conversation_id for one in people]
        left = {"state": State.SLOT_SELECTION, "draft": Booking()}
        changes: tuple[tuple[dict[str, Any], dt.timedelta], ...] = (
            (left, MINUTE),
            (left, 2 * MINUTE),
            ({}, MINUTE),
            ({**left, "control": Control.HUMAN}, MINUTE),
            (left, HOUR),
            (left, MINUTE),
        )
        with begin() as uow:
            for chat_id, (change, ago) in zip(ids, changes, strict=True):
                uow.conversations.save(uow.conversations.get(chat_id).model_copy(update=change), NOW - ago)
            for one in people[:-1]:
                uow.turns.add(record(uow.conversations.get(one.conversation_id), 1, one.message_id))
            uow.commit()
        with begin() as uow:
            assert uow.conversations.left_alone(NOW - 2 * MINUTE, NOW - MINUTE, 9) == [ids[1], ids[0]]
            assert uow.conversations.left_alone(NOW - 2 * MINUTE, NOW - MINUTE, 1) == [ids[1]]
            assert uow.conversations.left_alone(NOW - MINUTE / 2, NOW, 9) == []
