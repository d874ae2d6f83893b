"""What people say in recorded talks: templates by who speaks and where the chat stands, and what others once wrote."""

from __future__ import annotations

import json
import os
import string
from collections import defaultdict
from functools import cache
from pathlib import Path

from booking.testing.decisions import Decisions

FILLING = {
    "when": "mañana/hoy/el martes/el jueves a las 10/el viernes por la tarde/la próxima semana/el sábado/mañana a las 9"
    "/el lunes después de las 4/el 3 de diciembre/lo más pronto posible"
    "/pasado mañana/el 25 de diciembre/a las 5/en la tarde",
    "doctor": "la doctora Méndez/el doctor Salas/la dermatóloga/la Dra. Paula/el doctor Pérez",
    "name": "Ana Torres/Luis Herrera Mora/Sofía Castañeda/José/Eva Mora Luna/Iván Ochoa/María José Gómez",
    "patient": "Ana Torres/Luis Herrera/Sofía Castañeda/Elena Ibarra/Ana/Beto Carrizales",
    "kin": "hijo/mamá/esposa/hermano/papá",
    "number": "664 555 0300/6645550177/664 123 4567",
}
WISH = "mejor {when}/con {doctor}/otro horario/no, {when}/mejor con {doctor} {when}/para mi {kin} {name}"
ASIDE = (
    "¿dónde están?/¿cuánto cuesta la consulta?/¿aceptan tarjeta?/gracias/ok/?/ya no/BAJA/hola/no entiendo"
    "/me duele la rodilla"
)
LINES = {
    "patient": {
        "IDLE": "hola/quiero una cita"
        "/quiero una cita {when}/necesito cita con {doctor} {when}/una cita para mi {kin} {when}"
        "/quiero cancelar mi cita/cancela mi cita de {when}/quiero cambiar mi cita/mueve mi cita para {when}"
        "/¿qué citas tengo?/¿qué horarios tienen {when}?/soy {name} y quiero cita {when}/ALTA"
        "/quiero hablar con una persona"
        "/sí/no/mejor {when}/voy a llegar tarde/soy otra persona, quiero una cita {when}"
        "/¿quién de mi familia tiene cita?"
        "/quiero dos citas, una {when} y otra {when}/confirmo mi cita/¿a qué hora era mi cita?",
        "OFFER": f"la primera/la segunda/la 3/a las 10/cualquiera/ninguna/{WISH}/más tarde/¿y {{when}}?",
        "PICK": "la primera/la segunda/la de {when}/las dos/ninguna/la de {name}",
        "NAME": "{name}/me llamo {name}/es para mi {kin} {name}/Ana/no quiero darlo/soy {name}, me duele la espalda",
        "CONFIRM": f"sí/sí, por favor/no/confirmo/dale/{WISH}/está mal el nombre, es {{name}}/sí pero {{when}}"
        "/déjame pensarlo",
    },
    "staff": {
        "IDLE": "¿quién sigue?/qué citas hay {when}/cancela la cita de {patient}/cancela la cita de {patient} {when}"
        "/mueve a {patient} {when}/mueve la cita de {patient} al viernes a las 11"
        "/agenda a {patient} {when} con {doctor}"
        "/agenda a {patient} el jueves a las 12/bloquea {when}/{doctor} no viene {when}/registra a {name} {number}"
        "/registra a Teresa Gil y agéndala el lunes a las 10/ya llegó {patient}/no llegó {patient}/busca a {patient}"
        "/teléfono de {patient}/mis horarios libres/¿qué huecos hay {when}?/¿qué hora es en Tokio?"
        "/los viernes no trabajo"
        "/mi horario de los lunes es de 9 a 2/cancela todas las citas de {when}/cuántas inasistencias hubo este mes"
        "/hola"
        "/quiero una cita para mí {when}/cancela la de {patient} y agenda a {patient} {when}/ya terminé con {patient}",
        "PICK": "la primera/la segunda/ninguna",
        "ORDER": "{patient}/{when}/{name}/la primera/el martes a las 10/con {doctor}/{number}/ya no"
        "/el jueves a las 4 de la tarde",
        "CONFIRM": "sí/sí, hazlo/no/mejor {when}/con {doctor}/a las 12/¿quién sigue?/mejor a {patient}/ya no",
    },
}
PLACES = {"MOVE_OFFER": "OFFER", "SLOT_SELECTION": "OFFER", "ORDER_QUESTION": "ORDER", "CUSTOMER_DATA": "NAME"}


@cache
def corpus() -> dict[tuple[str, str], list[str]]:
    """What others wrote to clinics, by voice and state; nothing without a corpus."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    path = Path(os.environ.get("TURNERO_CORPORA", "")) / "messages_es.jsonl"
    if "TURNERO_CORPORA" in os.environ and path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found["patient" if row["role"] == "patient" else "staff", row["state"]].append(row["text"])
    return found


def words(chance: Decisions, voice: str, place: str) -> str:
    """Something that fits where the chat stands, mostly; misspelt now and then."""
    if chance.once_in(12):
        return chance.one_of(ASIDE.split("/"))
    lines = LINES[voice]
    place = "CONFIRM" if place.startswith("CONFIRM") else PLACES.get(place, place)
    said = corpus().get((voice, {"OFFER": "SLOT_SELECTION", "NAME": "CUSTOMER_DATA"}.get(place, place)))
    if said and chance.once_in(5):
        return chance.one_of(said)
    # Staff may be where only patients have lines: they book for themselves too.
    template = chance.one_of(lines.get(place, LINES["patient"].get(place, lines["IDLE"])).split("/"))
    filled = "".join(
        before + (chance.one_of(FILLING[field].split("/")) if field else "")
        for before, field, _, _ in string.Formatter().parse(template)
    )
    at = chance.below(len(filled))
    return filled[:at] + filled[at + 1 :] if len(filled) > 6 and chance.once_in(10) else filled
