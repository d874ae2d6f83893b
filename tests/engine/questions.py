"""How a conversation comes to each question of the bot, on the real engine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.meaning.pending_question import expected_by
from booking.conversation.replies.keys import ReplyKey as R
from booking.conversation.replies.texts import TEXTS
from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsTold,
    Attend,
    CancelAppointment,
    CancelBooking,
    Confirm,
    Deny,
    Greet,
    HumanReason,
    JoinWaitingList,
    ListAppointments,
    OptOut,
    Problem,
    ProvideCustomerData,
    Reading,
    Recall,
    Repeats,
    RequestHuman,
    RescheduleAppointment,
    Source,
    StartBooking,
    Thank,
    Topic,
    Unknown,
    UnknownWhy,
    UseTool,
    When,
)
from booking.models import ComeBackWhy, Expected, Opening
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import Acts
from booking.testing.fakes import MemoryDatabase
from booking.testing.world import Seed, demo_seed, memory_clinic, small_seed, visits_seed
from nlu.shortcuts import Shortcuts
from tests.engine import unasked
from tests.engine.visits import Visits
from tests.engine.waiting_room import Waits

Asking = tuple[R, bool]
"""A reply that asks, and whether of a list of one."""


Comes = Callable[[], Clinic]


_FOLLOWED = {
    reply
    for row in TABLE
    for reply in row.replies
    if all(
        (other.follows_in(place) and not callable(other.then_if)) or Trigger.TIMEOUT in other.on
        for other in TABLE
        for place in other.source
        if reply in [key for _, key in other.says_in(place)]
    )
}
"""Said only where more is said after them: what they ask is never asked last."""


_VARIANTS = [(key, one, text.one if one else text) for key, text in TEXTS.items() for one in (False, True)]


ASKING: list[Asking] = [(k, one) for k, one, text in _VARIANTS if text and text.question and k not in _FOLLOWED]


def day(number: int, hour: int | None = None) -> Reading:
    """A day of November, perhaps with an hour."""
    date = dt.date(2026, 11, number)
    time = None if hour is None else dt.time(hour)
    return Reading(when=When(date_from=date, date_to=date, time_from=time, exact=hour is not None))


def one_time() -> Seed:
    """A clinic with a single free time within its horizon."""
    return replace(small_seed(), openings=(Opening(doctor_id=1, weekday=2, start=dt.time(9), end=dt.time(9, 30)),))


def said(*intents: AnyIntent, seed: Callable[[], Seed] = demo_seed) -> Comes:
    """Ana means this, one after the other."""

    def come() -> Clinic:
        clinic = memory_clinic(seed(), reader=Shortcuts())
        for intent in intents:
            clinic.mean("Ana", intent)
        return clinic

    return come


def staff(*intents: AnyIntent) -> Comes:
    """The same, where Ana has an appointment and works at the desk."""

    def come() -> Clinic:
        clinic = said(*BOOKED)()
        clinic.mean("Ana", Thank())
        Acts(clinic).employ("Ana")
        for intent in intents:
            clinic.mean("Ana", intent)
        return clinic

    return come


def guessed(intent: AnyIntent, *before: AnyIntent) -> Comes:
    """A model alone read the last thing that Ana wrote."""

    def come() -> Clinic:
        clinic = said(*before)()
        clinic.mean("Ana", intent, source=Source.MODEL)
        return clinic

    return come


def left_alone(intent: AnyIntent) -> Comes:
    """Ana looked for a time, and wrote this a day later."""

    def come() -> Clinic:
        clinic = said(StartBooking(when=day(26)))()
        clinic.advance(hours=25)
        clinic.mean("Ana", intent)
        return clinic

    return come


def reminded(*intents: AnyIntent) -> Comes:
    """Ana has booked, and a day later is reminded."""

    def come() -> Clinic:
        clinic = said(*intents)()
        clinic.advance(hours=25)
        clinic.remind()
        return clinic

    return come


def offered_a_time(*, earlier: bool) -> Comes:
    """Ana waits for a time, alone or before the one that she has, and one is free."""

    def come() -> Clinic:
        waits = Waits(memory_clinic(reader=Shortcuts()))
        waits.books_friday("Ana") if earlier else None
        waits.joins("Ana", JoinWaitingList(earlier=True) if earlier else None)
        waits.cancels(waits.at(9.5))
        assert waits.offers.run() == 1
        return waits.clinic

    return come


def doctor_away() -> Clinic:
    """Ana's doctor will not be there."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    waits.away(waits.friday)
    return waits.clinic


def answers_reminder(several: bool, coming: bool = True, unsaid: bool = False) -> Comes:
    """She was reminded of one appointment, or of two, and said that of them."""

    def come() -> Clinic:
        second = (StartBooking(when=day(26, 12)), Confirm()) if several else ()
        clinic = reminded(StartBooking(when=day(26, 11)), NAME, Confirm(), *second)()
        question = clinic.conversation("Ana").question
        assert question is not None
        clinic.mean("Ana", Attend(those=question.told, coming=coming, unsaid=unsaid))
        return clinic

    return come


def rated_visit() -> Clinic:
    """Ana was here, and is asked how it was."""
    visit = Visits()
    visit.over("Ana")
    visit.ask()
    return visit.clinic


def given_back(reason: HumanReason = HumanReason.ASKED) -> Clinic:
    clinic = said(RequestHuman(reason=reason))()
    clinic.give_back("Ana")
    return clinic


NAME = ProvideCustomerData(name="Ana Ruiz")


PROPOSED = (StartBooking(when=day(24, 10)), NAME)


BOOKED = (*PROPOSED, Confirm())


SOON = (StartBooking(when=day(23, 11)), ProvideCustomerData(name="Ana Torres"), Confirm())
"""Too near to be changed by chat."""


TWO_BOOKED = (*BOOKED, StartBooking(when=day(26, 11)), Confirm())


LONG_AGO = AsTold(appointment_id=5001, version=99)


EITHER = Reading(candidates=tuple(when for n in (24, 26) if (when := day(n, 10).when)), ambiguous=True)


COMES: dict[Asking, Comes] = {
    (R.GREETING, False): said(ProvideCustomerData()),
    (R.WELCOME, False): said(NAME),
    (R.GO_BACK, False): left_alone(Greet()),
    (R.GO_BACK_OR_ANEW, False): left_alone(StartBooking()),
    (R.ASK_WHICH_TIME, False): said(StartBooking(when=EITHER)),
    (R.TIME_IMPOSSIBLE, False): said(StartBooking(when=Reading(problem=Problem.PAST))),
    (R.OFFER_SLOTS, False): said(StartBooking()),
    (R.OFFER_SLOTS, True): said(StartBooking(), seed=one_time),
    (R.OFFER_OTHERS, False): said(StartBooking(when=day(29))),
    (R.OFFER_OTHERS, True): said(StartBooking(when=day(26)), seed=one_time),
    (R.NO_SLOTS, False): said(StartBooking(doctor="Dr. Nadie")),
    (R.OTHER_ONE, False): said(StartBooking(when=day(24, 10), several=True, other="hijo"), NAME, Confirm()),
    (R.PATIENT_BUSY, False): said(*BOOKED, StartBooking(when=day(24, 10)), Confirm()),
    (R.ASK_OTHER_TIME, False): said(StartBooking(), Deny()),
    (R.ASK_NAME, False): said(StartBooking(when=day(24, 10))),
    (R.NOTE_LATER, False): said(ProvideCustomerData(reason="soy alérgica")),
    (R.ASK_HOW_MANY, False): said(StartBooking(repeats=Repeats(every=7))),
    (R.ASK_VISIT, False): said(StartBooking(), seed=visits_seed),
    (R.PROPOSAL, False): said(*PROPOSED),
    (R.WHAT_TO_CHANGE, False): said(*PROPOSED, Deny()),
    (R.NOTHING_TO_CANCEL, False): said(CancelBooking()),
    (R.NOTHING_PENDING, False): said(Thank(), Confirm()),
    (R.TOO_LATE, False): said(*SOON, RescheduleAppointment()),
    (R.TOO_LATE_OR_ANOTHER, False): said(*SOON, RescheduleAppointment(when=day(26), unsure=True)),
    (R.NOT_COMING_NOTED, False): said(*SOON, CancelAppointment()),
    (R.NO_APPOINTMENTS, False): said(ListAppointments()),
    (R.NONE_HERE, False): said(CancelAppointment()),
    (R.WHICH_APPOINTMENT, False): said(*TWO_BOOKED, CancelAppointment()),
    (R.WHICH_APPOINTMENT, True): said(*BOOKED, CancelAppointment(when=day(27))),
    (R.WHICH_FIRST, False): said(*TWO_BOOKED, CancelAppointment(several=True)),
    (R.WHICH_FIRST, True): said(*BOOKED, CancelAppointment(several=True, when=day(27))),
    (R.SINCE_CHANGED, False): said(*BOOKED, RescheduleAppointment(told=LONG_AGO)),
    (R.REMINDER, False): reminded(StartBooking(when=day(26, 11)), NAME, Confirm()),
    (R.REMINDER_OF_SEVERAL, False): reminded(
        StartBooking(when=day(26, 11)), NAME, Confirm(), StartBooking(when=day(26, 12)), Confirm()
    ),
    (R.WAITING_OFFER, False): offered_a_time(earlier=False),
    (R.WAITING_OFFER_EARLIER, False): offered_a_time(earlier=True),
    (R.DOCTOR_AWAY, False): doctor_away,
    (R.TOLD_BOOKED, False): unasked.entered,
    (R.TOLD_SERIES, False): unasked.entered_series,
    (R.TOLD_MOVED, False): unasked.moved,
    (R.TOLD_LATE, False): unasked.late,
    (R.TOLD_BACK, False): unasked.back,
    (R.TOLD_CANCELLED, False): unasked.cancelled,
    (R.INVITED_MISSED, False): lambda: unasked.invited(ComeBackWhy.MISSED),
    (R.INVITED_BACK, False): lambda: unasked.invited(ComeBackWhy.RECALL),
    (R.CANNOT_COME, False): answers_reminder(several=True, coming=False),
    (R.CANNOT_COME, True): answers_reminder(several=False, coming=False),
    (R.WHO_COMES, False): answers_reminder(several=True, unsaid=True),
    (R.WHO_COMES, True): answers_reminder(several=False, unsaid=True),
    (R.RATING, False): rated_visit,
    (R.MOVE_OR_ANOTHER, False): said(*BOOKED, RescheduleAppointment(when=day(26), unsure=True)),
    (R.CANCEL_PROPOSAL, False): said(*BOOKED, CancelAppointment()),
    (R.MOVE_PROPOSAL, False): said(*BOOKED, RescheduleAppointment(when=day(26, 11))),
    (R.ANSWER_RECORD, False): said(AskQuestion(query="¿dónde?", topic=Topic.ADDRESS)),
    (R.NO_ANSWER, False): said(AskQuestion(query="¿aceptan tarjeta?")),
    (R.NO_MEMORY, False): said(Recall()),
    (R.BOT_BACK, False): given_back,
    (R.BACK_AFTER_EMERGENCY, False): lambda: given_back(HumanReason.URGENT),
    (R.ASK_OPT_OUT, False): said(OptOut(unsure=True)),
    (R.ASK_HUMAN, False): guessed(RequestHuman()),
    (R.ASK_LEAVE, False): guessed(CancelBooking(), StartBooking()),
    (R.LATE_FOR_NONE, False): said(RequestHuman(reason=HumanReason.LATE)),
    (R.MAYBE_URGENT, False): said(RequestHuman(reason=HumanReason.URGENT, unsure=True)),
    (R.OPTED_IN, False): said(OptOut(), OptOut(undo=True)),
    (R.MEDIA, False): said(Unknown(why=UnknownWhy.MEDIA)),
    (R.VOICE, False): said(Unknown(why=UnknownWhy.VOICE)),
    (R.LOCATION, False): said(Unknown(why=UnknownWhy.LOCATION)),
    (R.DOUBT, False): said(*PROPOSED, Unknown(doubt=True)),
    (R.PARTLY, False): said(
        Unknown(why=UnknownWhy.PARTLY, understood=(StartBooking(when=day(24)),), left=("cada quince días",))
    ),
    (R.STILL_PARTLY, False): said(
        Unknown(why=UnknownWhy.PARTLY, understood=(StartBooking(when=day(24)),), left=("cada quince días",)), Unknown()
    ),
    (R.UNDERSTOOD_NOW, False): said(Unknown(why=UnknownWhy.AMENDED, understood=(StartBooking(when=day(24)),))),
    (R.WHAT_INSTEAD, False): said(Unknown(why=UnknownWhy.NOT_SO, understood=(StartBooking(when=day(24)),))),
    (R.HELP, False): said(Unknown(), Unknown(), Unknown()),
    (R.TOOL_QUESTION, False): staff(UseTool(tool="buscar_pacientes_doctor")),
    (R.ORDER_PROPOSAL, False): staff(UseTool(tool="cancelar_cita_medica", arguments=(("paciente", "Ana Ruiz"),))),
}
"""How a conversation comes to each of them."""


OF_JOBS = {
    R.RATING,
    R.REMINDER,
    R.REMINDER_OF_SEVERAL,
    R.DOCTOR_AWAY,
    R.WAITING_OFFER,
    R.WAITING_OFFER_EARLIER,
    R.TOLD_BOOKED,
    R.TOLD_SERIES,
    R.TOLD_MOVED,
    R.TOLD_LATE,
    R.TOLD_BACK,
    R.TOLD_CANCELLED,
    R.INVITED_MISSED,
    R.INVITED_BACK,
}
"""What the clinic asks of its own accord: said by a job, which no row leads to."""


@lru_cache(maxsize=1)
def _come(asking: Asking) -> Clinic:
    """To be copied, and not spoken to: a test asks for the same again and again."""
    return COMES[asking]()


def asked(asking: Asking) -> tuple[Clinic, Expected]:
    """The conversation with that question on screen, and what is declared to answer it."""
    come = _come(asking)
    assert isinstance(come.begin, MemoryDatabase)
    clinic = come.fork(come.begin.fork())
    conversation = clinic.conversation("Ana")
    question = conversation.question
    assert question is not None, "nothing is asked"
    assert (question.reply, question.one) == asking
    expected = expected_by(question, conversation.state)
    assert expected is not None
    return clinic, expected
