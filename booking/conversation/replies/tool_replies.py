"""What is told and asked around the tools of staff, as Spanish text. The words stand in `es.toml`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from booking.conversation.replies import day_texts, spanish, tool_texts
from booking.conversation.replies.texts import WORDS
from booking.conversation.replies.tool_formats import moment
from booking.models import DayAct
from booking.models.tool_answers import AND_THEN


def answer(value: Any) -> str:
    """What a tool answered."""
    if value["type"] == "done":
        return tool_texts.answer(value["tool"], value["result"])
    stays = day_texts.stays(value.get("stays") or ())
    why, at = f"why_{value['why']}", moment(value["at"]) if value.get("at") else ""
    return WORDS.get(f"{why}_but" if at else why, WORDS[why]).format(at=at, stays=stays)


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
    offers = DayAct.OFFER in call["said"]
    return (WORDS["call_offer"] if offers else tool_texts.call(call["tool"])) + words


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
    if value["at"] is None:
        return WORDS[("open_first" if value.get("more") else "open_then") if free else "open_none"].format(
            doctor=value["doctor"], free=free
        )
    said = {"doctor": value["doctor"], "at": moment(value["at"]), "free": free}
    some = "taken_near" if value.get("more") else "taken"
    return WORDS[some if free else "taken_all"].format(**said)


def undone(value: Any) -> str:
    """What was under way and is left, in the words it was asked in."""
    return _called(value) if value else WORDS["undone"]


def _named_call(call: Any) -> str:
    said = _called(call)
    return f"{said[:1].upper()}{said[1:]}"


def described(option: Any) -> str:
    """What tells one of those listed from the others, besides its name."""
    return moment(option["at"]) if option["at"] else f"···{option['tail']}" if option["tail"] else ""


def option(value: Any) -> str:
    """One of those listed, with what tells it from the others."""
    more = described(value)
    return f"{value['text']} · {more}" if more else str(value["text"])


_FIXED = frozenset(
    """si sí llego no_asistio en_curso completada pacientes cifras historiales canceladas confirmadas sin_confirmar
    por_llegar primera ultima cualquiera""".split()
) | {DayAct.OFFER}
"""Values that a reader of texts put there; nobody said them."""
