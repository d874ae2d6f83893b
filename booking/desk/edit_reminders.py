"""Use cases: how far ahead patients are reminded and what to come prepared with, whether they are asked afterwards how
it was, by command or as a file says it; and the switch that pauses all that the clinic says by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from booking.desk import find_people, visit_types
from booking.desk.clinic_file import RemindersTable, VisitRemindersTable
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json
from booking.models import Policy, VisitReminders
from booking.ports import UnitOfWork

NO: Final = "no"


def pause(uow: UnitOfWork, *, paused: bool) -> bool:
    """Nothing is sent that the clinic says by itself, or is again; whether that is another than before."""
    policy = find_people.clinic_of(uow).policy
    if policy.paused != paused:
        uow.rules.set_policy(policy.model_copy(update={"paused": paused}))
    return policy.paused != paused


def adjust(
    uow: UnitOfWork, hours: str | None, visit: str | None, preparation: str | None, rating: bool | None = None
) -> Policy:
    """So many hours ahead, as "72,24,2" ("no": never), of any visit or of one type; what to come prepared with to that
    type ("no": nothing); whether patients are asked how a visit was. Raises BadValue."""
    stored = find_people.clinic_of(uow).policy
    policy = stored if rating is None else stored.model_copy(update={"ask_rating": rating})
    minutes = None if hours is None else _written(hours)
    if visit is None:
        if preparation is not None:
            raise BadValue(Field.PREPARATION, "va con --tipo: cada tipo de consulta tiene la suya.")
        changed = policy if minutes is None else policy.model_copy(update={"reminders": minutes})
    else:
        own = next((one for one in policy.visit_reminders if one.visit == visit), None)
        if own is None:
            visit_types.must_be_known(uow, visit)
            own = VisitReminders(visit=visit)
        given = {"minutes": minutes} if hours is not None else {}
        if preparation is not None:
            given["preparation"] = None if preparation == NO else _short(preparation)  # type: ignore[assignment]
        others = tuple(one for one in policy.visit_reminders if one.visit != visit)
        changed = policy.model_copy(update={"visit_reminders": (*others, own.model_copy(update=given))})
    if changed != stored:
        uow.rules.set_policy(changed)
    return changed


def changed(uow: UnitOfWork, old: Policy, said: RemindersTable, new_types: Collection[str]) -> Policy:
    """The same with what a file says of reminders; its types of visit, where it names any, are all that are particular.
    `new_types` are those that the file itself makes. Raises BadValue."""
    given: dict[str, object] = {}
    if said.horas is not None:
        given["reminders"] = _minutes(said.horas)
    if said.calificar is not None:
        given["ask_rating"] = said.calificar
    if said.tipos is not None:
        known = {one.visit for one in old.visit_reminders} | {*new_types}
        given["visit_reminders"] = _by_type(uow, said.tipos, known)
    return old.model_copy(update=given)


def _by_type(
    uow: UnitOfWork, tables: Sequence[VisitRemindersTable], known: Collection[str]
) -> tuple[VisitReminders, ...]:
    found: dict[str, VisitReminders] = {}
    for table in tables:
        if table.tipo in found:
            raise BadValue(Field.FILE, f"«recordatorios, tipos»: «{table.tipo}» está dos veces.")
        if table.tipo not in known:
            visit_types.must_be_known(uow, table.tipo, Field.FILE)
        minutes = None if table.horas is None else _minutes(table.horas)
        preparation = " ".join((table.preparacion or "").split()) or None
        found[table.tipo] = VisitReminders(visit=table.tipo, minutes=minutes, preparation=preparation)
    return tuple(found.values())


def settings(policy: Policy) -> Json:
    """As staff read them."""
    return {**as_file(policy), "en_pausa": policy.paused}


def as_file(policy: Policy) -> Json:
    """Under the names of a file."""
    return {
        "horas": [_hours(minutes) for minutes in policy.reminders],
        "calificar": policy.ask_rating,
        "tipos": [
            {
                "tipo": one.visit,
                "horas": None if one.minutes is None else [_hours(minutes) for minutes in one.minutes],
                "preparacion": one.preparation,
            }
            for one in policy.visit_reminders
        ],
    }


def in_words(hours: Sequence[float] | None) -> str:
    """«72 h, 24 h»."""
    return "como las demás" if hours is None else ", ".join(f"{one:g} h" for one in hours) or "no se recuerda"


def lines(told: Json) -> list[tuple[str, str, str]]:
    """Of any visit, then of each type: when it is reminded of, and what to come prepared with."""
    types = [(one["tipo"], in_words(one["horas"]), one["preparacion"] or "") for one in told["tipos"]]
    return [("cualquiera", in_words(told["horas"]), ""), *types]


def _written(said: str) -> tuple[int, ...]:
    if said.strip().casefold() == NO:
        return ()
    try:
        minutes = _minutes([float(part) for part in said.replace(";", ",").split(",")])
        return VisitReminders(visit="x", minutes=minutes).minutes or ()
    except (ValueError, OverflowError):
        raise BadValue(Field.HOURS_AHEAD, f"«{said}» no son horas antes de la cita; por ejemplo: 72,24,2.") from None


def _minutes(hours: Sequence[float]) -> tuple[int, ...]:
    return tuple(sorted({round(hour * 60) for hour in hours}, reverse=True))


def _short(said: str) -> str:
    text = " ".join(said.split())
    if len(text) > VisitReminders.model_fields["preparation"].metadata[0].max_length:
        raise BadValue(Field.PREPARATION, "es muy largo; va en pocas palabras, como «en ayunas».")
    return text


def _hours(minutes: int) -> float:
    return minutes / 60 if minutes % 60 else minutes // 60
