"""The clinic as staff see it: as `clinica.toml`, which can be read back, as JSON, and as lines of a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from booking.desk import edit_news, edit_reminders, find_people, staff_dates
from booking.desk.json_views import Json
from booking.models import Clinic, Doctor, Opening, VisitLength
from booking.ports import UnitOfWork


def as_json(uow: UnitOfWork) -> Json:
    """Everything that a file may say, under its names; what was never said is left out."""
    clinic = find_people.clinic_of(uow)
    rules = [rule for _, rule in uow.rules.list()]
    lengths = [rule for rule in rules if isinstance(rule, VisitLength)]
    openings = [rule for rule in rules if isinstance(rule, Opening)]
    return {
        **_record(clinic),
        "consultas": [_visit(length) for length in lengths if length.doctor_id is None],
        "doctores": [_doctor(doctor, openings, lengths) for doctor in uow.schedules.doctors()],
    }


def _record(clinic: Clinic) -> Json:
    policy, answers = clinic.policy, clinic.answers
    return {
        "clinica": {
            "nombre": clinic.name,
            "direccion": clinic.address,
            "mapa": answers.map_link,
            "telefono": clinic.phone,
            "zona": clinic.zone,
            "abre": clinic.opens.isoformat("minutes"),
            "cierra": clinic.closes.isoformat("minutes"),
            "especialidades": list(answers.specialties),
        },
        "reglas": {
            "aviso": policy.min_notice_minutes,
            "plazo": policy.horizon_days,
            "entre": policy.buffer_minutes,
            "apartado": policy.hold_minutes,
            "cancelar": policy.cancel_hours,
            "contestar": policy.answer_hours,
            "lista_espera": policy.waiting_list,
            "espera_apartado": policy.waiting_hold_minutes,
            "espera_dias": policy.waiting_days,
            "reinvitar": policy.invite_missed,
            "preguntar_tipo": policy.ask_visit,
            "silencio_desde": policy.quiet_from.isoformat("minutes"),
            "silencio_hasta": policy.quiet_until.isoformat("minutes"),
            "feriados": policy.holidays or "no",
        },
        "avisos": edit_news.as_json(policy.news),
        "recordatorios": edit_reminders.as_file(policy),
        "respuestas": {
            "seguros": None if answers.insurances is None else list(answers.insurances),
            "tarjetas": answers.cards,
            "estacionamiento": policy.parking,
            "que_llevar": answers.bring,
            "ayuno": answers.fasting,
        },
        "emergencias": {"palabras": list(answers.emergency_words), "texto": answers.emergency_text},
        "precios": [{"de": p.what, "precio": p.said, "doctor": p.doctor} for p in answers.prices],
        "preguntas": [{"palabras": o.words, "respuesta": o.says} for o in answers.others],
    }


def _doctor(doctor: Doctor, openings: Iterable[Opening], lengths: Iterable[VisitLength]) -> Json:
    return {
        "nombre": doctor.name,
        "especialidad": doctor.specialty,
        "consultorio": doctor.room,
        "peso": doctor.weight,
        "reparto": doctor.by_turn,
        "activo": doctor.active,
        "horarios": _hours([opening for opening in openings if opening.doctor_id == doctor.id]),
        "consultas": [_visit(length) for length in lengths if length.doctor_id == doctor.id],
    }


def _visit(length: VisitLength) -> Json:
    around = {"antes": length.buffer_before or None, "despues": length.buffer_after or None}
    return {"tipo": length.visit, "minutos": length.minutes, **around}


def _hours(openings: Iterable[Opening]) -> list[Json]:
    """The weekly hours, the days that have the same ones together."""
    by_day: dict[tuple[Any, ...], list[str]] = {}
    for o in sorted(openings, key=lambda o: (o.weekday, o.start)):
        kind = (o.slot_minutes, o.daily_cap, o.valid_from, o.valid_to)
        end = "24:00" if o.end.isoformat("minutes") == "00:00" else o.end.isoformat("minutes")
        by_day.setdefault((o.weekday, *kind), []).append(f"{o.start.isoformat('minutes')}-{end}")
    days: dict[tuple[Any, ...], list[str]] = {}
    for (weekday, *same), hours in by_day.items():
        days.setdefault((*same, tuple(hours)), []).append(staff_dates.WEEKDAYS[weekday])
    return [
        {
            "dias": named,
            "horas": list(hours),
            "minutos": minutes,
            "tope": cap,
            "desde": since and since.isoformat(),
            "hasta": until and until.isoformat(),
        }
        for (minutes, cap, since, until, hours), named in days.items()
    ]


def as_toml(told: Json) -> str:
    """The same as a file that `turnero clinica crear --archivo` reads."""
    lines: list[str] = []
    for name, value in told.items():
        if isinstance(value, Mapping):
            _table(lines, f"[{name}]", value, name)
        for item in value if isinstance(value, list) else ():
            _table(lines, f"[[{name}]]", item, name)
    return "\n".join(lines).lstrip() + "\n"


def _table(lines: list[str], head: str, values: Mapping[str, Any], path: str) -> None:
    tables = [n for n, value in values.items() if isinstance(value, list) and any(isinstance(v, dict) for v in value)]
    said = {name: value for name, value in values.items() if value is not None and name not in tables}
    if not said and not tables:
        return
    lines += ["", head, *(f"{name} = {_value(value)}" for name, value in said.items())]
    for name in tables:
        for item in values[name]:
            _table(lines, f"[[{path}.{name}]]", item, f"{path}.{name}")


def _value(value: Any) -> str:
    """TOML's texts are written as JSON's are, but for one letter."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def rows(told: Json) -> list[tuple[str, str]]:
    """Lines of a table: what it is, and what was said of it."""
    named = {
        "respuestas": "respuesta",
        "emergencias": "emergencias",
        "reglas": "regla",
        "avisos": "avisos",
    }
    found: list[tuple[str, str]] = []
    for section in ("clinica", "respuestas", "emergencias", "reglas", "avisos"):
        for name, value in told[section].items():
            title = name if section == "clinica" else f"{named[section]}: {name}"
            none = "ninguno" if name == "seguros" and value == [] else None
            found.append((title.replace("_", " "), none or _said(value)))
    for visit, ahead, preparation in edit_reminders.lines(told["recordatorios"]):
        found.append((f"recordatorios: {visit}", "; ".join(filter(None, (ahead, preparation)))))
    found += [
        (f"precio: {p['de']}" + (f", {p['doctor']}" if p["doctor"] else ""), p["precio"]) for p in told["precios"]
    ]
    found += [(f"pregunta: {q['palabras']}", q["respuesta"]) for q in told["preguntas"]]
    return found + [(f"consulta: {v['tipo']}", f"{v['minutos'] or 'lo del horario'} min") for v in told["consultas"]]


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "sí" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "—"
    return "—" if value is None else str(value)
