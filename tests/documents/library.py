"""The demo texts, and the questions over them: what each one's answer says, or that nothing answers it."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import NamedTuple

from booking.documents.passages import cut
from booking.models.documents import Area, TextPart
from booking.ports import Embedder, UnitOfWorkFactory

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


class Asked(NamedTuple):
    """A question; `says` stands in the passage that answers, None: nothing does."""

    question: str
    says: str | None


def questions(file: str = "questions.tsv") -> list[Asked]:
    lines = (_HERE / file).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line]
    return [Asked(question, None if says == "-" else says) for question, says in pairs]


def sections(name: str) -> tuple[str, list[TextPart]]:
    """The title of a text and its sections."""
    title, *rest = (_HERE / "texts" / f"{name}.md").read_text(encoding="utf-8").split("\n## ")
    parts = [TextPart(headings=(each.split("\n", 1)[0],), text=each.split("\n", 1)[1].strip()) for each in rest]
    return title.removeprefix("# ").strip(), parts


def load(begin: UnitOfWorkFactory, embedder: Embedder | None = None) -> None:
    """All of them, with vectors where there is a model."""
    with begin() as uow:
        for name, area in AREAS.items():
            title, parts = sections(name)
            uow.documents.put(title, area, f"{name}.md", name, cut(parts), LOADED)
        if embedder is not None:
            model = embedder.model()
            waiting = uow.documents.without_vector(model.name, 1000)
            vectors = embedder.of_texts([text for _, text in waiting])
            uow.documents.put_vectors(model, [(id, v) for (id, _), v in zip(waiting, vectors, strict=True)])
        uow.commit()
