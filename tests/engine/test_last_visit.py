"""Who begins an appointment after an earlier one, and says neither with whom nor of which type, is told with whom that
one was, and how to have it so again. It is told and nothing else: no doctor is taken, and nobody's but their own."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.errors import ServiceUnavailable
from booking.intents import (
    AskQuestion,
    CheckAvailability,
    Confirm,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    SelectSlot,
    StartBooking,
    Topic,
    VisitType,
    When,
)
from booking.models import Status
from booking.models.draft_parts import doctor_of
from booking.ports import LookupRequest, Visited
from booking.testing.clinic import Clinic
from booking.testing.world import demo_seed, memory_clinic, small_seed
from nlu.shortcuts import Shortcuts
from tests.engine.on_postgres import postgres_clinic
from tests.engine.proposed import proposed
from tests.engine.test_recalling import Slow

TOMORROW = When(date_from=dt.date(2026, 12, 1), date_to=dt.date(2026, 12, 1))
AT_NINE = TOMORROW.model_copy(update={"time_from": dt.time(9), "exact": True})


@pytest.fixture(params=["memory", "postgres"])
def clinic(request: pytest.FixtureRequest) -> Clinic:
    if request.param == "postgres":
        engine: Engine = request.getfixturevalue("engine")
        return postgres_clinic(engine)
    return memory_clinic(small_seed())


def came(clinic: Clinic, who: str = "Ana", days: int = 8, doctor: str = "Dr. Dos") -> None:
    """They were there so many days ago."""
    clinic.mean(who, StartBooking(doctor=doctor))
    clinic.mean(who, SelectSlot(option=1))
    clinic.mean(who, ProvideCustomerData(name=f"{who} Ruiz"))
    assert clinic.mean(who, Confirm()).keys[-1] == "booked"
    clinic.advance(days=days)


def test_who_was_there_is_told_with_whom_and_may_have_it_so_again(clinic: Clinic) -> None:
    came(clinic)
    said = clinic.mean("Ana", StartBooking())
    assert said.keys == ["was_with", "offer_slots"]
    assert "Tu cita anterior, del lunes 23 de noviembre, fue con Dr. Dos." in said.text
    assert doctor_of(clinic.conversation("Ana").draft) is None, "nobody is taken for it"
    asked = clinic.mean("Ana", CheckAvailability(doctor="Dr. Dos"))
    assert asked.keys == ["offer_slots"]
    assert doctor_of(clinic.conversation("Ana").draft) == "Dr. Dos"


@pytest.mark.parametrize(
    "words", ["con el mismo", "con el mismo doctor", "sí, con el mismo por favor", "con Dr. Jorge Salas"]
)
def test_what_it_says_to_say_is_heard(words: str) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    for step in ("quiero una cita mañana a las 10 con el Dr. Salas", "Ana Ruiz Soto", "sí"):
        booked = clinic.say("Ana", step)
    assert booked.keys[-1] == "booked"
    clinic.advance(days=20)
    said = clinic.say("Ana", "hola, quiero una cita")
    assert said.keys == ["greeting", "was_with", "offer_slots"]
    assert "dime *con Dr. Jorge Salas*" in said.text
    assert clinic.say("Ana", words).keys[-1] == "offer_slots"
    assert doctor_of(clinic.conversation("Ana").draft) == "Dr. Jorge Salas"


def test_the_same_is_of_whoever_was_asked_for_now() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    for step in ("quiero una cita mañana a las 10 con el Dr. Salas", "Ana Ruiz Soto", "sí"):
        clinic.say("Ana", step)
    clinic.advance(days=20)
    clinic.say("Ana", "quiero una cita con la Dra. Méndez")
    clinic.say("Ana", "con la misma doctora")
    assert doctor_of(clinic.conversation("Ana").draft) == "Dra. Laura Méndez"


SAYS_MORE = {
    "a doctor": (StartBooking(doctor="Dra. Uno"),),
    "anyone": (StartBooking(anyone=True),),
    "a type": (StartBooking(visit=VisitType.FOLLOW_UP),),
    "a clock time": (StartBooking(when=Reading(when=AT_NINE)),),
    "somebody else": (StartBooking(), ProvideCustomerData(name="Luis Ruiz", for_other=True)),
    "several": (StartBooking(several=True),),
    "a question": (StartBooking(), AskQuestion(query="¿dónde?", topic=Topic.ADDRESS)),
    "only times": (CheckAvailability(),),
    "a list": (ListAppointments(),),
}  # fmt: skip


@pytest.mark.parametrize("intents", SAYS_MORE.values(), ids=SAYS_MORE)
def test_who_says_more_is_told_nothing(intents: tuple[object, ...]) -> None:
    clinic = memory_clinic(small_seed())
    came(clinic)
    assert "was_with" not in clinic.mean("Ana", *intents).keys  # type: ignore[arg-type]


def test_a_day_is_no_more(clinic: Clinic) -> None:
    came(clinic)
    assert clinic.mean("Ana", Greet(), StartBooking(when=Reading(when=TOMORROW))).keys[:2] == ["greeting", "was_with"]


def test_in_the_middle_of_something_nothing_is_looked_up(clinic: Clinic) -> None:
    came(clinic)
    clinic.mean("Ana", StartBooking(doctor="Dra. Uno"))
    said = clinic.mean("Ana", StartBooking())
    assert "was_with" not in said.keys
    assert not [one for turn in said.turns for one in turn.lookups]


@pytest.mark.parametrize("what", ["cancelled", "missed", "long ago", "to come", "a namesake's", "of two", "one doctor"])
def test_only_what_was_theirs_is_told(clinic: Clinic, what: str) -> None:
    came(clinic, days=1 if what == "to come" else 500 if what == "long ago" else 8)
    with clinic.begin() as uow:
        now, doctor = clinic.clock.now(), uow.schedules.doctors()[0]
        [one] = uow.appointments.list()
        match what:
            case "cancelled":
                uow.appointments.cancel(one.id, one.version, None, now)
            case "missed":
                uow.appointments.mark(one.id, one.version, Status.NO_SHOW, now, arrived_at=None)
            case "to come":
                uow.appointments.cancel(one.id, one.version, None, now)
            case "one doctor":
                uow.rules.set_active(doctor.id, False, now)
            case "a namesake's" | "of two":
                chat = uow.conversations.lock(clinic.conversations["Ana"])
                name = "Rita Soto" if what == "a namesake's" else None
                person = chat.person.model_copy(update={"name": name})
                uow.conversations.save(chat.model_copy(update={"person": person}), now)
        uow.commit()
    told = clinic.mean("Ana", StartBooking()).keys
    assert ("was_with" in told) is (what == "of two")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=12, deadline=None)
@given(who=st.sampled_from(["Ana", "Beto", "Cira"]), day=st.booleans())
def test_nobody_is_told_of_anothers(clinic: Clinic, who: str, day: bool) -> None:
    if "people" not in clinic.__dict__:
        clinic.__dict__["people"] = True
        came(clinic, "Ana", 3, "Dra. Uno")
        came(clinic, "Beto", 3, "Dr. Dos")
    wish = StartBooking(when=Reading(when=TOMORROW)) if day else StartBooking()
    text = clinic.mean(who, wish).text
    clinic.advance(days=2)
    clinic.engine.close(clinic.conversations[who])
    with_whom = {"Ana": "Dra. Uno", "Beto": "Dr. Dos", "Cira": None}
    for name, doctor in with_whom.items():
        if doctor is not None:
            assert (f"fue con {doctor}" in text) is (name == who)
    clinic.mean(who, Greet())


class SlowVisits(Slow):
    """The same, asked for the last visit."""

    def visited(self, request: LookupRequest) -> Visited | None:
        self.recall(None, dt.UTC, request)  # type: ignore[arg-type]
        return None


@pytest.mark.parametrize("error", [None, ServiceUnavailable("down"), KeyError("a bug")])
def test_a_memory_that_is_late_or_broken_is_gone_without(error: Exception | None) -> None:
    clinic = memory_clinic(small_seed())
    came(clinic)
    slow = SlowVisits(error)
    clinic.engine.memory = slow
    clinic.engine.pace = dataclasses.replace(clinic.engine.pace, lookup=dt.timedelta(seconds=0.05))
    assert clinic.mean("Ana", StartBooking()).keys == ["offer_slots"]
    slow.open.set()
    proposed(clinic, "Beto")
    assert clinic.mean("Beto", Confirm()).keys[-1] == "booked"


def test_one_statement_and_only_where_something_is_begun(engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    came(clinic)

    def asked(*intents: object) -> int:
        (turn,) = clinic.mean("Ana", *intents).turns  # type: ignore[arg-type]
        return turn.statements or 0

    with_it = asked(StartBooking())
    clinic.advance(days=2)
    clinic.engine.close(clinic.conversations["Ana"])
    clinic.mean("Ana", Greet())
    clinic.engine.memory = None
    assert with_it == asked(StartBooking()) + 1
