"""What doctors ask of their own work, as they read it: last patients, figures, visits like one."""

from __future__ import annotations

import datetime as dt
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS


def medical(que: str, pacientes: Any, de: Any, historiales: Any, visitas: Any, cifras: Any) -> str:
    """What `contexto_medico` found."""
    if que == "pacientes":
        lines = [
            WORDS["medical_patient"].format(
                nombre=p["nombre"], when=spanish.moment(dt.datetime.fromisoformat(p["ultima_cita"]))
            )
            for p in pacientes
        ]
        return "\n".join([WORDS["medical_patients"], *lines]) if lines else WORDS["medical_no_patients"]
    if que == "historiales":
        lines = [
            WORDS["medical_record"].format(
                paciente=one["paciente"] or WORDS["patient"],
                day=spanish.short_day(dt.datetime.fromisoformat(one["fecha"]).date()),
                diagnostico=one["diagnostico"],
                sintomas=WORDS["medical_symptoms"].format(said=one["sintomas"]) if one["sintomas"] else "",
            )
            for one in historiales
        ]
        of = WORDS["medical_records_of"].format(of=spanish.listed(de)) if de else WORDS["medical_records"]
        return "\n".join([of, *lines]) if lines else _visits(de, visitas)
    return WORDS["medical_figures"].format(
        today=_counted("medical_appointment", "medical_appointments", cifras["citas_hoy"]),
        left=_counted("medical_left_one", "medical_left", cifras["pendientes_hoy"], "medical_left_none"),
        week=_counted("medical_appointment", "medical_appointments", cifras["citas_semana"]),
        seen=_counted("medical_seen_one", "medical_seen", cifras["atendidas_semana"]),
        patients=_counted("medical_person", "medical_people", cifras["total_pacientes"]),
    )


def _visits(of: Any, visits: Any) -> str:
    """That nothing is written down; and which visits there were, with what was told of them."""
    none = WORDS["medical_none_of"].format(of=spanish.listed(of)) if of else WORDS["medical_no_records"]
    lines = [
        WORDS["medical_visit"].format(
            paciente=one["paciente"] or WORDS["patient"],
            day=spanish.short_day(dt.datetime.fromisoformat(one["fecha"]).date()),
            motivo=WORDS["medical_reason"].format(said=one["motivo"]) if one["motivo"] else "",
        )
        for one in visits
    ]
    return "\n".join([f"{none} {WORDS['medical_visits']}", *lines]) if lines else none


def _counted(one: str, many: str, number: int, none: str | None = None) -> str:
    if number == 0 and none is not None:
        return WORDS[none]
    return WORDS[one] if number == 1 else WORDS[many].format(n=number)
