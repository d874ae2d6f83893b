"""What patients asked and the clinic has not said: counted by topic, without anybody's words; and by the words that
several people said, so that no one person's are shown."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.json_views import Json
from booking.documents.asked_words import groups_of
from booking.documents.library import Searcher
from booking.models.folded_text import without_accents
from booking.ports import UnitOfWork

COLUMNS = ("Sobre", "Veces", "La última", "Para contestarlo")
WORD_COLUMNS = ("Palabra", "Veces", "Personas", "La última")
ONLY_ONE = "(dichas por una sola persona)"
PEOPLE: Final = 2
"""So many must have said a word for it to be shown."""
_MOST_TURNS = 5000
_MOST_ASKED: Final = 500
"""Different questions that are asked anew, the newest of them."""
_SECONDS: Final = 5.0
"""For each of these."""
_OTHER = "otra cosa"
_IN_OWN_WORDS = "turnero clinica editar --pregunta «wifi=Sí hay»"

_TOPICS = {
    "hours": "horarios",
    "address": "dirección",
    "phone": "teléfono",
    "parking": "estacionamiento",
    "doctors": "doctores y especialidades",
    "duration": "cuánto dura la consulta",
    "prices": "precios",
    "insurance": "seguros",
    "cards": "formas de pago",
    "bring": "qué llevar",
    "fasting": "ayuno",
}
"""What patients ask about."""

_FILLED_IN_WITH = {
    "address": "turnero clinica editar --direccion … --mapa …",
    "phone": "turnero clinica editar --telefono …",
    "parking": "turnero clinica editar --estacionamiento …",
    "prices": "turnero clinica editar --precio «Consulta=$600»",
    "insurance": "turnero clinica editar --seguro GNP",
    "cards": "turnero clinica editar --tarjetas …",
    "bring": "turnero clinica editar --llevar …",
    "fasting": "turnero clinica editar --ayuno …",
}
"""How the clinic says what is asked about; any other question: `--pregunta`."""


def listed(uow: UnitOfWork, days: int, now: dt.datetime) -> list[Json]:
    """Of the last days, the most frequent first."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return [
        {
            "tema": _TOPICS.get(topic, topic) if topic else _OTHER,
            "veces": times,
            "ultima": f"{last.astimezone(zone):%d/%m/%Y}",
            "que_hacer": _FILLED_IN_WITH.get(topic or "", _IN_OWN_WORDS),
        }
        for topic, times, last in uow.turns.unanswered(now - dt.timedelta(days=days))
    ]


def line(row: Json) -> tuple[object, ...]:
    """A line of the table."""
    return row["tema"], row["veces"], row["ultima"], row["que_hacer"]


def by_words(uow: UnitOfWork, library: Searcher, days: int, now: dt.datetime) -> list[Json]:
    """What was named in such questions of the last days and no document answers by its words since, what most people
    asked about first; at the end how many questions named nothing that anybody else did."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    texts = _still_open(uow, library, uow.turns.unanswered_texts(now - dt.timedelta(days=days), _MOST_TURNS))
    found: dict[str, list[tuple[int, dt.datetime]]] = defaultdict(list)
    named = [(chat, at, {group.said for group in groups_of(text) if group.names}) for chat, text, at in texts]
    for chat, at, words in named:
        for word in words:
            found[word].append((chat, at))
    shared = {word for word, said in found.items() if len({chat for chat, _ in said}) >= PEOPLE}
    rows: list[Json] = [
        {
            "palabra": word,
            "veces": len(found[word]),
            "personas": len({chat for chat, _ in found[word]}),
            "ultima": f"{max(at for _, at in found[word]).astimezone(zone):%d/%m/%Y}",
        }
        for word in shared
    ]
    rows.sort(key=lambda row: (-int(str(row["personas"])), -int(str(row["veces"])), str(row["palabra"])))
    alone = [at for _, at, words in named if not words & shared]
    if alone:
        last = f"{max(alone).astimezone(zone):%d/%m/%Y}"
        rows.append({"palabra": ONLY_ONE, "veces": len(alone), "personas": None, "ultima": last})
    return rows


def _still_open(
    uow: UnitOfWork, library: Searcher, texts: Sequence[tuple[int, str, dt.datetime]]
) -> list[tuple[int, str, dt.datetime]]:
    """Those that no document answers. Only what was asked before a document was loaded can have got its answer since;
    each of these questions is asked once, by whomever it was asked."""
    loaded = max((one.at for one in uow.documents.list()), default=None)
    if loaded is None:
        return list(texts)
    before = dict.fromkeys(_alike(text) for _, text, at in texts if at <= loaded)
    answered = {
        question for question in islice(before, _MOST_ASKED) if library.search(uow, question, _SECONDS).best is not None
    }
    return [one for one in texts if _alike(one[1]) not in answered]


def _alike(text: str) -> str:
    """The same question of whoever asks it: however it is written, and with no regard to blanks."""
    return " ".join(without_accents(text).split())


def word_line(row: Json) -> tuple[object, ...]:
    """A line of that table."""
    return row["palabra"], row["veces"], row["personas"], row["ultima"]
