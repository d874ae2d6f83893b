"""Use cases: of what doctors and who is on duty are told by message without asking, and when a day is summed up."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from booking.desk import find_people, staff_dates
from booking.desk.clinic_file import NewsTable, wrong
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json
from booking.models import NewsOf, StaffNews
from booking.ports import UnitOfWork

NEVER: Final = "no"
_NAMES: Final = {
    "doctor": "doctor",
    "doctor_dias": "doctor_days",
    "recepcion": "reception",
    "recepcion_horas": "reception_hours",
    "manana": "morning",
    "tarde": "evening",
}
_TIMES: Final = {"manana": Field.MORNING, "tarde": Field.EVENING}
_LISTS: Final = {"doctor": Field.DOCTOR_NEWS, "recepcion": Field.RECEPTION_NEWS}


def change(uow: UnitOfWork, said: NewsTable) -> StaffNews:
    """Change what is said and leave the rest; what holds now. Raises BadValue."""
    policy = find_people.clinic_of(uow).policy
    news = changed(policy.news, said)
    if news != policy.news:
        uow.rules.set_policy(policy.model_copy(update={"news": news}))
    return news


def changed(old: StaffNews, said: NewsTable) -> StaffNews:
    """The same with what staff say of it, under their names; "no" is none and never. Raises BadValue."""
    given: dict[str, Any] = {_NAMES[name]: value for name, value in said if value is not None}
    for name, field in _TIMES.items():
        if (text := getattr(said, name)) is not None:
            given[_NAMES[name]] = None if text == NEVER else staff_dates.clock(text, field)
    for name, field in _LISTS.items():
        if (words := getattr(said, name)) is not None:
            given[_NAMES[name]] = _kinds(words, field)
    try:
        return StaffNews.model_validate(old.model_dump() | given)
    except ValidationError as error:
        raise BadValue(Field.FILE, "avisos: " + wrong(error)) from None


def _kinds(words: Sequence[str], field: Field) -> tuple[NewsOf, ...]:
    if [*words] == [NEVER]:
        return ()
    known = {kind.value: kind for kind in NewsOf}
    if unknown := [word for word in words if word not in known]:
        raise BadValue(field, f"«{unknown[0]}» no es una de: {', '.join(known)}; o «{NEVER}» sola.")
    return tuple(kind for kind in NewsOf if kind.value in words)


def as_json(news: StaffNews) -> Json:
    """Under the names of a file."""
    return {
        "doctor": [kind.value for kind in news.doctor] or [NEVER],
        "doctor_dias": news.doctor_days,
        "recepcion": [kind.value for kind in news.reception] or [NEVER],
        "recepcion_horas": news.reception_hours,
        "manana": _time(news.morning),
        "tarde": _time(news.evening),
    }


def rows(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Lines of a table."""
    said = {
        "doctor": "el doctor sabe de lo suyo que se",
        "doctor_dias": "hasta cuántos días adelante (0: hoy)",
        "recepcion": "recepción sabe de lo que se",
        "recepcion_horas": "hasta cuántas horas adelante",
        "manana": "resumen de la mañana",
        "tarde": "resumen del fin del día",
    }
    shown = {name: ", ".join(value) if isinstance(value, list) else str(value) for name, value in told.items()}
    return [(f"--{name.replace('_', '-')}", f"{words}: {shown[name]}") for name, words in said.items()]


def _time(at: dt.time | None) -> str:
    return NEVER if at is None else at.isoformat("minutes")
