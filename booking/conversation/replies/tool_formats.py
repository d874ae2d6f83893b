"""How the values of a tool's answer and of an order read in Spanish. The words stand in `es.toml`.

A format's parameters are the fields that it reads, by their names: `tool_texts` checks that they are there.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from booking.conversation.replies import (
    day_texts,
    medical_texts,
    record_texts,
    series_texts,
    spanish,
    understood_texts,
    waiter_texts,
)
from booking.conversation.replies.appointment_texts import span
from booking.conversation.replies.texts import WORDS
from booking.intents import Frozen
from booking.models import FIRST_VISIT, AbsenceOrder, ClosureOrder, DayAct, DayOrder, HoursOrder, MoveOrder


def moment(text: str) -> str:
    return spanish.moment(dt.datetime.fromisoformat(text))


# --- answers -------------------------------------------------------------------------------------


def _appointments(
    desde: str,
    hasta: str,
    citas: Any,
    hay_mas: bool,
    siguiente: bool,
    ultima: bool,
    solo: str | None,
    del_doctor: str | None,
    bloqueado: Any,
) -> str:
    which = WORDS[f"tool_only_{solo}"] if solo else ""
    which += WORDS["with_doctor"].format(doctor=del_doctor) if del_doctor else ""
    said = {"period": _period(desde, hasta), "which": which}
    one = "next" if siguiente else "last" if ultima else ""
    away = WORDS["tool_away"].format(stretches=_stretches(bloqueado)) if bloqueado else ""
    if not citas:
        return WORDS[f"tool_{one}_none" if one else "tool_none"].format(**said) + away
    count = WORDS["tool_many"].format(count=len(citas)) if hay_mas else len(citas)
    head = WORDS[f"tool_{one}" if one else "tool_period"].format(**said, count=count)
    lines = [_line(c, f" · {WORDS['state_' + c['estado']]}" if c["estado"] != "programada" else "") for c in citas]
    lines = [line + _cancelled_by(c["cancelada"]) for line, c in zip(lines, citas, strict=True)]
    return "\n".join([head, *lines]) + (WORDS["tool_more"] if hay_mas else "") + away


def _cancelled_by(told: Any) -> str:
    if not told:
        return ""
    return WORDS["tool_cancelled_by"].format(
        who=WORDS[f"cancelled_by_{told['quien']}"],
        name=f" ({told['nombre']})" if told["nombre"] else "",
        when=moment(told["cuando"]),
        why=WORDS["cancelled_why"].format(said=told["por_que"]) if told["por_que"] else "",
    )


def _line(c: Any, state: str) -> str:
    return WORDS["tool_line"].format(
        when=moment(c["inicio"]), patient=c["paciente"], state=state, doctor=f" · {c['doctor']}"
    )


def _missed(cuantas: int, citas: Any) -> str:
    """Whose they were: all, or the last ones."""
    lines = "".join(f"\n{_line(c, '')}" for c in citas)
    return lines + (WORDS["tool_more"] if cuantas > len(citas) else "")


def _period(start: str, end: str) -> str:
    first = dt.datetime.fromisoformat(start)
    last = dt.datetime.fromisoformat(end) - dt.timedelta(seconds=1)
    days = [spanish.short_day(day) for day in dict.fromkeys((first.date(), last.date()))]
    return f"({' – '.join(days)})"


def _patients(busqueda: str, pacientes: Any, hay_mas: bool) -> str:
    if not pacientes:
        return WORDS["tool_no_patients"].format(busqueda=busqueda)
    lines = [
        WORDS["tool_patient"].format(nombre=p["nombre"], telefono=f" · {p['telefono']}" if p["telefono"] else "")
        for p in pacientes
    ]
    return "\n".join([WORDS["tool_patients"], *lines]) + (WORDS["tool_more"] if hay_mas else "")


def _unanswered(del_doctor: str | None, citas: Any, hay_mas: bool) -> str:
    which = WORDS["with_doctor"].format(doctor=del_doctor) if del_doctor else ""
    if not citas:
        return WORDS["tool_unanswered_none"].format(which=which)
    count = WORDS["tool_many"].format(count=len(citas)) if hay_mas else len(citas)
    lines = [
        WORDS["tool_unanswered_line"].format(
            when=moment(one["inicio"]), patient=one["paciente"], doctor=one["doctor"], until=moment(one["limite"])
        )
        for one in citas
    ]
    return "\n".join([WORDS["tool_unanswered"].format(count=count), *lines])


def _same_day(same_day: Any) -> str:
    at = spanish.listed([spanish.clock(dt.datetime.fromisoformat(one).time()) for one in same_day or ()])
    return WORDS["order_same_day"].format(at=at) if at else ""


def _free_times(doctor: str | None, horarios: Any) -> str:
    whose = WORDS["with_doctor"].format(doctor=doctor) if doctor else ""
    if not horarios:
        return WORDS["tool_no_free"].format(whose=whose)
    return "\n".join([WORDS["tool_free"].format(whose=whose), *(f"• {moment(free['inicio'])}" for free in horarios)])


def _local_time(lugar: str | None, ahora: str) -> str:
    now = dt.datetime.fromisoformat(ahora)
    said = {"clock": spanish.clock(now.time()), "day": spanish.short_day(now.date()), "lugar": lugar}
    return WORDS["tool_clock_there" if lugar else "tool_clock"].format_map(said)


def _document(texto: str | None, fuente: str | None, desde: str | None) -> str:
    if texto is None:
        return WORDS["document_none"]
    return record_texts.quoted({"text": texto, "source": fuente, "since": desde})


def _availability(
    doctor: str | None,
    desde: Any,
    hasta: Any,
    mas_ratos: Any,
    bloqueado: bool,
    dias_semana: Any,
    horario: Any,
    citas_en_medio: int,
    de_vuelta: int,
    cierra: Any,
    abre: Any,
    desde_dia: Any,
) -> str:
    affected = _affected(citas_en_medio)
    if cierra:
        dates = _hours_of_a_day(desde, hasta) if desde else _dates(cierra)
        return WORDS["tool_closed"].format(dates=dates, affected=affected)
    if abre:
        return WORDS["tool_opened"].format(dates=_dates(abre))
    if dias_semana:
        said = {
            "doctor": doctor or WORDS["doctor"],
            "days": _weekdays(dias_semana),
            "hours": _hours(horario),
            "since": _since(desde_dia),
        }
        return WORDS["tool_hours" if horario else "tool_no_hours"].format(**said, affected=affected)
    back = WORDS["freed_back_one" if de_vuelta == 1 else "freed_back"].format(count=de_vuelta) if de_vuelta else ""
    return WORDS["tool_blocked" if bloqueado else "tool_freed"].format(
        stretch=_stretches([(desde, hasta), *mas_ratos]), affected=affected, back=back
    )


def _day(
    que: str,
    doctor: str,
    a_doctor: str | None,
    desde: str,
    hasta: str,
    cuantas: int,
    se_quedan: int,
    avisados: int,
    sin_telefono: Sequence[str],
    de_baja: Sequence[str],
    sin_avisar: bool,
) -> str:
    """What was done to a whole day, who is told of it, and what is still to do."""
    said = {"count": day_texts.count(cuantas), "doctor": doctor, "to": a_doctor, "stretch": _stretch(desde, hasta)}
    stay = WORDS["day_stay_one" if se_quedan == 1 else "day_stay"].format(count=se_quedan)
    stay = stay if se_quedan and que != DayAct.LATE else ""
    told = WORDS["day_untold"] if sin_avisar else day_texts.told(avisados, sin_telefono, de_baja)
    open_still = WORDS["day_open"] if que == DayAct.CANCEL else ""
    undo = WORDS["day_no_undo"] if que not in (DayAct.LATE, DayAct.OFFER) else ""
    offered = WORDS["day_offered"].format(**said) if cuantas else ""
    return WORDS[f"day_done_{que}"].format(**said, offered=offered) + stay + told + open_still + undo


ANSWERS: dict[str, Callable[..., str]] = {
    "appointments": _appointments,
    "missed": _missed,
    "unanswered": _unanswered,
    "patients": _patients,
    "free_times": _free_times,
    "local_time": _local_time,
    "document": _document,
    "medical": medical_texts.medical,
    "waiters": waiter_texts.waiters,
    "availability": _availability,
    "period": lambda desde, hasta: _period(desde, hasta),
    "with_doctor": lambda doctor: WORDS["with_doctor"].format(doctor=doctor) if doctor else "",
    "patient": lambda paciente: paciente or WORDS["patient"],
    "slot": lambda inicio: moment(inicio),
    "visits": lambda siguen: WORDS["visits" if siguen else "visit"],
    "following": lambda siguen: "".join(f"; {moment(at)}" for at in siguen),
    "state": lambda estado: WORDS[f"state_{estado}"],
    "told": lambda aviso: WORDS.get(f"order_told_{aviso}", ""),
    "day": _day,
    "awaited": lambda cuando, antes_de, doctor: understood_texts.awaited(cuando, antes_de, doctor),
}
"""What an answer may hold beside the fields of its result."""


# --- orders --------------------------------------------------------------------------------------


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


def _stretches(spans: Sequence[Sequence[str]]) -> str:
    return "; ".join(_stretch(start, end) for start, end in spans)


_MOST_NAMED = 5


def _affected(count: int, in_the_way: Sequence[Any] = ()) -> str:
    """The appointments that the change touches, as a sentence after others; the first of them named."""
    if not count:
        return ""
    if not in_the_way:
        return WORDS["order_affected_one" if count == 1 else "order_affected"].format(count=count)
    lines = [
        WORDS["affected_line"].format(patient=one["patient"] or WORDS["patient"], when=moment(one["start"]))
        for one in in_the_way[:_MOST_NAMED]
    ]
    more = [WORDS["affected_more"].format(count=count - _MOST_NAMED)] if count > _MOST_NAMED else []
    said = WORDS["affected_named_one" if count == 1 else "affected_named"].format(count=count)
    return "\n".join([said, *lines, *more])


def _since(day: str | None) -> str:
    return WORDS["hours_since"].format(day=spanish.day(dt.date.fromisoformat(day))) if day else ""


def _weekdays(numbers: Sequence[int]) -> str:
    names = WORDS["weekdays"].split()
    return spanish.listed([names[number] for number in numbers])


def _hours(hours: Sequence[Sequence[str]]) -> str:
    edges = [[spanish.clock(dt.time.fromisoformat(at)) for at in stretch] for stretch in hours]
    return spanish.listed([WORDS["stretch"].format(start=start, end=end) for start, end in edges])


def _hours_of_a_day(start: str, end: str) -> str:
    return WORDS["closed_day"].format(day=_stretch(start, end))


def _dates(dates: Sequence[str]) -> str:
    """One day, from the first to the last, or each, where some lie between that are not meant."""
    days = [dt.date.fromisoformat(date) for date in dates]
    first, last = days[0], days[-1]
    if first == last:
        return WORDS["closed_day"].format(day=spanish.day(first))
    if len(days) == 2 or (last - first).days >= len(days):
        return spanish.listed([WORDS["closed_day"].format(day=spanish.day(day)) for day in days])
    return WORDS["closed_days"].format(first=spanish.day(first), last=spanish.day(last))


ORDERS: dict[str, Callable[..., str]] = {
    "patient": lambda patient: patient or WORDS["patient"],
    "doctor": lambda doctor: doctor or WORDS["doctor"],
    "visit": lambda kind: "" if kind == FIRST_VISIT else WORDS["order_visit"].format(visit=kind.replace("_", " ")),
    "before": lambda before: str(before),
    "phone": lambda phone: f" ({phone})" if phone else "",
    "tail": lambda phone, patient_id: f" (···{phone[-4:]})" if phone and patient_id else "",
    "newcomer": lambda phone, patient_id: "" if patient_id else WORDS["order_newcomer"].format(phone=phone),
    "dates": lambda dates: _dates(dates),
    "closed": lambda dates, slot: _hours_of_a_day(slot["start"], slot["end"]) if slot else _dates(dates),
    "since": lambda since: _since(since),
    "slot": lambda slot: moment(slot["start"]) if slot else "",
    "first": lambda slot: span(slot),
    "others": lambda others: series_texts.others(series_texts.planned(others)),
    "how_many": lambda others: series_texts.how_many(series_texts.planned(others)),
    "stretch": lambda slot: _stretch(slot["start"], slot["end"]) if slot else "",
    "stretches": lambda slot, further: _stretches([(one["start"], one["end"]) for one in (slot, *(further or ()))]),
    "existing": lambda appointment: moment(appointment["slot"]["start"]) if appointment else "",
    "state": lambda status: WORDS[f"state_{status or 'llego'}"],
    "days": lambda weekdays: _weekdays(weekdays),
    "hours": lambda hours: _hours(hours),
    "affected": lambda affected, in_the_way: _affected(affected, in_the_way),
    "untold": lambda tell: WORDS["order_untold"] if tell is False else "",
    "same_day": _same_day,
    "count": lambda plan: day_texts.count(len(plan["changes"])),
    "changes": lambda plan: day_texts.changes(plan["changes"]),
    "offers": lambda plan: day_texts.offers(plan["changes"]),
    "stays": lambda plan: day_texts.stays(plan["stays"]),
    "span": lambda wish: _stretch(wish["span"]["start"], wish["span"]["end"]),
    "late": lambda wish: str(wish["minutes"]),
    "by": lambda wish: day_texts.by(wish["minutes"]),
    "to": lambda to_doctor: to_doctor or WORDS["doctor"],
    "awaited": lambda wish, doctor, appointment: understood_texts.awaited(
        wish["when"], appointment["slot"]["start"] if wish["before"] else None, doctor
    ),
    "instead": lambda appointment: (
        WORDS["order_instead"].format(when=moment(appointment["slot"]["start"])) if appointment else ""
    ),
    "free_now": lambda free: WORDS["order_free_now"].format(times="; ".join(moment(at) for at in free)) if free else "",
    "entries": lambda entries: waiter_texts.shown(entries),
    "namesakes": lambda namesakes: WORDS["order_namesakes"] if namesakes else "",
}
"""What the proposal of an order may hold."""


def kind_of(order: Any) -> str:
    """Which kind of change an order is: its type, or what of it has words of its own."""
    match order["type"]:
        case "hours":
            return "hours" if order["hours"] else "no_hours"
        case "absence":
            return "free" if order["frees"] else "block"
        case "closure":
            return "opening" if order["opens"] else "closure"
        case "day":
            return f"day_{order['wish']['act']}"
        case "move" if order["before"]:
            return "move_and_hand_over" if order["slot"] != order["appointment"]["slot"] else "hand_over"
    return str(order["type"])


_KINDS: dict[type[Frozen], frozenset[str]] = {
    HoursOrder: frozenset({"hours", "no_hours"}),
    AbsenceOrder: frozenset({"block", "free"}),
    ClosureOrder: frozenset({"closure", "opening"}),
    DayOrder: frozenset({"day_cancelar", "day_recorrer", "day_pasar", "day_ofrecer", "day_avisar"}),
    MoveOrder: frozenset({"move", "move_and_hand_over", "hand_over"}),
}


def kinds_of(orders: Iterable[type[Frozen]]) -> dict[str, type[Frozen]]:
    """All that `kind_of` may say of orders of these types, each with its type."""
    return {kind: order for order in orders for kind in _KINDS.get(order, {order.model_fields["type"].default})}
