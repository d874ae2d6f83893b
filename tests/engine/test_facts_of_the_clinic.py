"""Questions of fact that the clinic's record answers, where it has said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.conversation.replay import replay
from booking.desk import unanswered
from booking.intents import AskQuestion, Topic, Understanding
from booking.models import Answers, OwnAnswer, Policy, Price
from booking.testing.clinic import Clinic
from booking.testing.exchange import Exchange
from booking.testing.fakes import ScriptedExtractor
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

ASKED = ("¿hay estacionamiento?", "tienen estacionamiento", "¿dónde me puedo estacionar?", "¿se puede estacionar ahí?")


@pytest.mark.parametrize("text", ASKED)
def test_parking_is_told_in_the_clinic_s_own_words(text: str) -> None:
    seed = demo_seed()
    said = seed.clinic.model_copy(update={"policy": Policy(parking="gratis, por la calle 5")})
    clinic = memory_clinic(replace(seed, clinic=said), Shortcuts())
    clinic.say("Ana", "hola")
    came = clinic.say("Ana", text)
    assert (came.keys, "Estacionamiento: gratis, por la calle 5" in came.text) == (["answer_record"], True)


@pytest.mark.parametrize("text", ASKED)
def test_where_the_clinic_has_not_said_nothing_is_made_up(text: str) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Ana", "hola")
    assert clinic.say("Ana", text).keys == ["no_answer"]


def test_a_yes_beside_it_counts_as_beside_any_question() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Ana", "hola, quiero una cita el martes por la tarde")
    clinic.tap("Ana", 1)
    clinic.say("Ana", "Ana Torres")
    assert "booked" in clinic.say("Ana", "sí, ¿hay estacionamiento?").keys


ANSWERS = Answers(
    prices=(
        Price(what="Consulta", said="$600"),
        Price(what="Consulta", said="$800", doctor="Dra. Paula Ríos"),
        Price(what="Ultrasonido", said="desde $900"),
    ),
    insurances=("GNP", "Seguros Monterrey"),
    cards="Sí, de crédito y débito.",
    others=(OwnAnswer(words="wifi; clave internet", says="La clave está en la sala."),),
)


@pytest.mark.parametrize(
    ("topic", "text", "told"),
    [
        (None, "¿tienen wifi?", "La clave está en la sala."),
        (None, "¿y el ultrasonido?", "Ultrasonido: desde $900"),
        (Topic.PRICES, "¿cuánto cuesta la consulta con la dra. Ríos?", "Consulta, con Dra. Paula Ríos: $800"),
        (Topic.PRICES, "¿cuánto cuesta el ultrasonido?", "Ultrasonido: desde $900"),
        (Topic.INSURANCE, "¿aceptan GNP?", "Sí, aceptamos GNP."),
        (Topic.INSURANCE, "¿aceptan seguros?", "Aceptamos: GNP y Seguros Monterrey."),
        (Topic.CARDS, "¿aceptan tarjeta?", "Sí, de crédito y débito."),
        (Topic.CARDS, "¿cuánto vale si pago con tarjeta?", "Sí, de crédito y débito."),
        (Topic.CARDS, "¿aceptan dólares?", None),
        (None, "¿a qué le van?", None),
        (Topic.PRICES, "¿cuánto cuesta la limpieza?", None),
        (Topic.BRING, "¿qué tengo que llevar?", None),
    ],
)
def test_the_clinic_s_own_answers_are_told_and_nothing_else(topic: Topic | None, text: str, told: str | None) -> None:
    seed = demo_seed()
    asked = Understanding(intents=(AskQuestion(query=text, topic=topic),))
    said = seed.clinic.model_copy(update={"answers": ANSWERS})
    clinic = memory_clinic(replace(seed, clinic=said), ScriptedExtractor(lambda text, context: asked))
    came = clinic.say("Ana", text)
    assert came.keys[-1] == ("no_answer" if told is None else "answer_record")
    assert told is None or told in came.text
    assert "Atendemos entre" not in came.text


def asking(text: str, topic: Topic | None, answers: Answers, **more: str | None) -> tuple[Clinic, Exchange]:
    """A clinic that has said this, and what comes of one question."""
    seed = demo_seed()
    said = seed.clinic.model_copy(update={"answers": answers, "address": more.pop("address", seed.clinic.address)})
    asked = Understanding(intents=(AskQuestion(query=text, topic=topic, **more),))
    clinic = memory_clinic(replace(seed, clinic=said), ScriptedExtractor(lambda text, context: asked))
    return clinic, clinic.say("Ana", text)


MAP = "https://maps.app.goo.gl/aBc123"


@pytest.mark.parametrize(
    ("address", "map_link", "told"),
    [
        ("Calle 1, B. C.", MAP, f"Estamos en Calle 1, B. C.\n🗺️ {MAP}"),
        ("Calle 1", None, "Estamos en Calle 1.\n\n"),
        (None, MAP, f"🗺️ {MAP}"),
        (None, None, "De la dirección no te sé decir yo."),
    ],
)
def test_where_it_is_with_the_map_as_far_as_it_has_said(address: str | None, map_link: str | None, told: str) -> None:
    _, came = asking("mándame la ubicación", Topic.ADDRESS, Answers(map_link=map_link), address=address)
    assert told in came.text
    assert "None" not in came.text


@pytest.mark.parametrize(
    ("specialty", "told"),
    [
        ("dermat", "Sí, con Dra. Paula Ríos (Dermatología)."),
        ("medici", "Sí, con Dra. Laura Méndez (Medicina general) y Dr. Jorge Salas (Medicina general)."),
        ("gineco", "Sí, tenemos Ginecología y obstetricia; recepción te dice con quién."),
        ("pediat", "Esa especialidad no la tenemos. Atienden: Dra. Laura Méndez"),
        (None, "También tenemos: Ginecología y obstetricia."),
    ],
)
def test_a_specialty_is_told_from_the_doctors_and_the_clinic(specialty: str | None, told: str) -> None:
    answers = Answers(specialties=("Dermatología", "Ginecología y obstetricia"))
    _, came = asking("¿tienen de eso?", Topic.DOCTORS, answers, specialty=specialty)
    assert told in came.text


def test_what_the_clinic_has_not_said_is_told_by_its_name_and_counted_without_words() -> None:
    clinic, came = asking("¿cuánto cuesta, Ana?", Topic.PRICES, Answers())
    assert "Del precio no te sé decir yo" in came.text
    clinic.say("Ana", "¿cuánto cuesta?")
    with clinic.begin() as uow:
        (row,) = unanswered.listed(uow, 30, clinic.clock.now())
    assert (row["tema"], row["veces"]) == ("precios", 2)
    assert "--precio" in row["que_hacer"]


@settings(max_examples=40, deadline=None)
@given(
    asked=st.lists(
        st.tuples(
            st.sampled_from(
                [None, Topic.PRICES, Topic.INSURANCE, Topic.CARDS, Topic.BRING, Topic.ADDRESS, Topic.HOURS]
            ),
            st.sampled_from(["¿wifi?", "¿el ultrasonido?", "con la dra Ríos", "¿la consulta?", "¿GNP?", "¿qué más?"]),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_the_log_keeps_of_the_clinic_what_was_asked_and_replays(asked: list[tuple[Topic | None, str]]) -> None:
    many = tuple(OwnAnswer(words=f"tema{n}", says="x" * 600) for n in range(40))
    seed = demo_seed()
    said = seed.clinic.model_copy(
        update={"answers": ANSWERS.model_copy(update={"others": (*ANSWERS.others, *many), "emergency_words": ("ay",)})}
    )
    questions = Understanding(intents=tuple(AskQuestion(query=text, topic=topic) for topic, text in asked))
    clinic = memory_clinic(replace(seed, clinic=said), ScriptedExtractor(lambda text, context: questions))
    clinic.say("Ana", "hola")
    (record,) = clinic.records
    assert len(record.clinic.model_dump_json()) < 2500 < len(said.model_dump_json())
    assert replay(record).replies == record.replies


def test_of_a_topic_that_it_speaks_of_only_what_was_asked_is_not_known() -> None:
    _, came = asking("¿aceptan dólares?", Topic.CARDS, ANSWERS)
    assert "De eso no te sé decir" in came.text
    _, came = asking("¿aceptan dólares?", Topic.CARDS, Answers())
    assert "De las formas de pago no te sé decir" in came.text
