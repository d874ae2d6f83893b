"""What every store must do with who is invited to book again."""

from __future__ import annotations

from booking.models import ComeBack, ComeBackState, ComeBackWhy
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import DAY, HOUR, MINUTE, NOW, booked, chat, slot


class ComeBacksContract:
    """`ComeBacks`."""

    def test_an_appointment_is_followed_by_one_invitation(self, begin: UnitOfWorkFactory) -> None:
        one = booked(begin, slot(24), chat(begin))
        missed = ComeBack(
            patient_id=one.patient_id or 0, why=ComeBackWhy.MISSED, due=NOW + HOUR, made_at=NOW, appointment_id=one.id
        )
        recall = ComeBack(
            patient_id=one.patient_id or 0, why=ComeBackWhy.RECALL, due=NOW + DAY, made_at=NOW, made_by="Rosa"
        )
        with begin() as uow:
            assert uow.come_backs.add(recall)
            assert uow.come_backs.add(missed)
            assert not uow.come_backs.add(missed)
            assert uow.come_backs.add(recall), "of no appointment there may be several"
            uow.commit()
        with begin() as uow:
            first, second, third = uow.come_backs.waiting()
            assert first == missed.model_copy(update={"id": first.id})
            assert second == recall.model_copy(update={"id": second.id})
            assert uow.come_backs.of_appointment(one.id) == first
            assert uow.come_backs.of_appointment(one.id + 1) is None
            assert uow.come_backs.due(NOW, 9) == []
            assert uow.come_backs.due(NOW + HOUR, 9) == [first]
            assert uow.come_backs.due(NOW + DAY, 2) == [first, second]
            uow.come_backs.put_off(first.id, NOW + 2 * HOUR)
            assert uow.come_backs.due(NOW + HOUR, 9) == []
            assert uow.come_backs.settle(second.id, ComeBackState.TAKEN_BACK, NOW)
            assert not uow.come_backs.settle(second.id, ComeBackState.LATE, NOW + MINUTE)
            assert not uow.come_backs.settle(999, ComeBackState.LATE, NOW)
            uow.commit()
        with begin() as uow:
            assert [one.id for one in uow.come_backs.waiting()] == [first.id, third.id]
            assert not uow.come_backs.add(missed), "nor after it was sent or moved"
