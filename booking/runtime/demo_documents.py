"""The demo clinic's documents, which say of prices and hours what its data say (`storage/demo`)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import PurePath

from booking.documents.passages import cut
from booking.models.documents import Area, NewDocument
from nlu import document_files


def documents() -> Iterator[NewDocument]:
    """Each file is named after its area."""
    for file in sorted(files("booking.runtime").joinpath("demo_texts").iterdir(), key=lambda one: one.name):
        content = file.read_bytes()
        written, area = document_files.read(file.name, content), Area(PurePath(file.name).stem)
        digest = hashlib.sha256(content).hexdigest()
        yield NewDocument(written.title or area.value, area, file.name, digest, cut(written.sections))
