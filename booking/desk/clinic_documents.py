"""Use cases about the clinic's documents: load, list and remove them, and ask them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from zoneinfo import ZoneInfo

from booking.desk.desk_errors import DeskRefused
from booking.desk.find_people import clinic_of
from booking.desk.json_views import Json, iso
from booking.documents.library import Search
from booking.documents.passages import cut
from booking.errors import DocumentUnreadable
from booking.models.documents import LARGEST_FILE, Area, Document
from booking.models.folded_text import folded
from booking.ports import UnitOfWork
from nlu import document_files

COLUMNS = ("Núm.", "Documento", "Área", "Versión", "Cargado", "Pasajes", "Archivo")
SCORES = ("Contesta", "Palabras", "Sentido", "Documento", "Apartado", "Dice")
AREAS = ", ".join(area.value for area in Area)
LONGEST_NAME = 80
_UNREADABLE = {
    "too_large": f"Tiene más de {LARGEST_FILE // 1024 // 1024} MB; divídalo.",
    "too_long": "Es demasiado largo; divídalo en varios.",
    "other_kind": f"Se leen {', '.join(document_files.KINDS)}.",
    "damaged": "Está dañado, o no es lo que dice su nombre.",
    "binary": "No es texto: trae signos que nadie escribe. Guárdelo como texto (UTF-8), Word o PDF.",
    "no_text": "No tiene texto; lo escaneado no se lee.",
    "locked": "Tiene contraseña; guárdelo sin ella.",
}
_SHOWN = 90


@dataclass(frozen=True, slots=True)
class Loaded:
    """What became of a file. `document` is as it answers now; `changed` False: it was there, word for word."""

    document: Document
    changed: bool


def area_of(said: str) -> Area:
    """Raises DeskRefused."""
    by_name = {folded(area.value): area for area in Area}
    try:
        return by_name[folded(said)]
    except KeyError:
        raise DeskRefused(f"No hay un área «{said}». Hay: {AREAS}.") from None


def load(
    uow: UnitOfWork, file: str, content: bytes, area: Area, now: datetime, who: str | None, name: str | None = None
) -> Loaded:
    """A file in place of the document of its name. The caller commits. Raises DeskRefused."""
    try:
        written = document_files.read(file, content)
    except DocumentUnreadable as error:
        raise DeskRefused(f"{file}: no se puede leer. {_UNREADABLE[error.why]}") from error
    called = " ".join((name or written.title or PurePath(file).stem.replace("_", " ")).split())[:LONGEST_NAME].strip()
    digest = hashlib.sha256(content).hexdigest()
    there = next((one for one in uow.documents.list() if one.name == called), None)
    if there is not None and (there.digest, there.area) == (digest, area):
        return Loaded(there, changed=False)
    parts = cut(written.sections)
    return Loaded(uow.documents.put(called, area, PurePath(file).name, digest, parts, now, who), changed=True)


def find(uow: UnitOfWork, said: str) -> Document:
    """By its number or its name. Raises DeskRefused."""
    there = uow.documents.list()
    for one in there:
        if said == str(one.id) or folded(said) in (folded(one.name), folded(one.file)):
            return one
    raise DeskRefused(f"No hay un documento «{said}». Los que hay: turnero documentos listar.")


def as_json(uow: UnitOfWork, documents: Sequence[Document]) -> list[Json]:
    """All there is to say of them, but their texts."""
    zone = ZoneInfo(clinic_of(uow).zone)
    return [
        {
            "id": one.id,
            "nombre": one.name,
            "area": one.area.value,
            "version": one.version,
            "cargado_en": iso(one.at, zone),
            "cargado_por": one.loaded_by,
            "pasajes": one.passages,
            "archivo": one.file,
            "huella": one.digest,
        }
        for one in documents
    ]


def line(row: Json) -> tuple[object, ...]:
    """A line of the table."""
    at = datetime.fromisoformat(str(row["cargado_en"]))
    loaded = f"{at:%d/%m/%Y %H:%M}"
    return row["id"], row["nombre"], row["area"], row["version"], loaded, row["pasajes"], row["archivo"]


def scores(found: Search) -> list[Json]:
    """What was looked at, the best first, with what speaks for it: how much of what is asked its words cover, and the
    cosine of its vector."""
    return [
        {
            "contesta": each.answers and not found.advice,
            "palabras": round(each.covers, 3),
            "sentido": None if each.similarity is None else round(each.similarity, 3),
            "documento": each.candidate.passage.source,
            "area": each.candidate.passage.area.value,
            "apartado": each.candidate.passage.heading,
            "texto": each.candidate.passage.text,
        }
        for each in found.scored
    ]


def score_line(row: Json) -> tuple[object, ...]:
    """A line of the table."""
    said = " ".join(str(row["texto"]).split())
    cut_short = said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…"
    return (
        "sí" if row["contesta"] else "no",
        row["palabras"],
        row["sentido"],
        row["documento"],
        row["apartado"],
        cut_short,
    )
