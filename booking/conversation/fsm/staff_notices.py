"""What those on duty were told of, marked by them as seen or dealt with: by the button under it, or in a word."""

from __future__ import annotations

import datetime as dt

from pydantic import TypeAdapter

from booking.conversation.fsm.outcomes import DONE, Outcome, Refused
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Turn
from booking.intents import Frozen, UseTool
from booking.models import Handled, Notice, Person, Role

NOTICE = "aviso_personal"
"""The tool name under which it arrives; no tool of the catalogue."""

TOLD = dt.timedelta(hours=24)
"""A word without a number is about what they were told of so lately."""


class Marked(Frozen):
    """`works_here`: who says it may mark notices. `notice` is the one marked; None: nobody knows which was meant."""

    works_here: bool
    notice: int | None = None


_MARKED: TypeAdapter[Marked] = TypeAdapter(Marked)


def marking(notice: int | None, *, done: bool) -> UseTool:
    """What marks a notice as dealt with, or as seen; without a number the only one that it can be."""
    which = (("aviso", str(notice)),) if notice is not None else ()
    return UseTool(tool=NOTICE, arguments=(*which, ("estado", "atendido" if done else "visto")))


def mark_notice(turn: Turn) -> Outcome:
    """mark the notice as seen or dealt with, by whoever says so"""
    said = dict(turn.intent.arguments) if isinstance(turn.intent, UseTool) else {}
    marked: Marked = turn.journal.ask("mark_notice", _MARKED, lambda: _mark(turn, said), said=said)
    if marked.notice is not None:
        turn.found.notice = marked.notice
        return DONE
    return Refused(Trigger.NOTICE_UNCLEAR if marked.works_here else Trigger.UNKNOWN)


def _mark(turn: Turn, said: dict[str, str]) -> Marked:
    person = turn.conversation.person
    if not person.roles_at(turn.now) - {Role.PATIENT}:
        return Marked(works_here=False)
    done = said.get("estado") == "atendido"
    found = _meant(turn, said.get("aviso"), done=done)
    if found is None:
        return Marked(works_here=True)
    who = Handled(by=_called(person), at=turn.now)
    (turn.uow.notices.finish if done else turn.uow.notices.see)([found.id], who)
    return Marked(works_here=True, notice=found.id)


def _meant(turn: Turn, number: str | None, *, done: bool) -> Notice | None:
    if number is not None:
        whole = number.isascii() and number.isdigit() and len(number) < 10
        found = turn.uow.notices.of([int(number)]) if whole else ()
    else:
        lately = turn.now - TOLD
        open_ = turn.uow.notices.list(open_only=True)
        found = [n for n in open_ if n.pushed_at and n.pushed_at >= lately and (done or n.seen is None)]
    told = [notice for notice in found if notice.pushed]
    return told[0] if len(told) == 1 else None


def _called(person: Person) -> str:
    return person.name or f"personal {person.id}"
