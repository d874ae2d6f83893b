"""Names: whole, well written, and never made of anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData, Unknown
from booking.models import State
from nlu.naming.name_shape import MAX_CHARS
from nlu.naming.name_words import ONLY_SURNAMES
from nlu.naming.names import proper
from nlu.shortcuts import Rules, parse
from nlu.words import spelling
from tests.nlu.messages import context

GIVEN = ["Ana", "José", "María", "Luis", "Ximena", "Íñigo", "Yareli", "Ángel", "Zoë", "Noemí"]
SURNAMES = [
    "Ruiz",
    "Muñoz",
    "de la Cruz",
    "Güemes",
    "O'Farrill",
    "Pérez-Gil",
    "del Río",
    "McDonald",
    "Núñez",
    "y Gasset",
]
people = st.builds(
    lambda first, last: " ".join([*first, *last]),
    st.lists(st.sampled_from(GIVEN), min_size=1, max_size=2, unique=True),
    st.lists(st.sampled_from(SURNAMES[:-1]), min_size=1, max_size=2, unique=True),
)
INTRODUCED = [
    "soy {}",
    "me llamo {}",
    "mi nombre es {}",
    "a nombre de {}",
    "hola, soy {}",
    "Nombre: {}",
    "el paciente es {}",
]


def named(text: str, state: State = State.CUSTOMER_DATA) -> str | None:
    return next((i.name for i in parse(text, context(state)).intents if isinstance(i, ProvideCustomerData)), None)


@given(people)
def test_a_bare_name_is_taken_where_it_is_asked_for(name: str) -> None:
    assert named(name) == name
    assert named(name, State.IDLE) is None
    assert named(name, State.CONFIRM) in (None, name)  # on screen it may be wrong: a whole name is another one


@given(people, st.sampled_from(INTRODUCED), st.sampled_from(State))
def test_an_introduced_name_is_taken_everywhere(name: str, form: str, state: State) -> None:
    assert named(form.format(name), state) == name


@given(people, st.sampled_from([str.upper, str.lower]), st.sampled_from(["{}", *INTRODUCED]))
def test_capitals_are_put_right_and_accents_kept(name: str, case: object, form: str) -> None:
    assert named(form.format(case(name))) == name  # type: ignore[operator]


@given(people)
def test_writing_a_name_again_changes_nothing(name: str) -> None:
    written = proper(name)
    assert written is not None
    assert proper(written) == written


@given(
    people,
    st.sampled_from(["el martes a las 4", "quiero una cita", "por favor", "mañana en la tarde", "me duele la espalda"]),
)
def test_a_name_ends_where_something_else_begins(name: str, rest: str) -> None:
    assert named(f"soy {name}, {rest}") == name
    assert named(f"soy {name} y {rest}") == name


@given(people, st.sampled_from(["hijo", "hija", "mamá", "papá", "esposa", "abuelita", "bebé"]), st.sampled_from(State))
def test_somebody_else(name: str, relation: str, state: State) -> None:
    for text in (
        f"es para mi {relation} {name}",
        f"para mi {relation}, se llama {name}",
        f"mi {relation} se llama {name}",
    ):
        assert ProvideCustomerData(name=name, for_other=True) in parse(text, context(state)).intents


@given(st.text(max_size=80))
def test_a_name_is_letters(text: str) -> None:
    name = named(text)
    if name is not None:
        assert len(name) <= MAX_CHARS
        assert not any(c.isdigit() or c in "<>{}/\\=$%@#?:;()" for c in name)


@pytest.mark.parametrize(
    "text",
    ["Ana 🌸", "🌸", "Ana1", "x", "", "   ", "sí", "hola", "martes", "https://a.mx", "Ana?", "jajaja", "bcdfgh",
     "a" * 61, " ".join(["Anastasia"] * 7), "quiero cita", "null", "123", "Ana, Luis", "mi mamá"],
)  # fmt: skip
def test_what_is_no_name(text: str) -> None:
    assert proper(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [("MARIA DE LA CRUZ", "Maria de la Cruz"), ("ana m. ruiz", None), ("Ana M. Ruiz", "Ana M. Ruiz"),
     ("patrick o’farrill", "Patrick O'Farrill"), ("luis MCDONALD", "Luis McDonald"), ("Ana DeLeón", "Ana DeLeón"),
     ("juan ortega Y gasset", "Juan Ortega y Gasset"), ("JOSÉ ÁNGEL", "José Ángel")],
)  # fmt: skip
def test_how_a_name_is_written(text: str, name: str | None) -> None:
    assert proper(text) == name


_SLIPS = {
    slip
    for word in (
        "lunes",
        "martes",
        "jueves",
        "viernes",
        "sabado",
        "marzo",
        "abril",
        "junio",
        "agosto",
        "tarde",
        "semana",
    )
    for at in range(1, len(word))
    for slip in (word[:at] + word[at + 1 :], f"{word[:at]}z{word[at + 1 :]}", f"{word[:at]}{word[at]}{word[at:]}")
    if spelling.meant(slip) == word and slip[-1] != slip[-2]  # a drawn out end is the word itself
}
"""Words of time with one slip."""


@given(st.sampled_from(sorted(_SLIPS)), st.booleans())
def test_a_surname_like_a_word_of_time_is_a_name(surname: str, capital: bool) -> None:
    name = f"Carla Soto {surname.capitalize()}"
    (said,) = Rules().understand(name if capital else name.lower(), context(State.CUSTOMER_DATA)).intents
    assert isinstance(said, ProvideCustomerData | Unknown), said
    assert isinstance(said, Unknown) or said.name == name, said


@given(st.sampled_from(["Domingo", "Abril", "Julio"]), st.sampled_from(["Mayo", "Enero", "Lunes"]), st.booleans())
def test_a_day_or_month_said_twice_is_a_name_where_one_is_asked_for(given_: str, other: str, led: bool) -> None:
    said = f"la paciente es {given_} {other}" if led else f"{given_} {other}"
    (read,) = Rules().understand(said, context(State.CUSTOMER_DATA)).intents
    assert isinstance(read, ProvideCustomerData)
    assert read.name == f"{given_} {other}"


@pytest.mark.parametrize(
    "text", ["es broma", "alumno de prepa", "soy alumna de prepa", "me llaman la güera", "es un chiste"]
)
def test_what_somebody_is_is_no_name_and_no_wish_for_a_person(text: str) -> None:
    (read,) = Rules().understand(text, context(State.CUSTOMER_DATA)).intents
    assert isinstance(read, Unknown)


@pytest.mark.parametrize("state", [State.CUSTOMER_DATA, State.CONFIRM])
@pytest.mark.parametrize(
    "text", ["el apellido es con z: González", "es con z, González", "mi apellido está mal, es González con z",
             "perdón, es González con z", "el apellido lleva acento, González"],
)  # fmt: skip
def test_a_surname_spelt_otherwise_stands_for_that_word_alone(text: str, state: State) -> None:
    assert Rules().understand(text, context(state)).intents == (
        ProvideCustomerData(name="González", instead_of="González"),
    )


@pytest.mark.parametrize("mark", [",", "."])
def test_a_name_apart_from_the_doctor_is_the_patients(mark: str) -> None:
    known = context(State.IDLE).model_copy(update={"doctors": ("Dra. Paula Ríos", "Dr. Jorge Salas")})

    def named(said: str) -> list[str | None]:
        said_of = Rules().understand(said, known).intents
        return [intent.name for intent in said_of if isinstance(intent, ProvideCustomerData)]

    assert named(f"el viernes a las 10 con el dr salas{mark} Rita Osuna") == ["Rita Osuna"]
    assert named("el viernes a las 10 con el dr salas Rita Osuna") == []  # it may be one name


@pytest.mark.parametrize("surname", sorted(ONLY_SURNAMES))
@pytest.mark.parametrize("given", ["ana", "José", "MARÍA", "Abril"])
def test_a_surname_that_is_a_common_word_is_one_however_it_is_written(given: str, surname: str) -> None:
    for written in (f"{given} {surname}", f"{given} {surname}".upper(), f"{given} {surname} gracias"):
        said = parse(written, context(State.CUSTOMER_DATA)).intents
        assert [i.name.casefold() for i in said if isinstance(i, ProvideCustomerData) and i.name] == [
            f"{given} {surname}".casefold()
        ]
