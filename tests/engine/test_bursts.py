"""Which messages make a turn, when it begins, and in what order: the pause, taps, arrival."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.buttons import encode
from booking.intents import Confirm, Deny, Greet, OptOut, Source, StartBooking, Understanding, Unknown, UnknownWhy
from booking.models import DeliveryStatus, UnderstandingContext, Unsupported
from booking.testing.fakes import ScriptedExtractor
from tests.engine.desk import Desk, greeting

GREET = encode(Greet(), None)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_texts_within_the_pause_are_one_turn(desk: Desk) -> None:
    desk.write("Ana", "hola")
    assert desk.wait(300) == []
    desk.write("Ana", "quiero una cita")
    assert desk.wait(699) == []
    assert desk.wait(1) == [["hola", "quiero una cita"]]


def test_the_texts_of_a_turn_are_read_together(desk: Desk) -> None:
    desk.write("Ana", "el martes", "  ", "por la tarde")
    desk.wait(700)
    assert isinstance(desk.reader, ScriptedExtractor)
    assert [text for text, _ in desk.reader.heard] == ["el martes\npor la tarde"]


def test_the_pause_counts_from_the_last_text(desk: Desk) -> None:
    desk.write("Ana", "uno")
    desk.wait(699)
    desk.write("Ana", "dos")
    assert desk.wait(1) == []  # the first text's pause is over, the second's is not
    assert desk.wait(698) == []
    assert desk.wait(1) == [["uno", "dos"]]


def test_who_never_stops_writing_is_answered_after_three_pauses(desk: Desk) -> None:
    turns: list[list[str]] = []
    for number in range(6):
        desk.write("Ana", f"texto {number}")
        turns += desk.wait(500)
    assert turns == [["texto 0", "texto 1", "texto 2", "texto 3", "texto 4"]]
    assert desk.wait(700) == [["texto 5"]]


def test_texts_further_apart_than_the_pause_are_two_turns(desk: Desk) -> None:
    desk.write("Ana", "uno")
    assert desk.wait(701) == [["uno"]]
    desk.write("Ana", "dos")
    assert desk.wait(701) == [["dos"]]


def test_a_tap_does_not_wait(desk: Desk) -> None:
    desk.tap("Ana", GREET)
    assert desk.run() == [[f"[{GREET}]"]]


def test_a_tap_takes_the_texts_before_it_first_and_is_a_turn_of_its_own(desk: Desk) -> None:
    desk.write("Ana", "hola", "soy Ana")
    desk.tap("Ana", GREET)
    assert desk.run() == [["hola", "soy Ana"], [f"[{GREET}]"]]
    assert desk.wait(700) == []  # the texts' own jobs find nothing left


def test_texts_after_a_tap_are_a_turn_of_their_own(desk: Desk) -> None:
    desk.tap("Ana", GREET)
    desk.write("Ana", "y otra cosa")
    desk.tap("Ana", GREET)
    assert desk.run() == [[f"[{GREET}]"], ["y otra cosa"], [f"[{GREET}]"]]


def test_a_tap_that_came_before_waits_for_no_text_behind_it(desk: Desk) -> None:
    desk.deliver("Ana", desk.message("Ana", "hola"))
    desk.tap("Ana", GREET)
    desk.write("Ana", "gracias")
    assert desk.run()[:2] == [["hola"], [f"[{GREET}]"]]


def test_without_a_pause_every_message_is_a_turn() -> None:
    desk = Desk(pause=dt.timedelta())
    desk.write("Ana", "uno", "dos", "tres")
    assert desk.run() == [["uno"], ["dos"], ["tres"]]


def test_messages_are_handled_in_order_of_arrival_whatever_their_own_clock_says(desk: Desk) -> None:
    late = desk.message("Ana", "dos", sent_at=desk.clock.now() - dt.timedelta(minutes=5))
    desk.deliver("Ana", desk.message("Ana", "uno"), late)
    assert desk.wait(700) == [["uno", "dos"]]


def test_two_people_do_not_wait_for_each_other(desk: Desk) -> None:
    desk.write("Ana", "hola")
    desk.wait(600)
    desk.write("Beto", "buenas")
    assert desk.wait(100) == [["hola"]]
    assert desk.wait(600) == [["buenas"]]


def test_a_job_that_finds_nothing_does_nothing(desk: Desk) -> None:
    desk.write("Ana", "hola")
    desk.wait(700)
    before = desk.database.snapshot()
    assert desk.engine.process(desk.chats["Ana"], 0) == 0
    assert desk.database.snapshot() == before


def test_what_was_interrupted_is_taken_up_by_a_job_without_a_message(desk: Desk) -> None:
    desk.write("Ana", "hola", "sigo aquí")
    assert desk.engine.process(desk.chats["Ana"]) == 1
    assert desk.pending("Ana") == 0


def test_the_same_delivery_again_is_not_taken_again(desk: Desk) -> None:
    message = desk.message("Ana", "hola")
    desk.deliver("Ana", message)
    before = desk.database.snapshot()
    assert desk.engine.receive([message]) == []
    assert desk.database.snapshot() == before
    assert desk.wait(700) == [["hola"]]


def test_a_delivery_that_cannot_be_stored_whole_is_not_stored_at_all(desk: Desk) -> None:
    class Full:
        """Jobs that cannot be deferred."""

        def defer_all(self, *_: object, **__: object) -> None:
            raise ConnectionError

    def begin() -> object:
        uow = desk.database()
        uow.jobs = Full()  # type: ignore[assignment]
        return uow

    before = desk.database.snapshot()
    desk.engine.begin = begin  # type: ignore[assignment]
    with pytest.raises(ConnectionError):
        desk.engine.receive([desk.message("Ana", "hola")])
    assert desk.database.snapshot() == before


def test_a_message_to_another_number_is_kept_without_a_turn(desk: Desk) -> None:
    assert desk.engine.receive([desk.message("Ana", "hola", phone_number_id="another")]) == []
    assert len(desk.database.store.tables["kept"]) == 1
    assert not desk.database.jobs


@pytest.mark.parametrize("what", ["reaction", "system", "request_welcome"])
def test_what_says_nothing_to_answer_gets_no_answer(desk: Desk, what: str) -> None:
    assert desk.engine.receive([desk.message("Ana", Unsupported(what=what))]) == []
    assert not desk.database.jobs


def test_what_arrives_damaged_is_kept_and_does_not_stop_the_rest(desk: Desk) -> None:
    status = DeliveryStatus(wamid="unknown", status="read", at=desk.clock.now())
    desk.engine.receive([desk.message("Ana", "hola")], [status], [('{"type": 7}', "type: not a string")])
    assert len(desk.database.store.tables["kept"]) == 1
    assert len(desk.database.store.tables["messages"]) == 1


def test_a_tap_needs_no_reading(desk: Desk) -> None:
    desk.tap("Ana", encode(StartBooking(), None))
    desk.run()
    assert isinstance(desk.reader, ScriptedExtractor)
    assert desk.reader.heard == []
    assert desk.turns("Ana")[-1].source == Source.TAP


def test_a_button_that_is_not_ours_is_read_as_what_it_says(desk: Desk) -> None:
    desk.tap("Ana", "some-template-button")
    desk.run()
    assert isinstance(desk.reader, ScriptedExtractor)
    assert [text for text, _ in desk.reader.heard] == ["…"]


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("audio", UnknownWhy.VOICE),
        ("location", UnknownWhy.LOCATION),
        ("image", UnknownWhy.MEDIA),
        ("sticker", UnknownWhy.MEDIA),
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(desk: Desk, what: str, why: UnknownWhy) -> None:
    desk.write("Ana", Unsupported(what=what))
    desk.wait(700)
    assert desk.turns("Ana")[-1].intents == (Unknown(why=why),)


def test_a_picture_with_words_is_read_by_its_words(desk: Desk) -> None:
    desk.write("Ana", Unsupported(what="image", caption="hola"))
    desk.wait(700)
    assert desk.turns("Ana")[-1].intents == (Greet(),)


@pytest.mark.parametrize("source", [Source.MODEL, Source.FALLBACK])
def test_a_yes_that_a_model_read_is_dropped(source: Source) -> None:
    desk = Desk(ScriptedExtractor([Understanding(intents=(Confirm(), Greet()), source=source)]))
    desk.write("Ana", "va que va")
    desk.wait(700)
    assert desk.turns("Ana")[-1].intents == (Greet(),)


def test_a_models_yes_alone_is_not_understood() -> None:
    desk = Desk(ScriptedExtractor([Understanding(intents=(Confirm(),), source=Source.MODEL)]))
    desk.write("Ana", "órale")
    desk.wait(700)
    assert desk.turns("Ana")[-1].intents == (Unknown(),)


def test_a_models_no_stays() -> None:
    desk = Desk(ScriptedExtractor([Understanding(intents=(Deny(),), source=Source.MODEL)]))
    desk.write("Ana", "mejor no")
    desk.wait(700)
    assert desk.turns("Ana")[-1].intents == (Deny(),)


def test_the_newest_message_is_acknowledged_once() -> None:
    desk = Desk(ScriptedExtractor(greeting))
    desk.write("Ana", "hola", "qué tal")
    desk.wait(700)
    assert desk.acknowledged == ["wamid.2"]


def test_nobody_is_shown_as_reading_who_will_not_answer() -> None:
    desk = Desk(ScriptedExtractor([Understanding(intents=(OptOut(),), source=Source.SHORTCUT)]))
    desk.write("Ana", "baja")
    desk.wait(700)
    before = list(desk.acknowledged)
    desk.write("Ana", "hola")
    desk.wait(700)
    assert desk.acknowledged == before


def test_tomorrow_is_the_day_after_it_was_written() -> None:
    seen: list[dt.datetime] = []

    def notes_when(text: str, context: UnderstandingContext) -> Understanding:
        seen.append(context.now)
        return greeting(text, context)

    desk = Desk(ScriptedExtractor(notes_when))
    message = desk.message("Ana", "mañana a las 9")
    desk.deliver("Ana", message.model_copy(update={"sent_at": message.sent_at - dt.timedelta(days=3)}))
    desk.wait(700)
    desk.deliver(
        "Ana", desk.message("Ana", "hola").model_copy(update={"sent_at": desk.clock.now() + dt.timedelta(days=3)})
    )
    desk.wait(700)
    assert seen == [message.sent_at - dt.timedelta(days=3), desk.clock.now()]  # a clock that is ahead is not believed
