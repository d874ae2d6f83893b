"""What every store must do with deliveries of the webhook that nobody has taken apart yet."""

from __future__ import annotations

from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import MINUTE, NOW

BODIES = (b'{"entry": []}', b"", b"\x00\xff\xfe not text", '{"a": "ñ 👍"}'.encode(), b"a" * 100_000)


def kept(begin: UnitOfWorkFactory, *bodies: bytes) -> None:
    with begin() as uow:
        uow.bodies.keep([(NOW + n * MINUTE, body) for n, body in enumerate(bodies)])
        uow.commit()


class WebhookBodiesContract:
    """`WebhookBodies`."""

    def test_bodies_come_out_as_they_went_in_and_in_order(self, begin: UnitOfWorkFactory) -> None:
        kept(begin, *BODIES[:2])
        kept(begin, *BODIES[2:])
        with begin() as uow:
            assert uow.bodies.oldest() == NOW
            first = uow.bodies.take(3)
            second = uow.bodies.take(3)
            uow.commit()
        assert first is not None
        assert second is not None
        assert [one.body for one in (*first.bodies, *second.bodies)] == list(BODIES)
        assert [one.received_at for one in first.bodies] == [NOW, NOW + MINUTE, NOW]
        assert {one.attempts for one in first.bodies} == {0}
        assert (first.more, second.more) == (True, False)

    def test_what_was_taken_is_gone_once_it_is_committed(self, begin: UnitOfWorkFactory) -> None:
        kept(begin, *BODIES)
        with begin() as uow:
            assert uow.bodies.take(10) is not None
        with begin() as uow:
            taken = uow.bodies.take(10)
            assert taken is not None
            assert len(taken.bodies) == len(BODIES)
            uow.commit()
        with begin() as uow:
            assert uow.bodies.oldest() is None
            none_left = uow.bodies.take(10)
            assert none_left is not None
            assert (list(none_left.bodies), none_left.more) == ([], False)

    def test_one_takes_at_a_time(self, begin: UnitOfWorkFactory) -> None:
        kept(begin, *BODIES)
        with begin() as first, begin() as second:
            assert first.bodies.take(1) is not None
            assert second.bodies.take(1) is None
            first.commit()
            assert second.bodies.take(1) is not None

    def test_attempts_are_counted_and_what_is_removed_is_gone(self, begin: UnitOfWorkFactory) -> None:
        kept(begin, *BODIES[:1])
        with begin() as uow:
            taken = uow.bodies.take(1)
            assert taken is not None
            id = taken.bodies[0].id
        with begin() as uow:
            assert [uow.bodies.count_attempt(id), uow.bodies.count_attempt(id)] == [1, 2]
            uow.commit()
        with begin() as uow:
            again = uow.bodies.take(1)
            assert again is not None
            assert [(one.id, one.attempts) for one in again.bodies] == [(id, 2)]
        with begin() as uow:
            assert [uow.bodies.remove(id), uow.bodies.remove(id), uow.bodies.count_attempt(id)] == [True, False, 0]
            uow.commit()
