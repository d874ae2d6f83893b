"""What every store must do with messages that come in."""

from __future__ import annotations

import pytest

from booking.models import (
    Booking,
    Content,
    Control,
    Identity,
    OutText,
    Proposal,
    State,
    Status,
    Tap,
    Text,
    Unsupported,
)
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    ANA,
    BETO,
    HOUR,
    MINUTE,
    NOW,
    accept,
    bsuid,
    hold,
    message,
    phone,
    record,
    slot,
)


class InboxContract:
    """`Inbox`."""

    def test_answers_go_where_somebody_wrote_from_last_also_where_several_are_expected(
        self, begin: UnitOfWorkFactory
    ) -> None:
        """Under one name or the other, and under one that is found by its number."""
        chat_id = accept(begin, "w0", ANA, bsuid("MX.1")).conversation_id
        old = phone("521" + ANA.value.removeprefix("52"))
        senders = [(ANA,), (bsuid("MX.1"),), (BETO,), (old,)]
        with begin() as uow:
            uow.inbox.expect(senders)
            for place, last in enumerate((bsuid("MX.1"), ANA, old, ANA, bsuid("MX.1"), old, ANA)):
                accepted = uow.inbox.accept(message(f"w{place + 1}", last), NOW)
                assert accepted is not None
                assert accepted.conversation_id == chat_id
                assert uow.conversations.get(chat_id).reply_to == last
            uow.commit()

    def test_a_message_waits_in_its_conversation(self, begin: UnitOfWorkFactory) -> None:
        accepted = accept(begin, "w1", content=Text(body="¿Hay cita mañana? 🦷"))
        with begin() as uow:
            [pending] = uow.inbox.pending(accepted.conversation_id)
            assert uow.inbox.conversations_waiting() == [accepted.conversation_id]
        assert (pending.id, pending.wamid, pending.attempts) == (accepted.message_id, "w1", 0)
        assert (pending.sent_at, pending.received_at) == (NOW - MINUTE, NOW)
        assert pending.content == Text(body="¿Hay cita mañana? 🦷")

    def test_what_messages_held_is_found_by_their_ids(self, begin: UnitOfWorkFactory) -> None:
        said: dict[str, Content] = {
            "w1": Text(body="hola"),
            "w2": Unsupported(what="image", caption="mi receta", media="77"),
        }
        ids = {wamid: accept(begin, wamid, content=content).message_id for wamid, content in said.items()}
        with begin() as uow:
            found = uow.inbox.contents([*ids.values(), 999_999])
        assert found == {ids[wamid]: content for wamid, content in said.items()}

    def test_the_same_message_twice_is_taken_once(self, begin: UnitOfWorkFactory) -> None:
        first = accept(begin, "w1")
        with begin() as uow:
            assert uow.inbox.accept(message("w1"), NOW + MINUTE) is None
            assert uow.inbox.accept(message("w2"), NOW) is not None
            assert uow.inbox.accept(message("w2"), NOW) is None
            uow.commit()
        with begin() as uow:
            assert [m.wamid for m in uow.inbox.pending(first.conversation_id)] == ["w1", "w2"]

    @pytest.mark.parametrize(
        "content",
        [
            Tap(payload="slot:2", title="Martes 10:00"),
            Unsupported(what="audio"),
            Unsupported(what="image", caption="mi receta"),
            Text(body=""),
        ],
    )
    def test_every_kind_of_content_comes_back(self, begin: UnitOfWorkFactory, content: Content) -> None:
        accepted = accept(begin, "w1", content=content)
        with begin() as uow:
            assert uow.inbox.pending(accepted.conversation_id)[0].content == content

    @pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", "\u202e\u2066", "'; DROP TABLE citas_medicas; --"])
    def test_no_text_is_refused(self, begin: UnitOfWorkFactory, text: str) -> None:
        accepted = accept(begin, "w1", content=Text(body=text))
        with begin() as uow:
            assert len(uow.inbox.pending(accepted.conversation_id)) == 1

    @pytest.mark.parametrize(
        ("one", "other", "number"),
        [
            ("5216641112222", "526641112222", "+526641112222"),
            ("526641112222", "5216641112222", "+526641112222"),
            ("5491123456789", "541123456789", "+5491123456789"),
        ],
    )
    def test_two_forms_of_a_number_are_one_person(
        self, begin: UnitOfWorkFactory, one: str, other: str, number: str
    ) -> None:
        first, second = accept(begin, "w1", phone(one)), accept(begin, "w2", phone(other))
        assert first.conversation_id == second.conversation_id
        with begin() as uow:
            conversation = uow.conversations.get(first.conversation_id)
        assert conversation.person.phone == number
        assert conversation.reply_to == phone(other), "answers go to the form that wrote last, as received"

    def test_different_people_have_different_conversations(self, begin: UnitOfWorkFactory) -> None:
        senders = [ANA, BETO, phone("5216641119999"), bsuid("MX.526641110001"), bsuid("MX.2")]
        accepted = [accept(begin, f"w{n}", sender) for n, sender in enumerate(senders)]
        assert len({a.conversation_id for a in accepted}) == len(senders)
        with begin() as uow:
            assert len({uow.conversations.get(a.conversation_id).person.id for a in accepted}) == len(senders)
            assert uow.inbox.conversations_waiting() == sorted(a.conversation_id for a in accepted)

    def test_a_business_scoped_id_is_no_phone(self, begin: UnitOfWorkFactory) -> None:
        for wamid, sender in (("w1", bsuid("MX.13491208655302741918")), ("w2", phone("MX.1349"))):
            accepted = accept(begin, wamid, sender)
            with begin() as uow:
                conversation = uow.conversations.get(accepted.conversation_id)
            assert conversation.person.phone is None
            assert conversation.reply_to == sender

    @pytest.mark.parametrize("first", [(ANA, bsuid("MX.1")), (bsuid("MX.1"),), (ANA,)])
    def test_one_person_under_several_identities(self, begin: UnitOfWorkFactory, first: tuple[Identity, ...]) -> None:
        begun = accept(begin, "w1", *first)
        later = [accept(begin, "w2", ANA, bsuid("MX.1")), accept(begin, "w3", bsuid("MX.1")), accept(begin, "w4", ANA)]
        assert {a.conversation_id for a in later} == {begun.conversation_id}
        with begin() as uow:
            assert uow.conversations.get(begun.conversation_id).person.phone == f"+{ANA.value}"

    def test_two_people_who_turn_out_to_be_one(self, begin: UnitOfWorkFactory) -> None:
        by_phone, by_id = accept(begin, "w1", ANA), accept(begin, "w2", bsuid("MX.1"))
        with begin() as uow:
            former = uow.conversations.get(by_id.conversation_id).person
            child = uow.patients.find_or_create(former.id, "Leo", None, NOW)
            uow.patients.find_or_create(former.id, "Eva", "+526641119999", NOW)
            mine = uow.conversations.get(by_phone.conversation_id).person
            eva = uow.patients.find_or_create(mine.id, "Eva", None, NOW)
            uow.commit()
        assert accept(begin, "w3", ANA, bsuid("MX.1")).conversation_id == by_phone.conversation_id
        assert accept(begin, "w4", bsuid("MX.1")).conversation_id == by_phone.conversation_id
        with begin() as uow:
            heir = uow.conversations.get(by_phone.conversation_id).person
            assert uow.patients.get_many([child.id])[0].person_id == heir.id
            assert uow.patients.get_many([eva.id])[0].phone == "+526641119999", "her number was forgotten"

    @pytest.mark.parametrize("opted_out", [0, 1])
    @pytest.mark.parametrize("handed_over", [0, 1])
    @pytest.mark.parametrize("newest", [0, 1])
    def test_of_two_who_turn_out_to_be_one_the_stricter_holds(
        self, begin: UnitOfWorkFactory, opted_out: int, handed_over: int, newest: int
    ) -> None:
        chats = [accept(begin, "w1", ANA).conversation_id, accept(begin, "w2", bsuid("MX.1")).conversation_id]
        for place, chat_id in enumerate(chats):
            with begin() as uow:
                mine = uow.conversations.get(chat_id)
                held = hold(uow, slot(2 + place), chat_id)
                draft = Booking(name=f"Leo {place}", hold=held, proposal=Proposal(version=1, made_at=NOW, asked_by=NOW))
                changes: dict[str, object] = {"state": State.CONFIRM, "draft": draft}
                if place == handed_over:
                    changes |= {"control": Control.HUMAN, "control_until": NOW + HOUR}
                uow.conversations.save(mine.model_copy(update=changes), NOW + MINUTE * (place == newest))
                uow.turns.add(record(mine, 1))
                uow.notices.add("human", chat_id, "", NOW)
                uow.outbox.add(chat_id, ANA, [OutText(body=f"hola {place}")], None, NOW)
                uow.commit()
        stays = accept(begin, "w3", ANA, bsuid("MX.1")).conversation_id
        with begin() as uow:
            one = uow.conversations.get(stays)
            assert (one.control, one.control_until) == (Control.HUMAN, NOW + HOUR)
            assert one.state is State.CONFIRM
            assert one.question is None
            assert one.draft is not None
            assert one.draft.kind == "booking"
            assert (one.draft.name, one.draft.proposal) == (f"Leo {newest}", None)
            [left] = uow.appointments.list(statuses=[Status.HELD])
            assert left.slot == slot(2 + newest)
            assert one.draft.hold is not None
            assert uow.appointments.renew_hold(one.draft.hold, stays, NOW + HOUR) is not None
            assert {m.wamid for m in uow.inbox.pending(stays)} == {"w1", "w2", "w3"}
            due = [item.content for item in uow.outbox.due(stays, NOW)]
            assert {content.body for content in due if isinstance(content, OutText)} == {"hola 0", "hola 1"}
            assert sorted(turn.number for turn in uow.turns.list(stays)) == [1, 2]
            assert {turn.conversation_id for turn in uow.turns.list(stays)} == {stays}
            assert {notice.conversation_id for notice in uow.notices.list()} == {stays}
            assert uow.inbox.conversations_waiting() == [stays]
            other = uow.conversations.get(sum(chats) - stays)
            assert (other.state, other.draft, other.control) == (State.IDLE, None, Control.BOT)

    @pytest.mark.parametrize("first", [(ANA,), (bsuid("MX.1"),)])
    @pytest.mark.parametrize("out", [(ANA,), (bsuid("MX.1"),)])
    def test_baja_under_either_name_holds_whichever_came_first(
        self, begin: UnitOfWorkFactory, first: tuple[Identity, ...], out: tuple[Identity, ...]
    ) -> None:
        chats = {
            names: accept(begin, f"w{names}", *names).conversation_id
            for names in dict.fromkeys((first, (ANA,), (bsuid("MX.1"),)))
        }
        with begin() as uow:
            chat = uow.conversations.get(chats[out])
            uow.conversations.save(
                chat.model_copy(update={"person": chat.person.model_copy(update={"opted_out": True})}), NOW
            )
            (other,) = set(chats.values()) - {chat.id}
            flow = uow.conversations.get(other)
            held = hold(uow, slot(2), other)
            uow.conversations.save(flow.model_copy(update={"state": State.CONFIRM, "draft": Booking(hold=held)}), NOW)
            uow.commit()
        stays = accept(begin, "w3", ANA, bsuid("MX.1")).conversation_id
        with begin() as uow:
            one = uow.conversations.get(stays)
            assert one.person.opted_out
            assert (one.state, one.draft) == (State.IDLE, None)
            assert uow.appointments.list(statuses=[Status.HELD]) == []

    def test_what_is_foreign_or_damaged_is_kept_and_starts_nothing(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            for _ in range(2):
                uow.inbox.keep_foreign(message("foreign"), NOW)
                uow.inbox.keep_damaged("{\x00 not json", "no JSON", NOW)
            uow.commit()
        with begin() as uow:
            assert uow.conversations.list() == []
            assert uow.inbox.conversations_waiting() == []

    def test_messages_wait_in_order_of_arrival_each_in_its_conversation(self, begin: UnitOfWorkFactory) -> None:
        senders = [ANA, BETO, ANA, ANA, BETO]
        accepted = [accept(begin, f"w{n}", sender) for n, sender in enumerate(senders)]
        with begin() as uow:
            of_ana = uow.inbox.pending(accepted[0].conversation_id)
            of_beto = uow.inbox.pending(accepted[1].conversation_id)
        assert [m.wamid for m in of_ana] == ["w0", "w2", "w3"]
        assert [m.wamid for m in of_beto] == ["w1", "w4"]

    def test_a_closed_message_waits_no_more(self, begin: UnitOfWorkFactory) -> None:
        first, second = accept(begin, "w1"), accept(begin, "w2")
        with begin() as uow:
            uow.turns.add(record(uow.conversations.get(first.conversation_id), 1, first.message_id))
            assert [m.wamid for m in uow.inbox.pending(first.conversation_id)] == ["w2"]
            uow.turns.add(record(uow.conversations.get(first.conversation_id), 2, second.message_id))
            uow.commit()
        with begin() as uow:
            assert uow.inbox.pending(first.conversation_id) == []
            assert uow.inbox.conversations_waiting() == []
            assert uow.inbox.accept(message("w1"), NOW) is None

    def test_attempts_are_counted_for_each_message(self, begin: UnitOfWorkFactory) -> None:
        first, second = accept(begin, "w1"), accept(begin, "w2")
        with begin() as uow:
            assert uow.inbox.count_attempt([first.message_id], "boom") == 1
            assert uow.inbox.count_attempt([first.message_id, second.message_id], "boom") == 2
            assert uow.inbox.count_attempt([], "boom") == 0
            uow.commit()
        with begin() as uow:
            assert [m.attempts for m in uow.inbox.pending(first.conversation_id)] == [2, 1]
