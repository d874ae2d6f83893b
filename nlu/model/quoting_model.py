"""A model that quotes what of the clinic's passages answers a question. It is shown no telephone and no patient's name, and
what it says is weighed by `booking/documents/quoting`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from booking.ports import Quoted, Shown
from nlu.model.litellm_library import is_loaded
from nlu.model.masked import masked
from nlu.model.models_asked import Models


class Quotation(BaseModel):
    """What a model answers: words copied from one passage, or null."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"required": ["quote"]})

    quote: str | None = Field(max_length=2000)


class ModelQuoter:
    """Implements `Quoter`."""

    def __init__(self, models: Models) -> None:
        self._models = models

    def quote(
        self, question: str, passages: Sequence[Shown], names: Sequence[str], doctors: Sequence[str], seconds: float
    ) -> Quoted | None:
        if not self._models.any or not is_loaded():  # whoever asks has seconds: words alone answer meanwhile
            return None
        message = masked(question, names, doctors)
        listed = [{"titulo": one.heading, "texto": one.text} for one in passages]
        user = f"Pasajes: {json.dumps(listed, ensure_ascii=False)}\nPregunta: «{message.text}»"
        answer, calls = self._models.ask(_prompt(), user, Quotation, _read, seconds)
        return None if answer is None else Quoted(answer.quote or None, calls)


def _read(content: str) -> Quotation | None:
    try:
        return Quotation.model_validate_json(content.strip())
    except ValidationError:
        return None


@cache
def _prompt() -> str:
    return files("nlu").joinpath("quoting_es.md").read_text(encoding="utf-8")
