"""Who has appointments and speaks of them in words of their own: what falls, what stays, where one is to go; and never
a wish for one more where none is asked for."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import (
    Anchor,
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Deny,
    HumanReason,
    ListAppointments,
    RequestHuman,
    RescheduleAppointment,
    StartBooking,
    Unknown,
    When,
    Whose,
)
from booking.models import Purpose, State
from nlu.shortcuts import parse
from tests.nlu.known_visits import FIRST, NOW, SECOND, THIRD, read
from tests.nlu.messages import ZONE, context


def starts(reading: object) -> list[dt.datetime]:
    """The moments that the time of an appointment names."""
    when, candidates = getattr(reading, "when", None), getattr(reading, "candidates", ())
    return [_start(one) for one in ((when,) if when else candidates)]


def _start(when: When) -> dt.datetime:
    assert when.date_from
    assert when.time_from
    return dt.datetime.combine(when.date_from, when.time_from, ZONE)


NAMES = {FIRST: ("la del 15", "el 15", "el martes 15"), SECOND: ("la del 23", "el 23", "la del miércoles 23")}
FALLS = ("no", "ya no", "no puedo", "no voy a poder ir", "ya no voy", "no alcanzo", "quítenla", "cancélela", "no llego")
STAYS = ("sí", "sí voy", "siempre sí", "déjenla", "sí puedo", "que se quede", "no la cancelen")


@pytest.mark.parametrize("falls", FALLS)
@pytest.mark.parametrize("stays", STAYS)
def test_of_two_the_one_that_falls_is_to_be_cancelled_and_never_the_one_that_stays(falls: str, stays: str) -> None:
    for kept, gone in ((FIRST, SECOND), (SECOND, FIRST)):
        for keeps, loses in zip(NAMES[kept], NAMES[gone], strict=True):
            for text in (f"{keeps} {stays}, {loses} {falls}", f"{loses} {falls}, pero {keeps} {stays}"):
                (said,) = read(text, FIRST, SECOND)
                assert isinstance(said, CancelAppointment), text
                assert starts(said.when) == [gone], text


@pytest.mark.parametrize("falls", FALLS)
def test_the_other_one_is_the_one_that_was_not_named(falls: str) -> None:
    for kept, gone in ((FIRST, SECOND), (SECOND, FIRST)):
        (said,) = read(f"{NAMES[kept][0]} sí voy, la otra {falls}", FIRST, SECOND)
        assert isinstance(said, CancelAppointment)
        assert starts(said.when) == [gone]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("la primera déjenla, la segunda no", [SECOND]),
        ("la última ya no", [THIRD]),
        ("la de las 5 ya no", [SECOND]),
        ("a la de enero no voy", [THIRD]),
        ("la del 15 sí voy, la del 23 no, y la de enero quién sabe", [SECOND]),
        ("no cancelen la del 15, la que no quiero es la del 23", [SECOND]),
        ("la del 15 no puedo, es cumple de mi nieto, las otras sí", [FIRST]),
        ("no puedo ni el 15 ni el 23", [FIRST, SECOND]),
        ("la del 15 no y la del 23 tampoco puedo ir", [FIRST, SECOND]),
    ],
)
def test_which_of_several_fall(text: str, gone: list[dt.datetime]) -> None:
    (said,) = read(text, FIRST, SECOND, THIRD)
    assert isinstance(said, CancelAppointment)
    assert starts(said.when) == gone
    assert said.several == (len(gone) > 1)


@pytest.mark.parametrize(
    "text", ["ya no voy a ir a ninguna, me cambiaron de doctor", "cancela todas", "no voy a ninguna"]
)
def test_all_of_them_fall(text: str) -> None:
    (said,) = read(text, FIRST, SECOND)
    assert said == CancelAppointment(several=True)


@pytest.mark.parametrize(
    "text",
    [
        "híjole ya no puedo el martes, quítame",
        "quítame",
        "ya no puedo el martes",
        "creo que el 15 no llego",
        "se me complicó el martes",
        "me salió un viaje, no voy a estar el 15",
        "bórrenla por favor",
        "el 15 ya no",
        "ay no, el martes es imposible",
    ],
)
def test_the_only_one_is_to_be_cancelled(text: str) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, CancelAppointment)
    assert said.when is None or starts(said.when) == [FIRST]


DENIED = ("el 15 no puedo", "no puedo el 15", "el 15 ya no", "no voy a alcanzar el 15", "el 15 a las 10 no")
INSTEAD = {
    "el 16 sí": When(date_from=dt.date(2026, 12, 16), date_to=dt.date(2026, 12, 16)),
    "mejor el 16": When(date_from=dt.date(2026, 12, 16), date_to=dt.date(2026, 12, 16)),
    "¿se puede el 16?": When(date_from=dt.date(2026, 12, 16), date_to=dt.date(2026, 12, 16)),
    "a las 6 sí": When(time_from=dt.time(18), exact=True),
    "¿el mismo día a las 6?": When(time_from=dt.time(18), exact=True),
}


@pytest.mark.parametrize(("denied", "instead"), [*product(DENIED, INSTEAD)])
def test_a_day_that_is_denied_is_that_of_the_one_to_be_moved(denied: str, instead: str) -> None:
    (said,) = read(f"{denied}, {instead}", FIRST, SECOND)
    assert isinstance(said, RescheduleAppointment)
    assert starts(said.of) == [FIRST]
    assert said.when is not None
    assert said.when.when == INSTEAD[instead]


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("el 15 no alcanzo a las 10, ¿una hora más tarde se puede?", Anchor(minutes=60)),
        ("se puede que mi cita del martes sea media hora después", Anchor(minutes=30)),
        ("¿puede ser una hora antes?", Anchor(minutes=-60)),
        ("mi cita del 15 la quiero con el doctor Salas en vez de con la doctora, mismo día", Anchor(same_day=True)),
        ("prefiero dejarla como estaba antes, con Paula", Anchor(same_day=True, same_time=True)),
        ("ya no quiero con la doctora Laura, con Salas mejor", Anchor(same_day=True, same_time=True)),
    ],
)
def test_what_is_counted_from_the_one_there_is(text: str, anchor: Anchor) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, RescheduleAppointment)
    assert starts(said.of) == [FIRST]
    assert said.when is not None
    assert said.when.anchor == anchor


@pytest.mark.parametrize("text", ["hola sí, pero se puede un poquito más tarde?", "¿y si es más tarde?"])
def test_later_is_later_than_the_one_there_is(text: str) -> None:
    said = read(text, FIRST)[-1]
    assert isinstance(said, RescheduleAppointment)
    assert starts(said.of) == [FIRST]


@pytest.mark.parametrize("text", ["la paso al 19", "ok entonces la paso al 19 que es sábado", "me la pasan al 19"])
def test_la_is_the_one_there_is(text: str) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, RescheduleAppointment)
    assert said.when is not None
    assert said.when.when == When(date_from=dt.date(2026, 12, 19), date_to=dt.date(2026, 12, 19))


@pytest.mark.parametrize(
    "text",
    [
        "no la muevan al 19, déjenla el 15",
        "el 15 siempre sí, no cancelen nada",
        "déjenla como está",
        "no me la vayan a quitar, voy en camino",
        "me equivoqué, sí voy",
        "pensándolo bien no la cambio",
        "pensándolo bien no",
        "las dos siguen en pie",
        "déjenme las dos",
        "el 15 sí puedo, el 23 quién sabe",
        "no, mejor déjenla así",
    ],
)
def test_they_stay_as_they_are(text: str) -> None:
    assert read(text, FIRST, SECOND) == (ListAppointments(stay=True),)


@pytest.mark.parametrize(
    "text",
    [
        "¿mi cita del martes es con la doctora Laura?",
        "la cita de Matías es hoy verdad? y la mía?",
        "¿todavía tengo mi cita?",
    ],
)
def test_what_is_asked_of_them_is_shown(text: str) -> None:
    (said,) = read(text, FIRST, SECOND)
    assert said.model_copy(update={"of": None}) == ListAppointments()


def test_what_one_costs_is_a_question() -> None:
    (asked,) = read("ya no tengo seguro, ¿cuánto me van a cobrar por la del 15?", FIRST)
    assert isinstance(asked, AskQuestion)


def test_who_will_be_late_today_says_so() -> None:
    (said,) = read("si llego 11:15 todavía alcanzo?", dt.datetime(2026, 12, 8, 10, 30, tzinfo=ZONE))
    assert said == RequestHuman(reason=HumanReason.LATE)


def test_another_day_that_is_told_of_late_is_none() -> None:
    (said,) = read("si llego 11:15 todavía alcanzo?", SECOND)
    assert said != RequestHuman(reason=HumanReason.LATE)


def test_somebody_instead_of_the_patient_is_for_people_to_decide() -> None:
    assert read("le cambio mi cita a mi hermana, que vaya ella en mi lugar", FIRST) == (RequestHuman(),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sí voy el 15, pero el 23 no", CancelAppointment),
        ("me equivoqué, sí voy", Deny),
        ("sí voy el 15", Deny),
    ],
)
def test_under_a_cancellation_too(text: str, said: type[AnyIntent]) -> None:
    (found,) = read(text, FIRST, SECOND, state=State.CONFIRM, purpose=Purpose.CANCEL)
    assert isinstance(found, said)
    assert not isinstance(found, CancelAppointment) or starts(found.when) == [SECOND]


@pytest.mark.parametrize(
    ("text", "purpose"),
    [("no, el 15 no", Purpose.CANCEL), ("el 15 no puedo", Purpose.MOVE), ("el 15 ya no", Purpose.MOVE)],
)
def test_what_answers_a_proposal_cancels_nothing(text: str, purpose: Purpose) -> None:
    said = read(text, FIRST, SECOND, state=State.CONFIRM, purpose=purpose)
    assert not any(isinstance(one, CancelAppointment) for one in said)


def test_under_a_move_all_of_them_may_be_given_up() -> None:
    (said,) = read("ya no voy a ir a ninguna", FIRST, SECOND, state=State.CONFIRM, purpose=Purpose.MOVE)
    assert said == CancelAppointment(several=True)


ASIDE = [
    "quiero otra cita el 16, el 15 no puedo",
    "si no puedo el 15 les aviso",
    "¿sí hay consulta el 15?",
    "no puedo respirar, el 15 no aguanto",
    "la de mi hijo el 15 no, la mía sí",
]


@pytest.mark.parametrize("text", ASIDE)
def test_what_says_something_else_gives_nothing_up(text: str) -> None:
    assert not [one for one in read(text, FIRST, SECOND) if isinstance(one, CancelAppointment) and starts(one.when)]


ALL_OF_THEM = [
    *(f"{name} {verdict}" for name, verdict in product((*NAMES[FIRST], *NAMES[SECOND]), (*FALLS, *STAYS))),
    *(f"{denied}, {instead}" for denied, instead in product(DENIED, INSTEAD)),
]


def test_none_of_it_wishes_for_one_more() -> None:
    booked = [
        text
        for text in ALL_OF_THEM
        for one in read(text, FIRST, SECOND)
        for said in (one, *(one.understood if isinstance(one, Unknown) else ()))
        if isinstance(said, StartBooking | CheckAvailability)
    ]
    assert not booked


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("yo no voy a poder ir pero mi hijo sí", True),
        ("cancela la de mi hijo", False),
        ("mi hijo no va a ir, yo sí", False),
    ],
)
def test_whose_is_cancelled_is_who_cannot_come(text: str, own: bool) -> None:
    said = read(text)
    assert [i.whose.own for i in said if isinstance(i, CancelAppointment) and i.whose] == [own], said


@pytest.mark.parametrize("unless", ["si no hay con la doctora Ríos", "si no está el doctor Salas", "si me cobran"])
def test_nobody_is_asked_to_cancel_on_a_condition(unless: str) -> None:
    said = read(f"cancele mi cita {unless}")
    assert not any(isinstance(i, CancelAppointment) for i in said), said
    kindly = read("quiero cancelar mi cita, si no es molestia")
    assert any(isinstance(i, CancelAppointment) for i in kindly), kindly


@pytest.mark.parametrize(
    "text",
    [
        "otra más para el mismo día, es para mí",
        "una más para el mismo día",
        "no puedo el martes, o bueno sí",
        "oye el martes tampoco, la neta mejor como estaba",
    ],
)
def test_what_is_taken_back_moves_and_cancels_nothing(text: str) -> None:
    said = read(text, FIRST, SECOND)
    assert not any(isinstance(i, CancelAppointment | RescheduleAppointment) for i in said), said


def test_anothers_is_moved_where_ones_own_stays() -> None:
    said = read("pásenme la de mi mamá al sábado y la mía déjenla igual", FIRST, SECOND)
    assert [i.whose.own for i in said if isinstance(i, RescheduleAppointment) and i.whose] == [False], said


DENIED_CANCEL = (
    "no me la cancelen, mejor",
    "no la quiten,",
    "oiga no la cancelen, solo",
    "no quiero cancelarla, quiero que",
)


@pytest.mark.parametrize("denied", DENIED_CANCEL)
@pytest.mark.parametrize("moves", ["cámbienla", "muévanla al jueves", "pásenla", "me la pasen al jueves"])
def test_what_is_not_to_be_cancelled_but_moved_is_moved(denied: str, moves: str) -> None:
    (said,) = read(f"{denied} {moves}", FIRST)
    assert isinstance(said, RescheduleAppointment)
    assert (said.when is not None) == ("jueves" in moves)


@pytest.mark.parametrize(
    "hedge",
    ["pero si es con otro doctor mejor no", "y si es con otra doctora déjenla", "aunque si me toca con otro no"],
)
def test_to_another_doctor_it_is_not_moved_on_a_condition(hedge: str) -> None:
    (said,) = read(f"cámbienla al jueves, {hedge}", FIRST)
    assert isinstance(said, RescheduleAppointment)
    assert (said.another, said.doctor) == (False, None)
    assert said.when is not None


@pytest.mark.parametrize("text", ["las dos el mismo día mejor", "las dos para el jueves", "pasen las dos al jueves"])
def test_the_two_there_are_are_no_hour(text: str) -> None:
    (said,) = read(text, FIRST, SECOND)
    assert isinstance(said, RescheduleAppointment)
    assert said.of is None
    assert not (said.when and said.when.when and said.when.when.time_from)


@pytest.mark.parametrize("text", ["quiero cita el jueves a las dos", "a las dos el jueves, otra cita"])
def test_two_o_clock_is_an_hour(text: str) -> None:
    said = read(text, FIRST, SECOND)
    whens = [one.when.when for one in said if isinstance(one, StartBooking | CheckAvailability) and one.when]
    assert [when.time_from for when in whens if when] == [dt.time(14)], said


LEAVES = ("{} y deja la de Dayana", "deja la de Dayana y {}", "{} pero la de Dayana no", "{}, la de Dayana déjala")


@pytest.mark.parametrize("way", LEAVES)
@pytest.mark.parametrize("order", ["cancela la de Yael", "mueve la de Yael al jueves 17"])
def test_what_is_left_beside_an_order_is_no_part_of_it(way: str, order: str) -> None:
    visits = (NOW.replace(day=15, hour=17), NOW.replace(day=16, hour=10))
    (said,) = read(way.format(order), *visits, visits_of=("Yael Luna", "Dayana Luna"))
    assert isinstance(said, CancelAppointment | RescheduleAppointment)
    assert said.whose == Whose(name="Yael")


@pytest.mark.parametrize(
    ("said", "which"), [("no perdón, la primera", FIRST), ("no, la segunda", SECOND), ("la última", SECOND)]
)
def test_another_one_is_asked_about_by_its_place(said: str, which: dt.datetime) -> None:
    cancelling = context(State.CONFIRM).model_copy(update={"purpose": Purpose.CANCEL, "visits": (FIRST, SECOND)})
    (one,) = parse(said, cancelling).intents
    assert isinstance(one, CancelAppointment)
    assert one.when
    assert one.when.when
    assert one.when.when.date_from == which.date()


@pytest.mark.parametrize(
    "text",
    ["dele mi lugar a otra persona", "ya me alivié, pueden darle mi lugar a otro paciente", "se la dejo a alguien más"],
)
def test_what_is_left_to_anybody_is_cancelled(text: str) -> None:
    (one,) = read(text, FIRST)
    assert isinstance(one, CancelAppointment)


@pytest.mark.parametrize(
    "text",
    [
        "quiero dar mi lugar a otra persona",
        "ya no voy a poder ir, denle mi lugar a otra persona",
        "no, mejor denle mi lugar a alguien más",
        "si gusta dele mi lugar a otra persona",
    ],
)
def test_closed_forms_give_it_up(text: str) -> None:
    assert [type(one) for one in read(text, FIRST)] == [CancelAppointment]


@pytest.mark.parametrize(
    "text",
    [
        "no le den mi lugar a otra persona",
        "no den mi lugar a alguien más",
        "ni den mi turno a otra persona",
        "no quiero dar mi lugar a otra persona",
        "no vayan a pasar mi turno a alguien más, ya voy en camino",
        "que no den mi cita a otra persona, ya voy",
        "páselo a otra persona",
    ],
)
def test_what_is_not_to_be_given_is_not_cancelled(text: str) -> None:
    assert not any(isinstance(one, CancelAppointment) for one in read(text, FIRST))


@pytest.mark.parametrize(
    "text",
    [
        "me dijeron que pasaron mi cita a otra persona",
        "dejaron mi lugar a alguien más",
        "se la pasó a otra persona la señorita",
        "la doctora da mi lugar a otra persona",
        "mi mamá dice que den mi lugar a otra persona",
        "si no llego, denle mi lugar a otra persona",
        "den mi lugar a otra persona si no llego a las 5",
        "cuando no llegue, den mi lugar a otra persona",
    ],
)
def test_what_others_did_with_it_or_are_to_do_only_then_is_for_people(text: str) -> None:
    assert read(text, FIRST) == (RequestHuman(),)


def test_what_is_wanted_in_its_place_is_no_relative_who_comes() -> None:
    for text in ("cancele la del lunes y en su lugar deme una el viernes", "quiero otra en su lugar"):
        assert RequestHuman() not in read(text, FIRST), text
    assert read("en mi lugar va a ir mi esposo", FIRST) == (RequestHuman(),)
    far = "ya no voy a ir yo, va a ir mi hijo Mateo de la Cruz en mi lugar, deje la misma hora"
    assert read(far, FIRST) == (RequestHuman(),)


def test_to_be_put_with_a_doctor_at_a_time_is_no_call() -> None:
    assert RequestHuman() not in read("póngame con la doctora Ríos el jueves", FIRST)
    assert read("páseme con la doctora Ríos", FIRST) == (RequestHuman(),)
