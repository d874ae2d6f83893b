"""Use cases about the tools: use one with an administrator's or a doctor's rights, and say why it was not done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import NamedTuple

from booking.access.rights import Caller
from booking.conversation.replies import tool_replies
from booking.desk import find_people
from booking.desk.desk_errors import DeskRefused
from booking.models import AnyOrder, Role
from booking.models.documents import WORDS_ALONE, Meaning
from booking.models.folded_text import folded
from booking.models.tool_answers import Answer, Choose, Done, Missing, Proposed
from booking.ports import Toolbox, UnitOfWork

WHICH_ONE = {
    "doctor": "Escriba doctor= con su nombre completo.",
    "paciente_nombre": "Escriba paciente_nombre= con su nombre completo o su teléfono.",
    "a_doctor": "Escriba a_doctor= con su nombre completo.",
    "cita": "Escriba paciente= y cuando= con el nombre completo, el día y la hora.",
}
"""What to write where a parameter of a tool can mean several."""

NEXT_STEPS = {
    "not_allowed": "Lo que hay: turnero tools listar",
    "no_such_patient": "Búsquelo con: turnero tools usar buscar_pacientes_doctor busqueda=NOMBRE",
    "no_such_visit": "Véalos con: turnero horarios consultas",
    "no_such_doctor": "Véalos con: turnero doctores listar",
    "no_such_appointment": "Véalas con: turnero citas listar",
    "no_such_place": "Escriba una ciudad («Tokio») o una zona («Asia/Tokyo»).",
    "slot_taken": "Los libres: turnero tools usar check_availability date=DIA",
    "patient_busy": "Sus citas: turnero tools usar buscar_citas_por_periodo paciente=NOMBRE",
    "appointment_changed": "Véala con: turnero citas listar, y vuelva a pedirlo.",
    "touches_others": "Vuelva a pedirlo para ver cuántas citas hay ahí.",
    "shown_otherwise": "Vuelva a pedirlo para ver cuáles citas hay ahí.",
    "not_now": "Cómo está: turnero citas listar",
    "known": "Véalo con: turnero tools usar buscar_pacientes_doctor busqueda=NOMBRE",
    "not_yet": "Cuándo es: turnero citas listar",
    "too_many": "Diga un día, unas horas o de qué paciente.",
    "day_changed": "Vuelva a pedirlo para ver cómo está.",
    "series_changed": "Vuelva a pedirla para ver cómo queda.",
    "series_overbooked": "Cada cita encimada se agenda por separado: turnero citas agendar",
    "never_free": "Cuándo hay consulta: turnero horarios",
    "none_to_change": "Véalas con: turnero agenda",
    "only_today": "Repítalo ese día.",
    "not_waiting": "Véala con: turnero lista-espera listar",
    "no_waiting_list": "Para llevarla: turnero horarios reglas --lista-espera",
    "no_number": "Anote su teléfono con: turnero pacientes editar",
    "opted_out": "Llámele.",
    "none_can": "Vea el día con: turnero agenda",
    "one_by_one": "Cada cita se mueve por separado: turnero citas mover NUMERO --inicio …",
    "past": "Escriba un día y una hora por venir.",
    "not_closed": "Los cerrados: turnero horarios cerrados",
    "not_blocked": "Vea el día con: turnero agenda",
    "late": "Si sigue igual: turnero check",
    "failed": "Si sigue igual: turnero check",
}
"""What to do when a tool did not do it, by the reason."""


class Call(NamedTuple):
    """A tool and its parameters as staff wrote them; with `yes` what it proposes is done too."""

    tool: str
    arguments: dict[str, str]
    doctor: str | None  # with whose rights; without one an administrator's
    yes: bool


def use(
    uow: UnitOfWork, tools: Toolbox, call: Call, account: str, now: dt.datetime, meaning: Meaning = WORDS_ALONE
) -> Answer:
    """What the tool answers to whoever works under that account; `meaning`, of what it is to look for, is made before
    the transaction. Raises DeskRefused and BadValue."""
    clinic = find_people.clinic_of(uow)
    doctor = find_people.find_doctor(uow, call.doctor) if call.doctor else None
    role = Role.DOCTOR if doctor else Role.ADMIN
    caller = Caller(account=account, roles=frozenset({role}), doctor_id=doctor.id if doctor else None)
    answer = tools.use(uow, clinic, caller, now, call.tool, call.arguments, meaning=meaning)
    if isinstance(answer, Proposed) and call.yes:
        if answer.then:
            raise DeskRefused(
                "No se hizo: son varias citas. Con --si va una por una: diga el día y la hora de cada una."
            )
        _must_be_whole(call.arguments, answer.order)
        answer = tools.perform(uow, clinic, caller, now, answer.order)
    return answer


def came_to_something(answer: Answer) -> bool:
    """Whether it was done, or is proposed."""
    return isinstance(answer, Done | Proposed)


def _must_be_whole(arguments: Mapping[str, str], order: AnyOrder) -> None:
    """What is done without being shown first names its patient in full. Raises DeskRefused, which says who it would
    be."""
    said = arguments.get("paciente") or arguments.get("paciente_nombre")
    if said and order.whose and folded(said) != folded(order.whose):
        raise DeskRefused(
            f"No se hizo: «{short(said)}» es solo parte de un nombre; sería {order.whose}."
            " Para hacerlo con --si, escriba el nombre completo."
        )


def why(answer: Answer, fields: Mapping[str, str]) -> str:
    """What staff read of an answer that came to nothing, and what to do next; `fields` say what the parameters are."""
    if isinstance(answer, Missing):
        says = fields[answer.field]
        if answer.taken is not None:
            return f"{tool_replies.taken(answer.taken.model_dump(mode='json'))} Escriba: {answer.field}=…"
        return f"Falta «{answer.field}», o no se entiende: {says}. Escriba: {answer.field}=…"
    if isinstance(answer, Choose):
        options = "; ".join(tool_replies.option(option.model_dump(mode="json")) for option in answer.options)
        return f"«{answer.field}» puede ser: {options}. {WHICH_ONE[answer.field]}"
    said = answer.model_dump(mode="json")
    return f"{tool_replies.answer(said)} {NEXT_STEPS[said['why']]}"


def short(text: str) -> str:
    """As much of it as a line needs."""
    return text if len(text) <= 40 else f"{text[:39]}…"
