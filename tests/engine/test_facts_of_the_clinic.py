"""Questions of fact that the clinic's record answers, where it has said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from booking.intents import AskQuestion, Topic, Understanding
from booking.models import Answers, OwnAnswer, Policy, Price
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
