"""What a meaning must be read as, and the verdict on an answer of `turnero nlu parse`."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tests.nlu.made.claims import BESIDE, unsure, windows
from tests.nlu.made.days import DayKind, Window
from tests.nlu.made.lexicon import plain
from tests.nlu.made.meanings import CHANGING, UNKNOWN, Act, Meaning
from tests.nlu.made.wishes import Wish

ACTING = frozenset({
    "start_booking", "check_availability", "select_slot", "provide_customer_data", "cancel_booking",
    "cancel_appointment", "reschedule_appointment", "confirm",
})  # fmt: skip
"""Kinds after which something is done: claimed wrongly, they do harm."""

KINDS = {
    Act.NEW: {"start_booking", "check_availability"}, Act.ASK: {"check_availability", "start_booking"},
    Act.INSTEAD: {"check_availability"}, Act.MORE: {"check_availability", "deny"},
    Act.CHOOSE: {"select_slot"}, Act.CORRECT: {"select_slot"},
    Act.MOVE: {"reschedule_appointment"}, Act.CANCEL: {"cancel_appointment"}, Act.GIVE_UP: {"cancel_booking", "deny"},
    Act.NAME: {"provide_customer_data"}, Act.NAME_OF_OTHER: {"provide_customer_data"},
    Act.NAME_PUT_RIGHT: {"provide_customer_data"}, Act.YES: {"confirm"}, Act.NO: {"deny"},
    Act.LIST: {"list_appointments"}, Act.PERSON: {"request_human"}, Act.QUESTION: {"ask_question"},
    Act.OPT_OUT: {"opt_out"},
}  # fmt: skip
"""What each act may be read as. An act that is not here must not be acted on."""

CANCELS = frozenset({"cancel_appointment", "cancel_booking"})
FORBIDDEN = {
    Act.REFUSE: frozenset({"select_slot", "confirm"}),
    Act.YES_IF: frozenset({"confirm"}),
    Act.NOT_CANCEL: CANCELS,
    Act.NOT_MOVE: CANCELS | {"reschedule_appointment"},
    Act.NOT_NAME: frozenset({"confirm"}),
    Act.NOT_NEW: ACTING - {"cancel_booking"},
    Act.STORY: ACTING,
    **dict.fromkeys(UNKNOWN, ACTING),
}


class Outcome(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"  # claimed, and not what was meant
    UNSURE = "unsure"  # unknown, or asked back
    OTHER = "other"  # nothing claimed that could do harm, of what must not be claimed


@dataclass(frozen=True)
class Verdict:
    outcome: Outcome
    why: str = ""


def judge(meaning: Meaning, text: str, answer: dict[str, Any]) -> Verdict:
    """Whether the answer claims what was meant."""
    if "error" in answer:
        return Verdict(Outcome.WRONG, "error")
    if unsure(answer):
        return Verdict(Outcome.UNSURE)
    intents = [answer["intent"], *answer["more"]]
    if meaning.act not in KINDS:
        harm = _harm(meaning, intents)
        return Verdict(Outcome.WRONG, harm) if harm else Verdict(Outcome.OTHER)
    why = _kind(meaning, text, intents[0]) or _extra(meaning, intents[1:]) or _fields(meaning, intents[0], intents)
    return Verdict(Outcome.WRONG, why) if why else Verdict(Outcome.RIGHT)


def _harm(meaning: Meaning, intents: list[dict[str, Any]]) -> str:
    forbidden = FORBIDDEN[meaning.act]
    for intent in intents:
        kind = intent["kind"]
        only_note = kind == "provide_customer_data" and not (intent.get("name") or intent.get("for_self"))
        if kind in forbidden and not only_note:
            return f"claims {kind}"
        if (
            meaning.act is Act.NOT_NAME
            and kind == "provide_customer_data"
            and _shares(intent.get("name"), meaning.name)
        ):
            return "takes the name that it is not"
        if meaning.act is Act.REFUSE and meaning.option and kind in ("check_availability", "start_booking"):
            start = meaning.offered[meaning.option - 1]
            if any(w.exact and w.holds(start.date(), start.time()) for w in windows(intent)):
                return "asks for the refused time"
    return ""


def _shares(name: str | None, other: str | None) -> bool:
    return bool(set(plain(name or "").split()) & set(plain(other or "").split()) - {"de", "la", "del"})


def _kind(meaning: Meaning, text: str, intent: dict[str, Any]) -> str:
    kinds = set(KINDS[meaning.act])
    if meaning.act is Act.NEW and not (meaning.wish != Wish() or meaning.doctor or meaning.but_doctor):
        kinds = {"start_booking"}
    if meaning.act is Act.NO and "gracias" in text.lower():
        kinds.add("cancel_booking")
    return "" if intent["kind"] in kinds else f"kind: {intent['kind']}"


def _extra(meaning: Meaning, more: list[dict[str, Any]]) -> str:
    """What is claimed beside the request and was not said."""
    for intent in more:
        kind = intent["kind"]
        if kind == "provide_customer_data":
            if intent.get("name") or intent.get("for_self"):
                return "more: a name or a person"
            if intent.get("for_other") and not (meaning.relative or _of_another(meaning)):
                return "more: for somebody else"
        elif kind not in BESIDE and not (kind == "ask_question" and meaning.act is Act.ASK):
            return f"more: {kind}"
    return ""


def _of_another(meaning: Meaning) -> bool:
    """ "mi niña anda con calentura": whether the appointment is hers is free."""
    return bool(meaning.story and meaning.story.kind == "symptom" and meaning.story.text.startswith("mi "))


def _fields(meaning: Meaning, intent: dict[str, Any], intents: list[dict[str, Any]]) -> str:
    if intent.get("problem"):
        return f"problem: {intent['problem']}"
    if meaning.option and intent.get("option") != (meaning.other or meaning.option):
        return "option"
    if meaning.name and plain(intent.get("name") or "") != plain(meaning.name) and not _first_only(meaning, intent):
        return "name"
    if (intent.get("doctor") or None) != meaning.doctor:
        return "doctor"
    if list(intent.get("not_with") or []) != ([meaning.but_doctor] if meaning.but_doctor else []):
        return "not_with"
    return _whose(meaning, intent, intents) or _when(meaning, intent)


def _first_only(meaning: Meaning, intent: dict[str, Any]) -> bool:
    """A name put right may be given as the part that was wrong."""
    return (
        meaning.act is Act.NAME_PUT_RIGHT
        and bool(intent.get("instead_of"))
        and _shares(intent.get("name"), meaning.name)
    )


def _whose(meaning: Meaning, intent: dict[str, Any], intents: list[dict[str, Any]]) -> str:
    others = any(i.get("for_other") for i in intents)
    if meaning.act in CHANGING:
        others = others or bool(intent.get("whose") is not None and not intent["whose"].get("own"))
    if meaning.relative and not others:
        return "whose"
    return "whose" if others and not meaning.relative and not _of_another(meaning) else ""


def _when(meaning: Meaning, intent: dict[str, Any]) -> str:
    if meaning.act in (Act.CANCEL, Act.MOVE):
        key = "when" if meaning.act is Act.CANCEL else "of"
        wanted = frozenset(meaning.of.windows) if meaning.of else frozenset()
        if windows(intent, key) != wanted:
            return "of"
        if meaning.act is Act.CANCEL:
            return ""
    if meaning.wish.excepts:
        return "" if _as_allowed(meaning, windows(intent)) else "exception"
    return "" if windows(intent) == frozenset(meaning.wish.windows) else "when"


def _as_allowed(meaning: Meaning, read: frozenset[Window]) -> bool:
    """Whether exactly the wanted half hours of the next weeks are left. Whether "menos el lunes" is every Monday is
    free, and so is what is left of today."""
    wish, today = meaning.wish, meaning.now.date()
    loose = (
        wish.but_day.first.weekday() if wish.but_day and wish.but_day.kind is DayKind.WEEKDAY and not wish.day else None
    )
    for days in range(1, 21):
        date = today + dt.timedelta(days=days)
        if date.weekday() == loose and wish.but_day and date != wish.but_day.first:
            continue
        for half in range(16, 40):
            time = dt.time(half // 2, half % 2 * 30)
            if wish.allows(date, time) != (not read or any(w.holds(date, time) for w in read)):
                return False
    return True
