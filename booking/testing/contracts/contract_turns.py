"""What every store must do with the log of turns."""

from __future__ import annotations

from itertools import product

import pytest

from booking.errors import ConversationMoved
from booking.models import (
    Content,
    Conversation,
    Effect,
    MessageClass,
    OutText,
    Reply,
    Tap,
    Text,
    Unsupported,
)
from booking.models.clinical_effects import has_forgotten
from booking.ports import Answers, UnitOfWork, UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    BETO,
    HOUR,
    MINUTE,
    NOW,
    accept,
    chat,
    phone,
    record,
    rich,
)


class TurnLogContract:
    """`TurnLog`."""

    def test_a_turn_comes_back_whole_with_the_texts_of_its_messages(self, begin: UnitOfWorkFactory) -> None:
        contents: tuple[Content, ...] = (
            Text(body="hola"),
            Tap(payload="slot:1", title="Lunes 9:00"),
            Unsupported(what="audio"),
        )
        accepted = [accept(begin, f"w{n}", content=content) for n, content in enumerate(contents)]
        chat_id = accepted[0].conversation_id
        with begin() as uow:
            turn = record(uow.conversations.get(chat_id), 1, *(a.message_id for a in accepted))
            turn_id = uow.turns.add(turn)
            uow.commit()
        with begin() as uow:
            [found] = uow.turns.list(chat_id)
        assert found == turn.model_copy(update={"id": turn_id, "texts": ("hola", "Lunes 9:00")})

    def test_turns_are_listed_in_order_and_a_limit_keeps_the_last(self, begin: UnitOfWorkFactory) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            conversation = uow.conversations.get(chat_id)
            for number in (1, 2, 3):
                uow.turns.add(record(conversation, number))
            uow.turns.add(record(uow.conversations.get(other), 1))
            uow.commit()
        with begin() as uow:
            assert [turn.number for turn in uow.turns.list(chat_id)] == [1, 2, 3]
            assert [turn.number for turn in uow.turns.list(chat_id, limit=2)] == [2, 3]
            assert [turn.conversation_id for turn in uow.turns.list(other)] == [other]

    @pytest.mark.parametrize(("heard", "saves", "consents", "says"), [*product((False, True), repeat=4)])
    def test_what_a_turn_leaves_together_is_what_it_leaves_one_by_one(
        self, begin: UnitOfWorkFactory, heard: bool, saves: bool, consents: bool, says: bool
    ) -> None:
        together, one_by_one = (chat(begin, phone(f"52664111000{n}")) for n in (1, 2))
        contents = [OutText(body="Listo: \\u0000"), OutText(body="Hasta pronto")]

        def turn(uow: UnitOfWork, chat_id: int) -> tuple[Conversation, Conversation, tuple[int, ...]]:
            before = uow.conversations.lock(chat_id)
            after = rich(before)
            if not consents:
                after = after.model_copy(update={"person": before.person})
            ids = tuple(message.id for message in uow.inbox.pending(chat_id)) if heard else ()
            return before, after, ids

        with begin() as uow:
            before, after, ids = turn(uow, together)
            assert before.reply_to
            answers = Answers(before.reply_to, contents, "w1", job=False) if says else None
            log = record(before, 1, *ids).model_copy(update={"before": before, "outbox_ids": ()})
            uow.turns.add(log, after if saves else None, answers)
            before, after, ids = turn(uow, one_by_one)
            assert before.reply_to
            sent = uow.outbox.add(one_by_one, before.reply_to, contents, "w1", record(before, 1).at) if says else ()
            if saves:
                uow.conversations.save(after, record(before, 1).at)
            uow.turns.add(record(before, 1, *ids).model_copy(update={"outbox_ids": tuple(sent)}))
            uow.commit()
        with begin() as uow:
            own = {"id", "person", "reply_to"}
            a, b = (uow.conversations.get(chat_id) for chat_id in (together, one_by_one))
            assert a.model_dump(exclude=own) == b.model_dump(exclude=own)
            assert a.person.model_dump(exclude={"id", "phone"}) == b.person.model_dump(exclude={"id", "phone"})
            (logged,), (other,) = (uow.turns.list(chat_id) for chat_id in (together, one_by_one))
            assert logged.outbox_ids == tuple(item.id for item in uow.outbox.list(together))
            assert (len(logged.outbox_ids), len(logged.texts)) == (len(other.outbox_ids), len(other.texts))
            said, as_said = (
                [
                    (item.content, item.message_class, item.reply_to, item.created_at, item.state, item.attempts)
                    for item in uow.outbox.due(chat_id, NOW + HOUR)
                ]
                for chat_id in (together, one_by_one)
            )
            assert said == as_said
            assert [kind for _, kind, *_ in said] == [MessageClass.REPLY] * 2 * says
            counted = [[(s.messages, s.last_activity) for s in uow.sessions.list(c.person.id)] for c in (a, b)]
            assert counted[0] == counted[1]
            assert bool(counted[0]) is heard
            assert [len(uow.inbox.pending(chat_id)) for chat_id in (together, one_by_one)] == [int(not heard)] * 2

    def test_a_turn_of_a_conversation_that_moved_leaves_nothing(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            read = uow.conversations.get(chat_id)
            uow.conversations.save(read.model_copy(update={"misses": 1}), NOW)
            uow.commit()
        assert read.reply_to
        says = Answers(read.reply_to, [OutText(body="Listo")], None, job=True)
        moved = read.model_copy(update={"misses": 2})
        with begin() as uow, pytest.raises(ConversationMoved):
            uow.turns.add(record(read, 1), moved, says)
        with begin() as uow:
            assert uow.conversations.get(chat_id).misses == 1
            assert not uow.turns.list(chat_id)
            assert not uow.outbox.list(chat_id)

    def test_what_nobody_could_answer_is_counted_by_its_topic(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        asked: tuple[str | None, ...] = ("prices", None, "cards", "prices")
        with begin() as uow:
            conversation = uow.conversations.get(chat_id)
            for number, topic in enumerate(asked, start=1):
                told = (Reply(key="no_answer", params={"unanswered": {"topic": topic}}), Reply(key="smalltalk"))
                at = NOW + number * HOUR
                uow.turns.add(record(conversation, number).model_copy(update={"replies": told, "at": at}))
            uow.commit()
        with begin() as uow:
            found = [("prices", 2, NOW + 4 * HOUR), (None, 1, NOW + 2 * HOUR), ("cards", 1, NOW + 3 * HOUR)]
            assert uow.turns.unanswered(NOW) == found
            assert uow.turns.unanswered(NOW + 3 * HOUR) == [("cards", 1, NOW + 3 * HOUR), ("prices", 1, NOW + 4 * HOUR)]
            assert uow.turns.unanswered(NOW + 5 * HOUR) == []

    def test_what_was_written_in_turns_that_left_a_question_is_read_from_the_inbox(
        self, begin: UnitOfWorkFactory
    ) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            ids = tuple(message.id for message in uow.inbox.pending(chat_id))
            conversation = uow.conversations.get(chat_id)
            left = (Reply(key="no_answer", params={"unanswered": {"topic": None}}),)
            turn = record(conversation, 1).model_copy(update={"message_ids": ids, "replies": left})
            uow.turns.add(turn)
            uow.turns.add(record(conversation, 2).model_copy(update={"message_ids": ids}))
            uow.commit()
        with begin() as uow:
            ((of, said, at),) = uow.turns.unanswered_texts(NOW, 10)
            assert (of, said.split()[0], at) == (chat_id, "hola", turn.at)
            assert uow.turns.unanswered_texts(NOW, 0) == []
            assert uow.turns.unanswered_texts(turn.at + HOUR, 10) == []

    def test_what_a_turn_learnt_of_patients_is_forgotten_and_nothing_else(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        kept = (
            Effect(name="search", value={"found": []}),
            Effect(name="may", value=True),
            Effect(name="whose", value=[]),
        )
        told = (Effect(name="whose", value=[{"name": "Ana"}]), Effect(name="anything new", value="tos"))
        with begin() as uow:
            turn = record(uow.conversations.get(chat_id), 1)
            steps = tuple(step.model_copy(update={"effects": (*kept, told[0])}) for step in turn.steps)
            turn = turn.model_copy(update={"steps": steps, "lookups": told[1:]})
            turn = turn.model_copy(update={"id": uow.turns.add(turn)})
            uow.commit()
        with begin() as uow:
            assert uow.turns.list(chat_id) == [turn]
            assert uow.turns.forget_clinical(turn.at) == 0
            assert uow.turns.forget_clinical(turn.at + MINUTE) == 1
            assert uow.turns.forget_clinical(turn.at + MINUTE) == 0
            uow.commit()
        with begin() as uow:
            [left] = uow.turns.list(chat_id)
        assert has_forgotten(left)
        assert not has_forgotten(turn)
        for step in left.steps:
            assert step.effects[:-1] == kept
            assert (step.effects[-1].name, step.effects[-1].value) == ("whose", None)
        assert [effect.value for effect in left.lookups] == [None]
