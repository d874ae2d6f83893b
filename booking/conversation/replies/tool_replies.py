"""Answers and orders of tools as Spanish text. The words stand in `es.toml`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS
from booking.models.tool_answers import AND_THEN


def answer(value: Any) -> str:
    """What a tool answered."""
    if value["type"] == "done":
        return _DONE.get(value["tool"], _appointment)(value["result"])
    return WORDS[f"why_{value['why']}"].format(at=_moment(value["at"]) if value.get("at") else "")


def told(value: Any) -> str:
    """What one of several tools answered; what could not be done is named."""
    named = f"{_named_call(value['call'])}: " if value["call"] else ""
    return f"{named}{answer(value['answer'])}{WORDS.get('hint_' + value['answer'].get('why', ''), '')}"


def calls(word: str, value: Any) -> str:
    """Things that staff asked for, in their own words; nothing for none."""
    return WORDS[word].format(calls="; ".join(_called(call) for call in value)) if value else ""


def _called(call: Any) -> str:
    """What was asked for, with the words it was asked in."""
    said = [span.replace(AND_THEN, ", ") for span in call["said"] if span not in _FIXED]
    words = f" («{' '.join(said)}»)" if said else ""
    return WORDS.get(f"call_{call['tool']}", WORDS["call_other"]) + words


def question(value: Any) -> str:
    """What is asked of staff: one parameter, or which of those listed."""
    asked = value["asked"]
    head = [taken(value["taken"])] if value["taken"] else []
    if value["options"]:
        lines = [f"{number}) {option(one)}" for number, one in enumerate(value["options"], start=1)]
        return "\n".join([*head, WORDS["choose"], *lines])
    part = f"_{asked['part']}" if asked["part"] else ""
    asks = WORDS.get(f"ask_{asked['field']}{part}", WORDS["ask_other"])
    about = [f"{_named_call(value['call'])}:"] if value["call"]["said"] else []
    return "\n".join([*head, " ".join([*about, asks])])


def taken(value: Any) -> str:
    """What is not free, and what is on that day."""
    free = spanish.listed([spanish.clock(dt.datetime.fromisoformat(at).time()) for at in value["free"]])
    said = {"doctor": value["doctor"], "at": _moment(value["at"]), "free": free}
    return WORDS["taken" if free else "taken_all"].format(**said)


def undone(value: Any) -> str:
    """What was under way and is left, in the words it was asked in."""
    return _called(value) if value else WORDS["undone"]


def _named_call(call: Any) -> str:
    said = _called(call)
    return f"{said[:1].upper()}{said[1:]}"


def order(value: Any) -> str:
    """What a yes would carry out, whole."""
    said = {
        "patient": value["patient"],
        "doctor": value["doctor"] or WORDS["doctor"],
        "before": value["before"],
        "phone": f" ({value['phone']})" if value["phone"] else "",
        "tail": f" (···{value['phone'][-4:]})" if value["phone"] else "",
        "slot": _moment(value["slot"]["start"]) if value["slot"] else "",
        "stretch": _stretch(value["slot"]["start"], value["slot"]["end"]) if value["slot"] else "",
        "existing": _moment(value["appointment"]["slot"]["start"]) if value["appointment"] else "",
        "state": WORDS[f"state_{value['status'] or 'llego'}"],
        "days": _weekdays(value["weekdays"]),
        "hours": _hours(value["hours"]),
        "affected": _affected(value["affected"]),
        "namesakes": WORDS["order_namesakes"] if value["affected"] else "",
    }
    return WORDS[_named(value)].format_map(said)


def _named(value: Any) -> str:
    if value["tool"] == "modificar_cita_medica":
        return _moving(value) if value["slot"] else "order_marcar"
    if value["tool"] == "actualizar_disponibilidad_doctor":
        if value["weekdays"]:
            return "order_horario" if value["hours"] else "order_sin_horario"
        return "order_liberar" if value["status"] else "order_bloquear"
    return f"order_{value['tool']}"


def _moving(value: Any) -> str:
    """To another time, to another doctor, or both."""
    if not value["before"]:
        return "order_mover"
    return "order_mover_doctor" if value["slot"] != value["appointment"]["slot"] else "order_pasar"


def _appointments(result: Any) -> str:
    period = _period(result["desde"], result["hasta"])
    if not result["citas"]:
        return WORDS["tool_next_none"] if result["siguiente"] else WORDS["tool_none"].format(period=period)
    head = WORDS["tool_next"] if result["siguiente"] else WORDS["tool_period"].format(period=period)
    lines = [
        WORDS["tool_line"].format(
            when=_moment(c["inicio"]),
            patient=c["paciente"],
            state=f" · {WORDS['state_' + c['estado']]}" if c["estado"] != "programada" else "",
            doctor=f" · {c['doctor']}",
        )
        for c in result["citas"]
    ]
    return "\n".join([head, *lines]) + (WORDS["tool_more"] if result["hay_mas"] else "")


def _period(start: str, end: str) -> str:
    first = dt.datetime.fromisoformat(start)
    last = dt.datetime.fromisoformat(end) - dt.timedelta(seconds=1)
    days = [spanish.short_day(day) for day in dict.fromkeys((first.date(), last.date()))]
    return f"({' – '.join(days)})"


def _patients(result: Any) -> str:
    if not result["pacientes"]:
        return WORDS["tool_no_patients"].format(busqueda=result["busqueda"])
    lines = [
        WORDS["tool_patient"].format(nombre=p["nombre"], telefono=f" · {p['telefono']}" if p["telefono"] else "")
        for p in result["pacientes"]
    ]
    return "\n".join([WORDS["tool_patients"], *lines]) + (WORDS["tool_more"] if result["hay_mas"] else "")


def _free(result: Any) -> str:
    if not result["horarios"]:
        return WORDS["tool_no_free"]
    return "\n".join([WORDS["tool_free"], *(f"• {_moment(f['inicio'])}" for f in result["horarios"])])


def _clock(result: Any) -> str:
    now = dt.datetime.fromisoformat(result["ahora"])
    said = {"clock": spanish.clock(now.time()), "day": spanish.short_day(now.date()), "lugar": result["lugar"]}
    return WORDS["tool_clock_there" if result["lugar"] else "tool_clock"].format_map(said)


def _availability(result: Any) -> str:
    affected = _affected(result["citas_en_medio"])
    if days := result["dias_semana"]:
        key = "tool_hours" if result["horario"] else "tool_no_hours"
        doctor = result["doctor"] or WORDS["doctor"]
        said = {"doctor": doctor, "days": _weekdays(days), "hours": _hours(result["horario"])}
        return WORDS[key].format(**said, affected=affected)
    key = "tool_blocked" if result["bloqueado"] else "tool_freed"
    return WORDS[key].format(stretch=_stretch(result["desde"], result["hasta"]), affected=affected)


def _stretch(start: str, end: str) -> str:
    """From one instant to another; days that are meant whole are said so."""
    first, last = dt.datetime.fromisoformat(start), dt.datetime.fromisoformat(end)
    until = last - dt.timedelta(minutes=1)
    if last.time() == dt.time() and first.time() == dt.time():
        one = first.date() == until.date()
        return WORDS["whole_day" if one else "whole_days"].format(
            first=spanish.day(first.date()), last=spanish.day(until.date())
        )
    if last.time() == dt.time() and first.date() == until.date():
        return WORDS["rest_of_day"].format(start=spanish.moment(first))
    if first.date() == last.date():
        hours = WORDS["stretch"].format(start=spanish.clock(first.time()), end=spanish.clock(last.time()))
        return f"{spanish.day(first.date())}, {hours}"
    return WORDS["stretch"].format(start=spanish.moment(first), end=spanish.moment(last))


def _affected(count: int) -> str:
    """The appointments that the change touches, as a sentence after others."""
    if not count:
        return ""
    return WORDS["order_affected_one" if count == 1 else "order_affected"].format(count=count)


def _weekdays(numbers: Sequence[int]) -> str:
    names = WORDS["weekdays"].split()
    return spanish.listed([names[number] for number in numbers])


def _hours(hours: Sequence[Sequence[str]]) -> str:
    edges = [[spanish.clock(dt.time.fromisoformat(at)) for at in stretch] for stretch in hours]
    return spanish.listed([WORDS["stretch"].format(start=start, end=end) for start, end in edges])


def _appointment(result: Any) -> str:
    state = WORDS[f"state_{result['estado']}"]
    told = WORDS["tool_appointment"].format(patient=result["paciente"], slot=_moment(result["inicio"]), state=state)
    return f"{told}{WORDS['untold']}" if result.get("sin_avisar") else told


def described(option: Any) -> str:
    """What tells one of those listed from the others, besides its name."""
    return _moment(option["at"]) if option["at"] else f"···{option['tail']}" if option["tail"] else ""


def option(value: Any) -> str:
    """One of those listed, with what tells it from the others."""
    more = described(value)
    return f"{value['text']} · {more}" if more else str(value["text"])


def _moment(text: str) -> str:
    return spanish.moment(dt.datetime.fromisoformat(text))


_FIXED = frozenset({"si", "sí", "llego", "no_asistio", "en_curso", "completada"})
"""Values that a reader of texts put there; nobody said them."""

_DONE: dict[str, Callable[[Any], str]] = {
    "buscar_citas_por_periodo": _appointments,
    "buscar_pacientes_doctor": _patients,
    "consultar_slots_disponibles": _free,
    "check_availability": _free,
    "find_next_available": _free,
    "datetime": _clock,
    "crear_paciente_medico": lambda result: WORDS["tool_patient_made"].format_map(result),
    "actualizar_disponibilidad_doctor": _availability,
}
