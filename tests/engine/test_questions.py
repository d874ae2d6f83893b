"""Every question of the bot hears its answer: each reply that asks is produced on the real engine and answered in words
and by its buttons. What comes later, or from a model, answers none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from booking.conversation.meaning.pending_question import as_understood, expected_by
from booking.conversation.replies.keys import ReplyKey as R
from booking.conversation.replies.reply_questions import check
from booking.conversation.replies.texts import TEXTS, WORDS, AnsweredBy, QuestionText, Text
from booking.errors import InvalidReplies
from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsUnderstood,
    Confirm,
    Deny,
    ListAppointments,
    OptOut,
    RequestHuman,
    Source,
    Thank,
)
from booking.models import Expected, Offered, Question, State
from booking.models import Text as Body
from booking.testing.exchange import Exchange
from tests.engine.questions import ASKING, COMES, OF_JOBS, Asking, asked, said

YES = ("sí", "Sí, claro", "sí quiero", "ándale", "porfa", "ok, por favor", "va", "bueno", "sí, gracias", "👍")
NO = ("no", "No, gracias", "ahorita no", "no hace falta", "👎")
FULL = {
    "agend": "agéndame", "reserv": "resérvame", "apart": "apártame", "ver": "verlas", "mostr": "mostrármelas",
    "muestr": "muéstramelas", "ensen": "enséñamelas", "comuni": "comunícame", "pas": "pásame", "ayud": "ayúdame",
    "agreg": "agréguenlo", "horario": "horarios", "apellido": "apellidos", "doctor": "doctora", "medic": "médico",
    "avis": "avísame", "camb": "cambiarla", "muev": "muévela", "mov": "moverla", "dej": "déjala",
    "adelant": "adelántamela", "busc": "búscame", "busqu": "búsqueme",
}  # fmt: skip
"""A whole word for each of those that are declared by how they begin."""
TYPICAL = {
    AnsweredBy.REQUEST: "quiero una cita",
    AnsweredBy.TIME: "el jueves a las 11",
    AnsweredBy.NAME: "Ana Ruiz Soto",
    AnsweredBy.CHANGE: "otro horario",
    AnsweredBy.LISTED: "la 1",
    AnsweredBy.OPTION: "1",
    AnsweredBy.DETAIL: "Ana Ruiz",
    AnsweredBy.PROPOSAL: "sí",
}
UNHEARD = {"not_understood", "which_time", "yes_to_what", "nothing_pending", "help"}
WRITES = {"book", "move", "cancel", "perform"}


def answers(expected: Expected) -> Iterator[tuple[str, AnyIntent | AsUnderstood]]:
    """What may be written, and what each means."""
    if expected.yes is not None:
        yield from ((words, expected.yes) for words in YES)
    if expected.no is not None:
        yield from ((words, expected.no) for words in NO)
    for option in expected.options:
        if option.title:
            yield option.title, option.intent
        yield from ((words, option.intent) for words in _own(option, expected.options))


def _own(option: Offered, options: tuple[Offered, ...]) -> Iterator[str]:
    """Each of an option's own words that no other option has."""
    for word in option.words:
        if not any(word in other.words for other in options if other is not option):
            whole = FULL[word.removesuffix("*")] if word.endswith("*") else word
            yield whole
            yield f"{whole}, por favor"


def meaning_of(meant: AnyIntent | AsUnderstood, question: Question | None) -> tuple[AnyIntent, ...]:
    """What comes of an answer: that, or what was said to be understood."""
    expected = expected_by(question, State.IDLE) if question and question.understood else None
    if expected and isinstance(meant, Confirm | Deny):
        meant = (expected.yes if isinstance(meant, Confirm) else expected.no) or meant
    if isinstance(meant, AsUnderstood):
        return as_understood(meant, question.understood if question else ())
    return (meant,)


def heard(exchange: Exchange, meant: AnyIntent | AsUnderstood) -> None:
    """The turn took the answer for what it means, and carried nothing out."""
    (turn,) = exchange.turns
    assert turn.intents == meaning_of(meant, turn.before.question), f"understood as {turn.intents}"
    assert not UNHEARD & set(exchange.keys), exchange.keys
    assert not WRITES & {effect.name for step in turn.steps for effect in step.effects}


def test_every_question_is_tried() -> None:
    assert set(COMES) == set(ASKING)


@pytest.mark.parametrize("asking", ASKING, ids=lambda asking: asking[0] + (".one" if asking[1] else ""))
def test_a_question_hears_its_answers(asking: Asking) -> None:
    """In the words of a yes, of a no and of each option, and by its buttons; what else answers it is heard too."""
    clinic, expected = asked(asking)
    for words, meant in answers(expected):
        clinic, _ = asked(asking)
        try:
            heard(clinic.say("Ana", words), meant)
        except AssertionError as error:
            raise AssertionError(f"{words!r}: {error}") from error
    text = TEXTS[asking[0]].one if asking[1] else TEXTS[asking[0]]
    for button in text.buttons if text else ():
        clinic, expected = asked(asking)
        exchange = clinic.tap("Ana", button.title)
        turn = exchange.turns[-1]
        # Of the appointments, or the offer, that it was about.
        bound = (
            {option.title: option.intent for option in expected.options}
            if asking[0] in OF_JOBS or TEXTS[asking[0]].about
            else {}
        )
        meant = bound.get(button.title, button.intent)
        assert turn.intents == meaning_of(meant, turn.before.question)
        assert not UNHEARD & set(exchange.keys), exchange.keys
    question = text.question if text else None
    if question is not None and question.answered_by in TYPICAL:
        clinic, _ = asked(asking)
        keys = clinic.say("Ana", TYPICAL[question.answered_by]).keys
        assert not UNHEARD & set(keys), f"{TYPICAL[question.answered_by]!r}: {keys}"


def test_a_choice_of_two_times_is_picked_by_its_place() -> None:
    clinic, expected = asked((R.ASK_WHICH_TIME, False))
    assert len(expected.choices) == 2
    heard(clinic.say("Ana", "la segunda"), expected.choices[1])
    assert clinic.sent_to("Ana")[-1].content.body.count("jueves 26 de noviembre")


# --- what answers no question --------------------------------------------------------------------


def test_only_the_next_message_answers() -> None:
    clinic, _ = asked((R.NO_ANSWER, False))
    clinic.mean("Ana", Thank())
    assert clinic.say("Ana", "sí").keys == ["nothing_pending"]


@pytest.mark.parametrize("hours", [13, 48])
def test_a_yes_much_later_answers_nothing(hours: int) -> None:
    clinic, _ = asked((R.NO_ANSWER, False))
    clinic.advance(hours=hours)
    assert clinic.say("Ana", "sí").keys == ["nothing_pending"]


def test_a_yes_hours_later_is_still_one() -> None:
    clinic, expected = asked((R.NO_ANSWER, False))
    clinic.advance(hours=8)
    assert expected.yes is not None
    heard(clinic.say("Ana", "sí"), expected.yes)


def test_what_was_sent_before_the_question_does_not_answer_it() -> None:
    clinic = said(Thank())()
    late = clinic.inbound("Ana", Body(body="sí"))
    clinic.advance(minutes=5)
    clinic.mean("Ana", AskQuestion(query="¿aceptan tarjeta?"))
    clinic.engine.receive([late])
    assert clinic.drain("Ana").keys == ["nothing_pending"]


def test_a_model_answers_no_question() -> None:
    """Neither a yes nor a no of a model's is taken for an answer."""
    clinic, _ = asked((R.WHICH_APPOINTMENT, True))
    exchange = clinic.mean("Ana", Deny(), source=Source.MODEL)
    assert exchange.turns[-1].intents == (Deny(),)
    clinic, _ = asked((R.NO_ANSWER, False))
    assert clinic.mean("Ana", Confirm(), source=Source.MODEL).keys == ["not_understood"]


def test_nobody_answers_for_a_human() -> None:
    """What a human was told is no answer to what the bot asked before."""
    clinic, _ = asked((R.NO_ANSWER, False))
    clinic.mean("Ana", RequestHuman())
    clinic.say("Ana", "¿me ayudan?")
    assert clinic.conversation("Ana").question is None


@pytest.mark.parametrize("words", ["sí?", "¿sí?", "sí pero no", "sí 🤔", "no, comunícame", "sí, el martes"])
def test_what_is_no_plain_answer_is_read_as_before(words: str) -> None:
    clinic, expected = asked((R.NO_ANSWER, False))
    assert clinic.say("Ana", words).turns[-1].intents != (expected.yes,)


def test_a_yes_to_a_list_of_one_books_nothing() -> None:
    clinic, _ = asked((R.OFFER_SLOTS, True))
    assert clinic.say("Ana", "sí").keys[-1] == "ask_name"
    assert clinic.say("Ana", "Ana Ruiz").keys[-1] == "proposal"


# --- the declaration -----------------------------------------------------------------------------


def changed(key: R, **values: object) -> dict[R, Text]:
    return {**TEXTS, key: TEXTS[key].model_copy(update=values)}


@pytest.mark.parametrize(
    "texts",
    [
        changed(R.NO_MEMORY, question=None),
        changed(R.BOOKED, question=QuestionText(answered_by=AnsweredBy.TIME)),
        changed(R.NO_MEMORY, body="¿Quieres ver tus citas? ¿O agendamos una?"),
        changed(R.VOICE, notice="¿Me lo escribes?"),
        changed(R.GREETING, staff="¿En qué te ayudo?"),
        changed(R.NO_MEMORY, buttons=()),
        changed(R.NO_MEMORY, question=QuestionText(answered_by=AnsweredBy.YES_NO, yes=ListAppointments())),
        changed(R.NO_MEMORY, question=QuestionText(answered_by=AnsweredBy.YES_NO, yes=Confirm(), no=Deny())),
        changed(R.PROPOSAL, question=QuestionText(answered_by=AnsweredBy.PROPOSAL, no=Deny())),
        changed(R.GREETING, question=QuestionText(answered_by=AnsweredBy.REQUEST, yes=OptOut())),
    ],
    ids=[
        "undeclared",
        "asks nothing",
        "two at once",
        "notice",
        "staff",
        "no button",
        "no no",
        "carries out",
        "proposal",
        "more",
    ],
)
def test_a_question_that_nothing_answers_cannot_be_imported(texts: dict[R, Text]) -> None:
    check(TEXTS, WORDS)
    with pytest.raises(InvalidReplies):
        check(texts, WORDS)


def test_words_that_ask_belong_to_a_text_that_does() -> None:
    with pytest.raises(InvalidReplies):
        check(TEXTS, {**WORDS, "past": "Esa fecha ya pasó. ¿Cuál otra?"})
