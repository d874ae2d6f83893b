"""The demo texts, and the questions over them: what each one's answer says, or that nothing answers it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from booking.documents.passages import cut
from booking.models.documents import Area, TextPart
from booking.ports import Embedder, UnitOfWorkFactory
from nlu import document_files

_HERE = Path(__file__).parent
LOADED = dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC)
AREAS = {
    "precios": Area.PRICES,
    "seguros": Area.INSURANCE,
    "preparacion": Area.PREPARATION,
    "ubicacion": Area.LOCATION,
    "cuidados": Area.CARE,
    "servicios": Area.SERVICES,
    "especialidades": Area.SPECIALTY,
}
OF_ANOTHER = {
    "tratamientos": Area.SPECIALTY,
    "ojos": Area.SPECIALTY,
    "rehabilitacion": Area.SERVICES,
    "dinero": Area.PRICES,
    "visita": Area.LOCATION,
    "despues": Area.CARE,
}
"""Those of another clinic, for teeth, eyes and movement: what answers is not to fit the demo's texts alone."""
OF_FAMILIES = {
    "mujeres": Area.SPECIALTY,
    "ninos": Area.SPECIALTY,
    "imagen": Area.SERVICES,
    "pagos": Area.PRICES,
    "lugar": Area.LOCATION,
    "visitas": Area.CARE,
}
"""Those of a third one, for women and children."""
OF_ELDERS = {
    "corazon": Area.SPECIALTY,
    "oido": Area.SPECIALTY,
    "pies": Area.SPECIALTY,
    "alergias": Area.SPECIALTY,
    "tarifas": Area.PRICES,
    "sede": Area.LOCATION,
    "citas": Area.SERVICES,
    "curaciones": Area.CARE,
}
"""Those of a fourth, for hearts, ears and feet."""
IN_PROSE, IN_QUESTIONS, IN_LISTS, IN_TABLES = (
    {name: Area.OTHER} for name in ("dientes", "preguntas", "movimiento", "muestras")
)
"""Those of four more, each in one text of a style of its own."""
TEXTS = {"demo": AREAS, "another": OF_ANOTHER, "families": OF_FAMILIES, "elders": OF_ELDERS} | {
    "prose": IN_PROSE,
    "questions": IN_QUESTIONS,
    "lists": IN_LISTS,
    "tables": IN_TABLES,
}
_FOLDERS = {
    "demo": "texts",
    "another": "texts_of_another",
    "families": "texts_of_families",
    "elders": "texts_of_elders",
} | dict.fromkeys(("prose", "questions", "lists", "tables"), "texts_of_styles")


class Asked(NamedTuple):
    """A question; `says` stands in the passage that answers, None: nothing does."""

    question: str
    says: str | None


def questions(*sets: str) -> list[Asked]:
    """Those of these sets, or all."""
    lines = [line.split("\t", 1) for line in (_HERE / "questions.tsv").read_text(encoding="utf-8").splitlines()]
    return [_asked(line) for name, line in lines if not sets or name in sets]


def read(file: Path) -> list[Asked]:
    """Those of another file: a question, and what its answer says; what follows is not read, nor is a line of names."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [_asked(line) for line in lines if line and not line.startswith("question\t")]


def _asked(line: str) -> Asked:
    question, says, *_ = line.split("\t")
    return Asked(question, None if says == "-" else says)


def sections(name: str) -> tuple[str, list[TextPart]]:
    """The title of a text and its sections."""
    folder = next(_FOLDERS[clinic] for clinic, texts in TEXTS.items() if name in texts)
    title, parts = document_files.read(f"{name}.md", (_HERE / folder / f"{name}.md").read_bytes())
    return title or name, parts


def load(begin: UnitOfWorkFactory, embedder: Embedder | None = None, texts: Mapping[str, Area] | None = None) -> None:
    """All of the demo's, or these, with vectors where there is a model."""
    with begin() as uow:
        for name, area in (AREAS if texts is None else texts).items():
            title, parts = sections(name)
            uow.documents.put(title, area, f"{name}.md", name, cut(parts), LOADED)
        if embedder is not None:
            model = embedder.model()
            waiting = uow.documents.without_vector(model.name, 1000)
            vectors = embedder.of_texts([text for _, text in waiting])
            uow.documents.put_vectors(model, [(id, v) for (id, _), v in zip(waiting, vectors, strict=True)])
        uow.commit()
