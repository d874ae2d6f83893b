"""What every store must do with how patients say that their visits were."""

from __future__ import annotations

from booking.models import OutText, Rating, RatingState
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import ANA, DAY, HOUR, MINUTE, NOW, booked, chat, slot


class RatingsContract:
    """`Ratings`."""

    def test_a_visit_is_asked_about_once(self, begin: UnitOfWorkFactory) -> None:
        one, two = (booked(begin, slot(hours), chat(begin)) for hours in (24, 26))
        wait = Rating(appointment_id=one.id, doctor_id=one.doctor_id, due=NOW + DAY)
        soon = Rating(appointment_id=two.id, doctor_id=two.doctor_id, due=NOW + HOUR)
        with begin() as uow:
            assert uow.ratings.add(wait)
            assert uow.ratings.add(soon)
            assert not uow.ratings.add(wait)
            uow.commit()
        with begin() as uow:
            assert uow.ratings.due(NOW, 9) == []
            second, first = uow.ratings.due(NOW + DAY, 9)
            assert second == soon.model_copy(update={"id": second.id})
            assert uow.ratings.due(NOW + DAY, 1) == [second]
            uow.ratings.put_off(second.id, NOW + 2 * HOUR)
            assert uow.ratings.due(NOW + HOUR, 9) == []
            assert not uow.ratings.answer(first.id, 5, NOW), "nobody was asked"
            assert uow.ratings.settle(second.id, RatingState.LATE, NOW + HOUR)
            assert not uow.ratings.settle(second.id, RatingState.CHANGED, NOW + DAY)
            assert not uow.ratings.settle(999_999, RatingState.CHANGED, NOW)
            uow.commit()
        with begin() as uow:
            assert [told.rating.state for told in uow.ratings.of([one.id, two.id])] == [
                RatingState.WAITING,
                RatingState.LATE,
            ]
            assert not uow.ratings.add(soon), "nor after it was left"

    def test_the_last_mark_given_counts(self, begin: UnitOfWorkFactory) -> None:
        one = booked(begin, slot(24), chat(begin))
        with begin() as uow:
            assert uow.ratings.add(Rating(appointment_id=one.id, doctor_id=one.doctor_id, due=NOW))
            (waiting,) = uow.ratings.due(NOW, 9)
            (sent,) = uow.outbox.add(chat(begin), ANA, [OutText(body="del 1 al 5")], None, NOW)
            assert uow.ratings.asked(waiting.id, 3, sent, NOW + MINUTE)
            assert not uow.ratings.asked(waiting.id, 3, sent, NOW + HOUR)
            assert uow.ratings.due(NOW + DAY, 9) == []
            uow.outbox.mark_failed(sent, "131047", None)
            (failed,) = uow.ratings.of([one.id])
            assert failed.not_reached
            (again,) = uow.outbox.add(chat(begin), ANA, [OutText(body="otra vez")], None, NOW)
            uow.ratings.said_again(sent, again)
            assert [told.message for told in uow.ratings.of([one.id])] == ["pending"]
            uow.ratings.said_again(again, sent)
            assert uow.ratings.answer(waiting.id, 2, NOW + HOUR)
            assert uow.ratings.answer(waiting.id, 4, NOW + 2 * HOUR)
            uow.commit()
        with begin() as uow:
            (told,) = uow.ratings.of([one.id])
            assert told.rating == waiting.model_copy(
                update={
                    "state": RatingState.ANSWERED,
                    "version": 3,
                    "done_at": NOW + MINUTE,
                    "outbox_id": sent,
                    "mark": 4,
                    "answered_at": NOW + 2 * HOUR,
                }
            )
            assert (told.message, told.error, told.not_reached) == ("failed", "131047", False)
            assert uow.ratings.since(NOW, NOW + MINUTE) == []
            assert uow.ratings.since(NOW + MINUTE, NOW + HOUR) == [told]
