"""What every store must do with notices to staff, hours of duty, and what is done in chats by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.models import ByHand, ByHandKind, Control, Duty, Handled, Notice
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import ANA, BETO, DAY, HOUR, MINUTE, NOW, chat

LUPE, RAUL = Handled(by="Lupe", at=NOW + HOUR), Handled(by="Raúl", at=NOW + 2 * HOUR)


class ReceptionContract:
    """`StaffNotices` and `AtWork`."""

    def test_notices_for_staff_newest_first(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            uow.notices.add("handoff", chat_id, "pide una persona", NOW)
            uow.notices.add("damaged", None, "", NOW + MINUTE)
            uow.commit()
        with begin() as uow:
            notices = [(n.at, n.kind, n.conversation_id, n.detail) for n in uow.notices.list()]
            assert len(uow.notices.list(limit=1)) == 1
            assert [notice.kind for notice in uow.notices.list(but=["damaged"])] == ["handoff"]
            assert uow.notices.counted(NOW, NOW + MINUTE) == {"handoff": 1}
            assert uow.notices.counted(NOW, NOW + HOUR) == {"handoff": 1, "damaged": 1}
            assert uow.notices.counted(NOW, NOW + HOUR, but=["damaged"]) == {"handoff": 1}
        assert notices == [
            (NOW + MINUTE, "damaged", None, ""),
            (NOW, "handoff", chat_id, "pide una persona"),
        ]

    def test_open_ones_of_the_first_kinds_stand_above_newer_ones(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            for kind in ("urgent", "human", "urgent", "late"):
                uow.notices.add(kind, None, "", NOW)
            uow.commit()
        with begin() as uow:
            newest = [notice.id for notice in uow.notices.list()]
            late, done, human, open_ = newest
            uow.notices.finish([done], LUPE)
            uow.commit()
        with begin() as uow:
            assert [n.id for n in uow.notices.list(first=["urgent"])] == [open_, late, done, human]
            assert [n.id for n in uow.notices.list(1, first=["urgent"])] == [open_]
            assert [n.id for n in uow.notices.list()] == newest

    def test_who_saw_a_notice_or_dealt_with_it_first_stays(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        with begin() as uow:
            for _ in range(3):
                uow.notices.add("human", chat_id, "", NOW)
            uow.commit()
        with begin() as uow:
            one, two, three = [notice.id for notice in uow.notices.open_in(chat_id)]
            uow.notices.see([one], LUPE)
            uow.notices.see([one], RAUL)
            uow.notices.finish([one, two], RAUL)
            uow.notices.finish([two], LUPE)
            uow.commit()
        with begin() as uow:
            found = {notice.id: (notice.seen, notice.done) for notice in uow.notices.of([one, two, three, 999_999])}
            assert [notice.id for notice in uow.notices.open_in(chat_id)] == [three]
            assert [notice.id for notice in uow.notices.list(open_only=True)] == [three]
        assert found == {one: (LUPE, RAUL), two: (RAUL, RAUL), three: (None, None)}

    def test_what_is_to_be_pushed(self, begin: UnitOfWorkFactory) -> None:
        """New ones of the kinds once; urgent ones again while nobody has seen them, and not too often."""
        with begin() as uow:
            for kind, at in (
                ("human", NOW - 2 * DAY),
                ("human", NOW),
                ("urgent", NOW),
                ("other", NOW),
                ("urgent", NOW),
            ):
                uow.notices.add(kind, None, "", at)
            uow.commit()

        def due(now: dt.datetime) -> list[int]:
            with begin() as uow:
                found = uow.notices.to_push(["human", "urgent"], ["urgent"], NOW - DAY, now - 5 * MINUTE, 2)
                return [notice.id for notice in found]

        old, human, first, _other, second = sorted(n.id for n in _all(begin))
        assert due(NOW) == [human, first, second]
        with begin() as uow:
            uow.notices.mark_pushed([human, first, second], NOW)
            uow.notices.see([second], LUPE)
            uow.commit()
        assert due(NOW + 5 * MINUTE) == []
        assert due(NOW + 6 * MINUTE) == [first]
        with begin() as uow:
            uow.notices.mark_pushed([first], NOW + 6 * MINUTE)
            uow.commit()
        assert due(NOW + HOUR) == []
        assert {n.id: n.pushed for n in _all(begin)}[first] == 2
        assert {n.id: n.pushed for n in _all(begin)}[old] == 0

    def test_hours_of_duty_replace_those_before(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            person_id = uow.conversations.get(chat(begin)).person.id
        morning = Duty(person_id=person_id, weekday=4, start=dt.time(9), end=dt.time(13))
        night = Duty(person_id=person_id, weekday=0, start=dt.time(20), end=dt.time())
        with begin() as uow:
            uow.at_work.set_duties(person_id, [morning])
            uow.at_work.set_duties(person_id, [morning, night])
            uow.commit()
        with begin() as uow:
            assert uow.at_work.duties() == [night, morning]
            uow.at_work.set_duties(person_id, [])
            assert uow.at_work.duties() == []

    def test_what_is_done_by_hand_is_kept_in_order_and_each_message_once(self, begin: UnitOfWorkFactory) -> None:
        chat_id = chat(begin)
        taken = ByHand(conversation_id=chat_id, kind=ByHandKind.TAKEN, at=NOW, by="Lupe")
        typed = ByHand(conversation_id=chat_id, kind=ByHandKind.TYPED, at=NOW + MINUTE, by="teléfono", text="Ya voy")
        with begin() as uow:
            assert uow.at_work.record(taken)
            assert uow.at_work.record(typed, "wamid.1")
            assert not uow.at_work.record(typed, "wamid.1")
            assert uow.at_work.record(taken)
            uow.commit()
        with begin() as uow:
            assert uow.at_work.list(chat_id) == [taken, typed, taken]

    def test_a_chat_of_a_person_s_waits_from_what_is_written_until_somebody_answers_or_hears(
        self, begin: UnitOfWorkFactory
    ) -> None:
        chat_id, other = chat(begin), chat(begin, BETO)
        with begin() as uow:
            uow.notices.add("human", other, "", NOW - HOUR)
            taken = ByHand(conversation_id=chat_id, kind=ByHandKind.TAKEN, at=NOW - MINUTE, by="Lupe")
            uow.at_work.record(taken)
            uow.commit()

        def waits(since: dt.datetime = NOW) -> Sequence[int]:
            with begin() as uow:
                return uow.at_work.unanswered("wrote", since)

        assert waits() == []  # the bot has them
        for id in (chat_id, other):
            with begin() as uow:
                uow.conversations.save(uow.conversations.lock(id).model_copy(update={"control": Control.HUMAN}), NOW)
                uow.commit()
        assert waits() == sorted([chat_id, other])
        with begin() as uow:
            uow.notices.add("wrote", chat_id, "", NOW - MINUTE / 2)
            uow.at_work.record(taken.model_copy(update={"conversation_id": other, "at": NOW}))
            uow.commit()
        assert waits(NOW - MINUTE) == []  # heard of, answered
        assert waits(NOW) == [chat_id]  # written after it was heard of

    def test_who_never_wrote_has_a_chat_to_be_written_to(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            made = uow.inbox.conversation_of([ANA], NOW)
            assert uow.inbox.conversation_of([ANA], NOW + HOUR) == made
            assert uow.inbox.conversation_of([BETO], NOW) != made
            uow.commit()
        with begin() as uow:
            found = uow.conversations.get(made)
            assert uow.conversations.of_person(found.person.id) == found
            assert uow.conversations.of_person(999_999) is None
            assert uow.conversations.reach(made).wrote_at is None


def _all(begin: UnitOfWorkFactory) -> Sequence[Notice]:
    with begin() as uow:
        return uow.notices.list()
