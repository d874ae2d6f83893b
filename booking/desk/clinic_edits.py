"""Single changes of what a clinic says, as a file that says just these: prices and questions are added to those there
are, or take the place of the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from booking.desk import clinic_file, clinic_views, find_people
from booking.desk.clinic_file import ClinicFile
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json
from booking.models.folded_text import folded
from booking.ports import UnitOfWork


def of(uow: UnitOfWork, given: dict[str, Any], prices: Sequence[str], questions: Sequence[str]) -> ClinicFile:
    """`prices` are «Consulta=$600» or «Consulta con Méndez=$800», `questions` «wifi=Sí hay»; without what follows the
    sign they are taken away. Raises BadValue, DeskRefused."""
    told = clinic_views.as_json(uow)
    file = dict(given)
    if prices:
        file["precios"] = _with(told["precios"], [_price(uow, said) for said in prices], "de", "doctor", "precio")
    if questions:
        file["preguntas"] = _with(told["preguntas"], [_question(said) for said in questions], "palabras", "respuesta")
    try:
        return ClinicFile.model_validate(file)
    except ValidationError as error:
        raise BadValue(Field.FILE, clinic_file.wrong(error)) from None


def _with(there: list[Json], new: list[Json], *fields: str) -> list[Json]:
    """The old and the new ones; of the same (all fields but the last) the new."""
    *same, said = fields

    def key(one: Json) -> tuple[str, ...]:
        return tuple(folded(one[name] or "") for name in same)

    by_key = {key(one): one for one in there}
    for one in new:
        by_key[key(one)] = one
    return [one for one in by_key.values() if one[said]]


def _price(uow: UnitOfWork, text: str) -> Json:
    what, sign, said = (part.strip() for part in text.partition("="))
    if not sign or not what:
        raise BadValue(Field.PRICE, f"«{text}»: va como «Consulta=$600».")
    what, _, whom = (part.strip() for part in what.partition(" con "))
    doctor = find_people.find_doctor(uow, whom).name if whom else None
    return {"de": what, "precio": said, "doctor": doctor}


def _question(text: str) -> Json:
    words, sign, says = (part.strip() for part in text.partition("="))
    if not sign or not words:
        raise BadValue(Field.QUESTION, f"«{text}»: va como «wifi=Sí hay, pida la clave».")
    return {"palabras": words, "respuesta": says}
