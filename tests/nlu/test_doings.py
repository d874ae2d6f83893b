"""A time at which somebody has something else, or which they refuse, is not looked for."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import (
    AnyIntent,
    CheckAvailability,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
)
from booking.models import State
from nlu.shortcuts import Rules
from nlu.wishes.doings import as_times_they_cannot
from tests.nlu.messages import NOW, context

BUSY = (
    "tengo posada",
    "tengo una boda",
    "me toca trabajar",
    "trabajo",
    "ando fuera",
    "tengo que trabajar",
    "voy a estar de viaje",
)
DAYS = {"lunes": 0, "jueves": 3, "viernes": 4}


def dates(said: tuple[AnyIntent, ...], near: range) -> set[dt.date]:
    """Of the days ahead, those that are looked for."""
    (wish,) = (one for one in said if isinstance(one, StartBooking | CheckAvailability))
    reading: Reading = wish.when or Reading()
    ways = (reading.when,) if reading.when else reading.candidates
    today = NOW.date()
    return {
        today + dt.timedelta(days=n)
        for n in near
        for way in ways
        if (way.date_from or today) <= today + dt.timedelta(days=n) <= (way.date_to or dt.date.max)
    }


@pytest.mark.parametrize(("busy", "day"), [*product(BUSY, DAYS)])
def test_the_day_is_left_out(busy: str, day: str) -> None:
    for text, state in ((f"quiero una cita, el {day} {busy}", State.IDLE), (f"el {day} {busy}", State.SLOT_SELECTION)):
        found = dates(Rules().understand(text, context(state)).intents, range(1, 8))
        assert found
        assert all(one.weekday() != DAYS[day] for one in found), text


@pytest.mark.parametrize(
    "text", ["trabajo lunes y jueves", "trabajo los lunes y los jueves", "tengo escuela lunes y jueves"]
)
def test_of_several_each_is(text: str) -> None:
    found = dates(Rules().understand(f"quiero una cita, {text}", context(State.IDLE)).intents, range(1, 8))
    assert found
    assert not {one.weekday() for one in found} & {0, 3}


@pytest.mark.parametrize("busy", BUSY)
def test_the_day_that_is_wished_for_instead_is_the_one(busy: str) -> None:
    said = Rules().understand(f"una cita, el jueves {busy}, mejor el viernes", context(State.IDLE)).intents
    assert {one.weekday() for one in dates(said, range(1, 8))} == {4}


@pytest.mark.parametrize(
    "part",
    ["pero puedo en la tarde", ", pero después de las 5 sí puedo", "pero salgo a las 3", ", en la tarde estoy libre"],
)
@pytest.mark.parametrize("day", DAYS)
def test_where_a_part_of_it_is_free_the_day_is_not_left_out(day: str, part: str) -> None:
    said = Rules().understand(f"quiero una cita, el {day} trabajo {part}", context(State.IDLE)).intents
    for one in (one for one in said if isinstance(one, StartBooking)):
        assert not one.when or not one.when.candidates or DAYS[day] in {d.weekday() for d in dates(said, range(1, 8))}


@pytest.mark.parametrize(("text", "day"), [("el jueves trabajo de 8 a 3", 3), ("trabajo el martes hasta las 3", 1)])
def test_hours_of_work_leave_the_rest_of_the_day(text: str, day: int) -> None:
    (said,) = Rules().understand(f"quiero una cita, {text}", context(State.IDLE)).intents
    assert isinstance(said, StartBooking)
    assert said.when
    left = [one for one in said.when.candidates if one.time_from]
    assert {(one.time_from, one.date_from and one.date_from.weekday()) for one in left} == {(dt.time(15), day)}


WHERE = ("estoy en junta", "estoy en la escuela", "trabajo", "tengo clase")


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
@pytest.mark.parametrize(("part", "hour"), [("en la mañana", 9), ("en las tardes", 16), ("a las 10", 10)])
def test_hours_at_which_somebody_is_elsewhere_are_not_looked_for(
    where: str, state: State, part: str, hour: int
) -> None:
    said = Rules().understand(("quiero cita, " if state is State.IDLE else "") + f"{part} {where}", context(state))
    wishes = [one.when for one in said.intents if isinstance(one, StartBooking | CheckAvailability)]
    for when in (when for wish in wishes if wish for when in ((wish.when,) if wish.when else wish.candidates)):
        start, end, at = when.time_from or dt.time(0), when.time_to or dt.time(23), dt.time(hour)
        assert not (start == at if when.exact else start <= at < end)
    assert any(wishes)


@pytest.mark.parametrize("stretch", ["del 10 al 15", "del lunes al miércoles"])
@pytest.mark.parametrize("away", ["ando fuera", "estoy de viaje", "vamos a estar de vacaciones"])
def test_a_stretch_in_which_somebody_is_away_is_left_out(stretch: str, away: str) -> None:
    out = Rules().understand(f"cita {stretch}", context(State.IDLE)).intents
    said = Rules().understand(f"cita, {stretch} {away}", context(State.IDLE)).intents
    inside, left = dates(out, range(1, 40)), dates(said, range(1, 40))
    assert inside
    assert left
    assert not inside & left


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("part", ["en la mañana", "en la tarde"])
@pytest.mark.parametrize("words", ["y {part} estoy libre", "pero {part} sí puedo", ", {part} puedo"])
@pytest.mark.parametrize("busy", ["tengo clases", "trabajo"])
def test_the_part_of_it_that_is_free_is_of_that_day(day: str, part: str, words: str, busy: str) -> None:
    free = f"el {day} {busy} {words.format(part=part)}"
    (told,) = Rules().understand(f"quiero cita, {free}", context(State.IDLE)).intents
    (plain,) = Rules().understand(f"quiero cita el {day} {part}", context(State.IDLE)).intents
    assert isinstance(told, StartBooking)
    assert isinstance(plain, StartBooking)
    assert told.when == plain.when


@pytest.mark.parametrize("text", ["trabajo {days}", "los {days} trabajo todo el día"])
def test_such_a_day_is_today_too(text: str) -> None:
    today = ("lunes", "martes", "miércoles", "jueves", "viernes")[NOW.weekday()]
    said = Rules().understand(f"quiero cita, {text.format(days=today)}", context(State.IDLE)).intents
    assert 0 not in {(one - NOW.date()).days % 7 for one in dates(said, range(15))}


@pytest.mark.parametrize("text", ["del lunes al miércoles estoy en Mexicali", "estoy en Mexicali hasta el jueves"])
def test_who_is_in_another_town_is_away(text: str) -> None:
    said = Rules().understand(f"cita, {text}", context(State.IDLE)).intents
    left = dates(said, range(15))
    away = range(6, 9) if "lunes" in text else range(3)
    assert left
    assert not left & {NOW.date() + dt.timedelta(n) for n in away}


@pytest.mark.parametrize("text", ["nomás descanso sábado y lunes, ¿cuándo hay?", "cita, descanso sábado y lunes"])
def test_days_of_rest_are_all_wished_for(text: str) -> None:
    said = Rules().understand(text, context(State.IDLE)).intents
    assert {one.weekday() for one in dates(said, range(1, 8))} == {5, 0}


def test_an_appointment_is_not_moved_to_the_part_that_is_denied() -> None:
    (said,) = Rules().understand("pásala pero no en la mañana", context(State.IDLE)).intents
    when = getattr(said, "when", None)
    assert when is None or (when.when and when.when.time_from == dt.time(14))


def test_what_is_told_of_two_days_refuses_both() -> None:
    where = context(State.SLOT_SELECTION)
    for text in ("el martes trabajo y el jueves tengo junta", "el martes tengo escuela, el jueves trabajo"):
        assert as_times_they_cannot(text, where).count("no puedo") == 2
    text = "el martes trabajo, el jueves tengo junta, el viernes sí puedo"
    assert as_times_they_cannot(text, where) == "el viernes sí puedo"


@pytest.mark.parametrize(
    ("text", "after", "before"),
    [
        ("el jueves a las 9 llevo a mi hija a otra parte, que sea más tarde", dt.time(9), None),
        ("el jueves a las 4 recojo a los niños, algo más temprano", None, dt.time(16)),
        ("el jueves a las 9 trabajo, después de eso", dt.time(9), None),
    ],
)
def test_what_is_wished_for_beside_it_is_bounded_by_its_hour(
    text: str, after: dt.time | None, before: dt.time | None
) -> None:
    (wish,) = Rules().understand(text, context(State.SLOT_SELECTION)).intents
    assert isinstance(wish, CheckAvailability)
    assert wish.when is not None
    found = wish.when.when
    assert found is not None
    assert (found.time_from, found.time_to, found.exact) == (after, before, False)
    assert found.date_from == found.date_to
    assert found.date_from is not None
    assert found.date_from.weekday() == 3


DOINGS = (
    "riego las plantas",
    "ensayo con el coro",
    "manejo el camión",
    "doy clases",
    "celebramos a mi abuela",
    "rezamos el rosario",
    "me mudo de casa",
    "me reúno con mi jefe",
    "tengo que ir al banco",
    "voy a llevar al perro al veterinario",
    "nos vamos a Ensenada",
    "sigo en la oficina",
    "estaré fuera",
    "tomo la pastilla",
    "bañan a mi mamá",
    "mi hijo tiene partido",
    "es la graduación de mi hija",
    "la junta empieza",
)
TIMES = ("en la mañana", "el viernes", "a las 10", "de 9 a 12")
REFUSALS = (
    "{} se me complica",
    "{} se me hace difícil",
    "{} está cañón",
    "{} me queda mal",
    "{} ni de chiste",
    "{} nel",
    "evita {}",
    "evíteme {}",
)


def wished(text: str, state: State) -> list[Reading]:
    said = Rules().understand(text, context(state)).intents
    found = [getattr(one, "when", None) for one in said if isinstance(one, StartBooking | CheckAvailability)]
    return [one for one in found if one] + [Reading()] * any(isinstance(one, SelectSlot) for one in said)


@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("told", [*(f"{{}} {one}" for one in DOINGS), *(f"{one} {{}}" for one in DOINGS), *REFUSALS])
def test_a_time_beside_what_somebody_does_or_refuses_is_not_looked_for(told: str, time: str, state: State) -> None:
    """And it is not passed over: every other time is looked for, or it is asked about."""
    wish = "quiero cita, " if state is State.IDLE else ""
    (alone, *_) = wished(wish + time, state)
    text = wish + told.format(time)
    said = Rules().understand(text, context(state)).intents
    asked = any(isinstance(one, Unknown) for one in said)
    assert asked or all(one not in (alone, Reading()) for one in wished(text, state) or [Reading()]), said


@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize(
    "wish",
    (
        "me lanzo {} / le caigo {} / voto por {} / me conviene {} / ahí estoy {} / tengo chance {} / me organizo {}"
        " / llego {} / estoy libre {} / tomo {} / podré {} / requiero cita {} / llevo a mi hijo a la consulta {}"
        " / abren {} / mi hijo puede {} / tienen algo {} / dice mi mamá que {}"
    ).split(" / "),
)
def test_a_time_beside_a_verb_of_coming_is(wish: str, time: str) -> None:
    text = wish.format(time)
    assert as_times_they_cannot(text, context(State.SLOT_SELECTION)) == text


def test_a_choice_beside_what_somebody_does_holds() -> None:
    for told in ("ese día abro la tienda a las 10, así que la primera", "a las 4 llevo al niño, la primera"):
        assert Rules().understand(told, context(State.SLOT_SELECTION)).intents == (SelectSlot(option=1),)


@pytest.mark.parametrize("told", ["a las 10 riego las plantas flumbas", "quiero cita, el viernes ando frunado fuera"])
def test_what_is_said_back_was_written(told: str) -> None:
    said = Rules().understand(told, context(State.IDLE)).intents
    assert all(words in told for one in said if isinstance(one, Unknown) for words in one.left)


@pytest.mark.parametrize(("part", "other"), [("tarde", "mañana"), ("mañana", "tarde")])
def test_the_part_at_which_they_do_not_is_wished_for(part: str, other: str) -> None:
    (said,) = (
        Rules().understand(f"el viernes en la {part} trabajo, en la {other} no", context(State.SLOT_SELECTION)).intents
    )
    (plain,) = Rules().understand(f"el viernes en la {other} puedo", context(State.SLOT_SELECTION)).intents
    assert said == plain


@pytest.mark.parametrize("but", ["menos {}", "que no sea {}", "evita {}", "pero no {}"])
@pytest.mark.parametrize("time", ["el viernes", "a las 10", "mañana", "en la mañana"])
def test_what_a_move_is_not_to_be_is_kept_with_it(but: str, time: str) -> None:
    (said,) = Rules().understand(f"pásala {but.format(time)}", context(State.IDLE)).intents
    assert isinstance(said, RescheduleAppointment)
    assert said.of is None
    assert said.when


@pytest.mark.parametrize("joint", [", ", " y ", ", pero "])
def test_the_day_on_which_they_do_not_is_wished_for(joint: str) -> None:
    text = f"el viernes trabajo{joint}el lunes no"
    assert as_times_they_cannot(text, context(State.SLOT_SELECTION)) == "el lunes puedo"


def test_what_stands_behind_the_part_that_is_free_is_read_too() -> None:
    text = "el lunes tengo clases y en la tarde estoy libre, el martes trabajo"
    assert as_times_they_cannot(text, context(State.SLOT_SELECTION)) == "el lunes en la tarde puedo, el martes no puedo"


@pytest.mark.parametrize("who", ["mi mamá", "mi hijo", "mi esposo"])
def test_who_comes_then_has_nothing_else_then(who: str) -> None:
    text = f"quiero una cita, {who} va a ir el jueves a las 12"
    intents = Rules().parse(text, context(State.IDLE)).intents
    whens = [one.when for one in intents if isinstance(one, CheckAvailability | StartBooking)]
    assert whens
    assert not any(when and when.candidates for when in whens)


@pytest.mark.parametrize(
    "text",
    [
        "a qué hora me toca mañana con Salas",
        "acompaño yo a mi tía mañana porque ella no oye bien",
        "ya estamos en recepción, venimos a lo de las 8:20",
    ],
)
def test_who_comes_then_is_not_taken_up(text: str) -> None:
    assert as_times_they_cannot(text, context(State.IDLE)) == text


@pytest.mark.parametrize("text", ["todo menos el sábado", "la que sea menos las 3"])
def test_all_but_a_time_moves_nothing_that_nobody_speaks_of(text: str) -> None:
    said = Rules().understand(text, context(State.IDLE)).intents
    assert not any(isinstance(intent, RescheduleAppointment) for intent in said)


@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
@pytest.mark.parametrize("joint", [". ", ", "])
@pytest.mark.parametrize(("one", "other"), [("hoy", "mañana"), ("el lunes", "el martes")])
def test_days_that_are_refused_with_neither_nor_are_never_taken(one: str, other: str, joint: str, state: State) -> None:
    said = Rules().understand(f"no puedo ni {one} ni {other}{joint}¿el jueves?", context(state)).intents
    assert {day.weekday() for day in dates(said, range(14))} == {3}
