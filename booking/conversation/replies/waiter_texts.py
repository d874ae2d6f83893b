"""Who waits for a time, as staff read it by chat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from booking.conversation.replies import spanish, understood_texts
from booking.conversation.replies.texts import WORDS


def waiters(doctor: str | None, esperan: Any, hay_mas: bool) -> str:
    """What `consultar_lista_espera` found: a line each, in the order in which they are asked."""
    with_whom = WORDS["with_doctor"].format(doctor=doctor) if doctor else ""
    if not esperan:
        return WORDS["waiters_none"].format(with_doctor=with_whom)
    lines = [_line(one) for one in esperan]
    head = WORDS["waiters"].format(with_doctor=with_whom)
    return "\n".join([head, *lines]) + (WORDS["tool_more"] if hay_mas else "")


def shown(entries: Any) -> str:
    """What somebody is to wait for no longer: "el jueves 26 de noviembre con Dra. Ríos; cualquier horario"."""
    return "; ".join(_entry(one["wish"], one["start"], one["doctor"]) for one in entries)


def _entry(wish: Mapping[str, Any], before: str | None, doctor: str | None) -> str:
    days = [WORDS["weekdays"].split()[day] for day in wish["weekdays"]]
    return understood_texts.awaited(wish["when"], before, doctor, days)


def _line(one: Mapping[str, Any]) -> str:
    words = understood_texts.awaited(
        one["cuando"], one["antes_de"], one["doctor"], [WORDS["weekdays"].split()[day] for day in one["dias_semana"]]
    )
    said = WORDS["waiter"].format(n=one["id"], paciente=one["paciente"] or WORDS["patient"], awaited=words)
    if one["ofrecido"] is None:
        return said
    until = dt.datetime.fromisoformat(one["apartado_hasta"])
    at = spanish.moment(dt.datetime.fromisoformat(one["ofrecido"]))
    return said + WORDS["waiter_offered"].format(at=at, until=spanish.clock(until.time()))
