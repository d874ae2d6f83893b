"""Who has an appointment and says in few words how it is to be another is led to its move, or asked; nobody is led to a
second one. With a number that has none, what is to change of somebody's is for reception."""

from __future__ import annotations

import pytest

from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from nlu.words.message import plain
from tests.engine.test_own_visits import NOW, TUESDAY, clinic_with, live

MOVED = [
    "nomás quiero cambiar la hora",
    "mejor otro día",
    "otro día, por favor",
    "esa hora no me sirve",
    "no me acomoda la hora que me dieron",
    "muévemela tantito, media hora",
    "dejémosla para enero",
    "pásemela con Salas",
    "¿podemos reagendar?",
    "ya no puedo esperar hasta el martes, me siento peor",
    "no aguanto tanto, ¿no tendrá algo antes?",
    "necesito que sea antes, me siento mal",
]
MAYBE = [
    "mismo día pero a las 12",
    "que sea otro día",
    "¿podríamos vernos otro día?",
    "misma hora pero el jueves",
    "el mismo día de la otra semana",
    "¿puedo ir con otro doctor?",
    "¿se puede adelantar?",
]


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("text", [*MOVED, *MAYBE])
def test_it_is_the_move_of_the_one_there_is(text: str, marked: bool) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text if marked else " ".join(plain(text).replace(",", "").strip("¿?").split()))
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind in ("move", "choice")
    if text in MAYBE and draft.kind == "choice":
        clinic.tap("Ana", "Cambiarla")
        moved = clinic.conversation("Ana").draft
        assert moved is not None
        assert moved.kind == "move"
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize("text", ["mejor otro día", "necesito que sea antes", "misma hora pero el jueves"])
def test_of_several_it_is_asked_which(text: str) -> None:
    clinic = clinic_with(TUESDAY, TUESDAY.replace(day=22))
    assert clinic.say("Ana", text).keys[-1] == "which_appointment"


@pytest.mark.parametrize(
    "text",
    [
        "otro día le llamo",
        "otro día vuelvo",
        "no puedo esperar en la sala mucho rato",
        "no la mueva a otro día",
        "hay lugar?",
    ],
)
def test_other_things_in_few_words_move_nothing(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text)
    draft = clinic.conversation("Ana").draft
    assert draft is None or draft.kind == "booking"


@pytest.mark.parametrize(
    "text", ["otro día no puedo", "otro día no puedo ir", "otra hora no me queda", "no quiero otro día"]
)
def test_who_can_at_no_other_time_gives_nothing_up(text: str) -> None:
    assert "cancel_proposal" not in clinic_with(TUESDAY).say("Ana", text).keys


@pytest.mark.parametrize(
    "text",
    [
        "mi mamá Ana Luna tiene cita el jueves, me la puede pasar al viernes",
        "soy el esposo de Ana Luna, cambie su cita al viernes",
        "quiero cambiar la cita de mi mamá al viernes",
        "mi esposa tiene cita el jueves y no puede ir, ¿la podemos mover al viernes?",
        "mueva la cita de mi abuelita al viernes a las 10, por favor",
        "mi hija tiene cita el jueves a las 10 y se enfermó, me la pasa al lunes",
        "cancele la cita de Ana Luna",
    ],
)
@pytest.mark.parametrize("marked", [True, False])
def test_with_another_number_no_second_one_is_looked_for(text: str, marked: bool) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    said = text if marked else " ".join(plain(text).replace(",", "").replace("¿", "").replace("?", "").split())
    assert clinic.say("Beto", said).keys[-1] == "none_here"


@pytest.mark.parametrize("text", ["cita para mi mamá el viernes", "mi mamá necesita cita el viernes a las 12"])
def test_with_another_number_a_new_one_is_looked_for(text: str) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    assert clinic.say("Beto", text).keys[-1] in ("offer_slots", "ask_name")


@pytest.mark.parametrize(
    "text",
    [
        "cancela la del martes y dame una el jueves a las 12 con Salas",
        "cancele la del martes, y deme otra el jueves a las 12 con Salas",
        "cancela mi cita y hazme otra el jueves a las 12 con Salas",
        "quiero cancelar la del martes y agendar otra el jueves a las 12 con Salas",
    ],
)
def test_one_in_place_of_another_is_on_the_coming_day(text: str) -> None:
    moved = clinic_with(TUESDAY).say("Ana", text)
    assert moved.keys == ["move_proposal"]
    assert "Ahora: jueves 10" in moved.text


@pytest.mark.parametrize(
    "text",
    [
        "no me esperen",
        "ya no me esperen el martes, por favor",
        "no cuente conmigo",
        "no cuenten conmigo el martes",
        "libere el espacio, por favor",
        "¿puede liberar mi horario?",
        "dele baja a mi cita",
        "le puede dar de baja a mi cita",
        "estoy internada en el hospital",
        "ya me atendí en otro lado",
        "ya me atendieron en el seguro",
    ],
)
@pytest.mark.parametrize("marked", [True, False])
def test_who_gives_it_up_in_other_words_is_asked(text: str, marked: bool) -> None:
    clinic = clinic_with(TUESDAY)
    said = text if marked else " ".join(plain(text).replace(",", "").strip("¿?").split())
    assert clinic.say("Ana", said).keys[-1] == "cancel_proposal"
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize(
    "text",
    [
        "no me espere levantada",
        "cuente conmigo",
        "me atendieron en la mañana muy bien",
        "la doctora me revisó en la clínica la otra vez",
        "¿sí me esperan?",
        "hay que liberar el estrés",
    ],
)
def test_what_sounds_like_it_gives_nothing_up(text: str) -> None:
    assert "cancel_proposal" not in clinic_with(TUESDAY).say("Ana", text).keys
