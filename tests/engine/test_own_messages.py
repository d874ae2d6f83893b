"""What the clinic sends of its own accord, and asks: each hears a yes, a no and a wish in the person's own words, of
the appointment, the doctor and the patient that it was about, in our words and in those that WhatsApp has approved."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest

from booking.conversation.replies.keys import ReplyKey as R
from booking.conversation.replies.templates import TEMPLATES, Name
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.intents import (
    Attend,
    CheckAvailability,
    Confirm,
    Rate,
    Reading,
    RescheduleAppointment,
    StartBooking,
    TakeOffer,
)
from booking.models import ComeBackWhy, OutTemplate, Question, State
from booking.testing.clinic import Clinic, buttons_of
from booking.testing.world import ZONE
from tests.engine import unasked
from tests.engine.questions import COMES, NAME, OF_JOBS, day, said
from tests.engine.test_questions import UNHEARD, WRITES

SAYS = {
    R.RATING: Name.RATING,
    R.REMINDER: Name.REMINDER,
    R.REMINDER_OF_SEVERAL: Name.REMINDER_OF_SEVERAL,
    R.DOCTOR_AWAY: Name.DOCTOR_AWAY,
    R.WAITING_OFFER: Name.TIME_FREED,
    R.WAITING_OFFER_EARLIER: Name.TIME_FREED,
    R.TOLD_BOOKED: Name.BOOKED,
    R.TOLD_SERIES: Name.BOOKED,
    R.TOLD_MOVED: Name.MOVED,
    R.TOLD_LATE: Name.DOCTOR_LATE,
    R.TOLD_BACK: Name.DOCTOR_BACK,
    R.TOLD_CANCELLED: Name.CANCELLED,
    R.INVITED_MISSED: Name.MISSED,
    R.INVITED_BACK: Name.RECALL,
}
"""What each says to whoever has not written for a day."""
OF_THEIRS = OF_JOBS - {R.RATING, R.WAITING_OFFER, R.TOLD_CANCELLED, R.INVITED_MISSED, R.INVITED_BACK}
"""About an appointment that they have."""
INVITES = {R.TOLD_CANCELLED, R.INVITED_MISSED, R.INVITED_BACK}
WISHES = ("mejor el jueves a las 11", "el jueves en la mañana", "¿qué hay el jueves?")


def test_each_template_to_patients_asks_what_our_words_ask() -> None:
    asked = {name for name, template in TEMPLATES.items() if template.to == "patient" and "¿" in template.body}
    assert set(SAYS) == OF_JOBS
    assert asked == {*SAYS.values(), Name.TIME_FREED_PROMOTED}
    for key, name in SAYS.items():
        several = key in (R.TOLD_SERIES, R.RATING)  # which one is asked; the marks are rows of a list
        titles = [button.title for button in TEXTS[key].buttons]
        assert several or titles == [button.title for button in TEMPLATES[name].buttons], key


def test_nothing_else_that_jobs_say_asks() -> None:
    jobs = ("notice", "summary", "news", "invited", "told", "reminder")
    assert not [name for name, words in WORDS.items() if name.startswith(jobs) and "¿" in words]


@pytest.mark.parametrize("key", sorted(OF_JOBS))
def test_a_wish_in_words_is_heard_as_one_about_it(key: R) -> None:
    for words in WISHES if key is not R.RATING else ("un 4",):
        clinic = COMES[key, False]()
        question = clinic.conversation("Ana").question
        assert question is not None
        came = clinic.say("Ana", words)
        (turn,) = came.turns
        (meant,) = turn.intents
        assert not UNHEARD & set(came.keys), (words, came.keys)
        assert not WRITES & {effect.name for step in turn.steps for effect in step.effects}
        if key in INVITES:
            assert isinstance(meant, CheckAvailability | StartBooking), words
            assert question.looks_for is not None
            assert (meant.doctor, getattr(meant, "whose", None)) == (
                question.looks_for.doctor,
                question.looks_for.whose,
            ), words
        elif key in OF_THEIRS and len(question.told) == 1:
            assert isinstance(meant, RescheduleAppointment), (words, meant)
            assert meant.told == question.told[0] or _of_it(meant.of, question), words
        elif key is R.WAITING_OFFER:
            assert isinstance(meant, CheckAvailability | TakeOffer), words
        elif key is R.RATING:
            assert isinstance(meant, Rate)


def _of_it(said: Reading | None, question: Question) -> bool:
    """Whether it names that appointment by its time."""
    when = said.when if said else None
    begins = question.until.astimezone(ZoneInfo(ZONE)) if question.until else None
    return (
        when is not None and begins is not None and when.date_from == begins.date() and when.time_from == begins.time()
    )


FOR_EVA: dict[str, Callable[[], Clinic]] = {
    "who did not come": lambda: unasked.invited(ComeBackWhy.MISSED, "Eva Luz"),
    "who is to come back": lambda: unasked.invited(ComeBackWhy.RECALL, "Eva Luz"),
    "whose was cancelled": lambda: unasked.cancelled("Eva Luz"),
}


@pytest.mark.parametrize("comes", FOR_EVA.values(), ids=FOR_EVA)
@pytest.mark.parametrize("words", ["sí", "sí quiero", "va", "el jueves a las 11", "agéndame", "(botón)"])
def test_who_is_invited_for_somebody_else_books_for_them(comes: Callable[[], Clinic], words: str) -> None:
    clinic = comes()
    if words == "(botón)":
        asked = clinic.sent_to("Ana")[-1]
        payload, title = next((payload, title) for payload, title in buttons_of(asked.content) if "Hablar" not in title)
        assert len(payload) <= 256
        clinic.tap_payload("Ana", payload, title)
    else:
        clinic.say("Ana", words)
    if clinic.conversation("Ana").state is not State.CONFIRM:
        clinic.say("Ana", "la primera")
    assert "Eva Luz" in clinic.sent_to("Ana")[-1].content.body
    clinic.say("Ana", "sí")
    with clinic.begin() as uow:
        live = [one for one in uow.appointments.list(start=clinic.clock.now()) if one.patient_id]
        names = {patient.id: patient.name for patient in uow.patients.get_many([one.patient_id or 0 for one in live])}
    assert "Eva Luz" in names.values()


@pytest.mark.parametrize("words", ["no", "no, gracias", "ahorita no", "luego"])
@pytest.mark.parametrize("why", ComeBackWhy)
def test_a_no_to_an_invitation_is_taken_for_one(words: str, why: ComeBackWhy) -> None:
    clinic = unasked.invited(why)
    assert clinic.say("Ana", words).keys == ["all_right"]
    assert clinic.conversation("Ana").state is State.IDLE


def test_a_notice_in_the_middle_of_a_proposal_asks_nothing() -> None:
    """A yes then is to the proposal, which was not asked by the notice."""
    clinic = said(StartBooking(when=day(24, 10)), NAME)()
    before = clinic.conversation("Ana").question
    with clinic.begin() as uow:
        unasked._entered(uow, clinic.clock.now(), unasked.FRIDAY, tell=True, whose="Ana Ruiz")
        uow.commit()
    clinic.tell_patients()
    assert clinic.conversation("Ana").question == before
    told = [item.content for item in clinic.sent_to("Ana") if item.about is not None][-1]
    assert isinstance(told, OutTemplate) or "¿" not in told.body
    clinic.advance(minutes=1)
    (turn,) = clinic.say("Ana", "sí").turns
    assert turn.intents == (Confirm(),)


def test_a_no_to_how_it_stands_asks_what_to_do() -> None:
    for comes in (unasked.entered, unasked.moved, unasked.late, unasked.back):
        for words in ("no", "no me queda", "ese día no puedo", "no voy a poder, me salió un viaje"):
            clinic = comes()
            came = clinic.say("Ana", words)
            assert came.keys[-1] == "cannot_come", (words, came.keys)
            (turn,) = came.turns
            assert isinstance(turn.intents[0], Attend)
