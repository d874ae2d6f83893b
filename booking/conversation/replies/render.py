"""Replies → messages of WhatsApp. One message a turn where the limits allow it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import TypeAdapter

from booking.conversation.buttons import encode
from booking.conversation.replies import (
    appointment_texts,
    episode_texts,
    record_texts,
    series_texts,
    spanish,
    tool_replies,
    tool_texts,
    understood_texts,
)
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.reply_questions import choices_of
from booking.conversation.replies.texts import TEXTS, WORDS, Text, text_of
from booking.intents import AsTold, CheckAvailability, SelectSlot, Shift, of_those
from booking.models import Button, ListRow, OutButtons, OutContent, OutList, OutText, Reply
from booking.models.messages import LONGEST_WITH_BUTTONS

_TOLD: TypeAdapter[tuple[AsTold, ...]] = TypeAdapter(tuple[AsTold, ...])
_TEXT_BODY = 4096
_HEARD = 300  # characters of a voice note that are shown back


def render(replies: Sequence[Reply]) -> tuple[OutContent, ...]:
    """The last reply's message, headed by the notices of those before it, or followed by those that are said after.
    Nothing for no replies."""
    if not replies:
        return ()
    *before, last = replies
    heads, tails = (
        [said for r in before if TEXTS[ReplyKey(r.key)].after is after and (said := _notice(r))]
        for after in (False, True)
    )
    text = text_of(last)
    body = _fill(text.body, last)
    whole = "\n\n".join([*dict.fromkeys([*heads, body]), *tails])
    message = _interactive(text, last)
    if message is None:
        return (OutText(body=_cut(whole, _TEXT_BODY)),)
    if len(whole) <= LONGEST_WITH_BUTTONS:
        return (message(whole),)
    beside = "\n\n".join([*heads, *tails]) if len(body) <= LONGEST_WITH_BUTTONS else whole
    return (OutText(body=_cut(beside, _TEXT_BODY)), message(_cut(body, LONGEST_WITH_BUTTONS)))


def _notice(reply: Reply) -> str | None:
    text = TEXTS[ReplyKey(reply.key)]
    notice = text.staff_notice if text.staff_notice and reply.params.get("may_say") else text.notice
    return _fill(notice, reply) if notice else None


def _fill(text: str, reply: Reply) -> str:
    said = text.format_map({name: SPANISH[name](value) for name, value in reply.params.items() if name in SPANISH})
    return one_point(said)


def _interactive(text: Text, reply: Reply) -> Callable[[str], OutContent] | None:
    """How to send this text with its buttons or list, or None for plain text."""
    version: Any = reply.params["draft_version"]
    if text.list and (options := _moments(reply.params["options"])):
        tails = _tails(reply.params["options"])
        rows = [_row(number, at, version, tails[number - 1]) for number, at in enumerate(options[:9], start=1)]
        rows.append(
            ListRow(
                id=encode(CheckAvailability(shift=Shift.MORE), version),
                title=WORDS["more_title"],
                description=WORDS["more_description"],
            )
        )
        button = text.list
        return lambda body: OutList(body=body, button=button, rows=tuple(rows))
    if text.pick and (choices := _starts(reply.params["choices"])):
        pick = text.pick
        names, patients = _names(reply.params["choices"]), _patients(reply.params["choices"])
        # Of several at the same time the title says whose each is: a telephone may show it alone.
        titles = [patient if choices.count(at) > 1 else None for at, patient in zip(choices, patients, strict=True)]
        listed = tuple(_row(n, at, version, names[n - 1], titles[n - 1]) for n, at in enumerate(choices[:10], start=1))
        return lambda body: OutList(body=body, button=pick, rows=listed)
    if text.ask and (people := _listed(reply.params["question"])):
        ask, several = text.ask, tuple(_option(n, option, version) for n, option in enumerate(people[:10], start=1))
        return lambda body: OutList(body=body, button=ask, rows=several)
    told = _TOLD.validate_python(reply.params.get("told") or ())
    meant = [(of_those(b.intent, told), b) for b in text.buttons]
    buttons = [Button(id=encode(intent, version if b.bound else None), title=b.title) for intent, b in meant]
    if text.choices:
        buttons = [_choice(choice, version) for choice in choices_of(reply)]
    return (lambda body: OutButtons(body=body, buttons=tuple(buttons))) if buttons else None


def _row(number: int, at: dt.datetime, version: int, whose: str = "", title: str | None = None) -> ListRow:
    return ListRow(
        id=encode(SelectSlot(option=number), version),
        title=f"{number}) {title or spanish.short_moment(at)}"[:24],
        description=(spanish.moment(at) + whose)[:72],
    )


def _listed(question: Any) -> list[Any]:
    return list(question["options"])


def _option(number: int, option: Any, version: int) -> ListRow:
    title, more = option["text"], tool_replies.described(option)
    if option["at"]:  # appointments may all be one patient's
        title, more = spanish.short_moment(dt.datetime.fromisoformat(option["at"])), f"{title} · {more}"
    if option["tail"]:
        title = f"{title[:12]} ···{option['tail']}"
    return ListRow(
        id=encode(SelectSlot(option=number), version), title=f"{number}) {title}"[:24], description=more[:72] or None
    )


def _choice(choice: CheckAvailability, version: int) -> Button:
    if choice.when is None or choice.when.when is None:
        raise ValueError("a choice without a time")
    return Button(id=encode(choice, version), title=spanish.candidate(choice.when.when))


def _moments(value: Any) -> list[dt.datetime]:
    starts = [one if isinstance(one, str) else one["start"] for one in value or ()]
    return [dt.datetime.fromisoformat(start) for start in starts]


def _tails(value: Any) -> list[str]:
    """What is said of each time on offer beside when it is."""
    return ["" if isinstance(one, str) else WORDS["of_another"] for one in value or ()]


def _starts(value: Any) -> list[dt.datetime]:
    return _moments([choice["start"] for choice in value or ()])


def _names(value: Any) -> list[str]:
    """What tells whose each appointment is, where that has to be told."""
    return [_of_patient(choice.get("patient")) for choice in value or ()]


def _patients(value: Any) -> list[str | None]:
    return [choice.get("patient") for choice in value or ()]


def _of_patient(name: str | None) -> str:
    return WORDS["of_patient"].format(patient=name) if name else ""


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _desk(value: Any) -> str:
    """How long it may take until a person answers: what is known is when somebody is there."""
    if value is None:
        return WORDS["desk_unknown"]
    opens, closes = (spanish.clock(dt.time.fromisoformat(value[name])) for name in ("opens", "closes"))
    date = spanish.day(dt.date.fromisoformat(value["date"]))
    day = WORDS["today"] if value["today"] else WORDS["the_day"].format(date=date)
    return WORDS["desk_now" if value["now"] else "desk_later"].format(day=day, opens=opens, closes=closes)


def _with_doctor(value: Any) -> str:
    return WORDS["with_doctor"].format(doctor=value) if value else ""


def _set_aside(value: Any) -> str:
    said = {"slot": _slot(value["slot"]), "with_doctor": _with_doctor(value["with_doctor"])}
    said["more"] = series_texts.beside(value.get("more", 0))
    return WORDS["set_aside" if value["live"] else "set_aside_lapsed"].format_map(said)


def _no_room(value: Any) -> str:
    last = spanish.day(dt.date.fromisoformat(value["last"])) if "last" in value else ""
    return WORDS[value["why"]].format(last=last) + (WORDS["with_another"] if value.get("others") else "")


def _nearest(value: Any) -> str:
    """What is offered instead of what was wished."""
    if not value["others"]:
        return WORDS["nearest"]
    return WORDS["nearest_and_others" if value["own"] else "with_others_only"].format_map(value)


def _changed(value: Any) -> str:
    """How what was proposed is no longer so."""
    if "slot" in value:
        said = {"slot": _slot(value["slot"]), "doctor": value["doctor"] or WORDS["doctor"]}
        return WORDS["appointment_changed_to"].format_map(said)
    if value.get("gone"):
        days = spanish.listed([WORDS["gone_day"].format(at=_slot(start)) for start in value["gone"]])
        return WORDS["others_changed"].format(days=days)
    return WORDS["doctor_changed" if "now" in value else "something_changed"].format_map(value)


def _slot(value: Any) -> str:
    return spanish.moment(dt.datetime.fromisoformat(value)) if value else WORDS["at_time"]


SPANISH: dict[str, Callable[[Any], str]] = {
    "answer": tool_replies.answer,
    "answers": lambda value: "\n\n".join(tool_replies.told(told) for told in value),
    "left": lambda value: tool_replies.calls("left", value),
    "next": lambda value: tool_replies.calls("next", value),
    "order": tool_texts.order,
    "question": tool_replies.question,
    "undone": tool_replies.undone,
    "emergency": lambda value: f" {value}" if value else "",
    "said_aloud": lambda value: _cut(str(value), _HEARD),
    "read_by": lambda value: WORDS["read_by"].format(company=value) if value else "",
    "refusal": lambda value: WORDS[f"why_{value or 'not_allowed'}"],
    "ask_again": lambda value: WORDS["ask_again"] if value else "",
    "ended": lambda role: WORDS[f"ended_{role}"] if role else "",
    "still": lambda value: WORDS["still"] if value else "",
    "may_say": lambda role: WORDS[f"may_say_{role}"] if role else "",
    "marked": lambda value: WORDS[f"marked_{value['state']}"].format_map(value) if value else "",
    "changed": _changed,
    "clinic": str,
    "patient": lambda value: value or WORDS["patient"],
    "visit": lambda value: WORDS.get(f"visit_{value}", ""),
    "note": lambda value: WORDS["note"].format(text=value) if value else "",
    "span": appointment_texts.span,
    "room": appointment_texts.room,
    "others": series_texts.others,
    "them": series_texts.them,
    "these": series_texts.these,
    "are_booked": series_texts.are_booked,
    "place": appointment_texts.place,
    "reminder": appointment_texts.reminder,
    "preparation": lambda value: WORDS["preparation"].format(text=value) if value else "",
    "doctor": lambda value: value or WORDS["doctor"],
    "existing": _slot,
    "choices": lambda value: spanish.numbered(_starts(value), _names(value)),
    "none_of": lambda value: (
        "" if value is None else WORDS["none_of"].format(name=value) if value else WORDS["none_of_others"]
    ),
    "deed": lambda value: WORDS[f"deed_{value}"],
    "none_on": lambda value: WORDS["none_on"].format(when=understood_texts.wished(value, head=False)) if value else "",
    "none_with": lambda value: WORDS["none_with"].format(doctor=value) if value else "",
    "with_doctor": _with_doctor,
    "held_with": _with_doctor,
    "set_aside": _set_aside,
    "no_room": _no_room,
    "or_wait": lambda value: WORDS["or_wait"] if value else "",
    "not_here": lambda value: (
        WORDS["not_here"].format(doctor=value["doctor"], doctors=spanish.listed(value["doctors"]))
        if value
        else WORDS["none_free"]
    ),
    "asked_name": lambda value: WORDS["ask_surname"].format(name=value) if value else WORDS["ask_name"],
    "namesake": lambda value: WORDS["namesake"].format(patient=value) if value else "",
    "whose": lambda value: WORDS["whose"].format(patient=value) if value else "",
    "options": lambda value: spanish.numbered(_moments(value), _tails(value)),
    "candidates": lambda value: "",
    "stay": lambda value: WORDS["stay"] if value else "",
    "not_yet": lambda value: WORDS[f"not_yet_{value}"] if value else "",
    "problem": lambda value: WORDS[value or "no_time"],
    "lost": lambda value: WORDS[f"lost_{value}"],
    "wish": understood_texts.wished,
    "nearest": _nearest,
    "unmet": lambda value: WORDS["unmet"].format(when=understood_texts.wished(value, head=False)) if value else "",
    "sought": understood_texts.sought,
    "coming": appointment_texts.listed,
    "still_to_come": understood_texts.still_to_come,
    "record": record_texts.told,
    "unanswered": record_texts.unanswered,
    "desk": _desk,
    "until": understood_texts.back,
    "moved_to": understood_texts.moved_to,
    "understood": understood_texts.understood,
    "other_one": understood_texts.other_one,
    "pending": lambda value: WORDS["pending_done" if value else "pending_none"],
    "turned": understood_texts.turned,
    "unread": understood_texts.unread,
    "late_day": lambda value: f"el {spanish.day(dt.date.fromisoformat(value))}" if value else WORDS["today"],
    "left_aside": understood_texts.understood,
    "left_out": lambda value: spanish.listed([f"«{question}»" for question in value]),
    "heard": understood_texts.heard,
    "asked": str,
    "asked_again": understood_texts.asked_again,
    "passage": record_texts.quoted,
    "near_passage": record_texts.quoted_as_near,
    "before": appointment_texts.before,
    "visited": appointment_texts.visited,
    "recalled": episode_texts.told,
    "waited": understood_texts.waited,
    "free_too": understood_texts.free_too,
    "when_free": understood_texts.when_free,
}
"""How each value of reply_values.py reads in Spanish."""
