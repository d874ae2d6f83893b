"""What every store must do with the log of turns."""

from __future__ import annotations

from booking.models import (
    Content,
    Effect,
    Reply,
    Tap,
    Text,
    Unsupported,
)
from booking.models.clinical_effects import has_forgotten
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import (
    BETO,
    HOUR,
    MINUTE,
    NOW,
    accept,
    chat,
    record,
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
