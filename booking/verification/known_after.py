"""What the checker itself knows after a turn that was tried: kept by rules of its own, whatever the table did."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.proposal_texts import shown_order
from booking.conversation.replies.texts import TEXTS, Change
from booking.intents import OptOut
from booking.models import Conversation, Hold, Slot
from booking.models.draft_parts import appointment_of, hold_of, order_of, patients_of
from booking.verification.cases import Case
from booking.verification.checker_model import Known, Screen
from booking.verification.situation import same_part
from booking.verification.small_world import CLINIC, NOW


def known_after(case: Case) -> Known:
    """What the checker knows after the turn."""
    known: dict[str, Any] = {}
    for of in (_holds, _screen, _misses, _humans, _consent):
        of(case, known)
    return case.before.known.model_copy(update=known)


def _holds(case: Case, known: dict[str, Any]) -> None:
    if not any(asked.name in ("hold", "renew", "release", "book", "move", "take_offered") for asked in case.asked):
        return
    hold = hold_of(case.before.conversation.draft)
    current = hold.appointment_id if hold else None
    holds = set(case.before.known.holds)
    for asked in case.asked:
        gone = asked.name in ("release", "book") or (asked.name == "renew" and asked.answer is None)
        moved = asked.name == "move" and getattr(asked.answer, "slot", None) is not None
        if isinstance(asked.answer, Hold):  # of the one before nothing is left
            if asked.name not in ("hold", "take_offered"):
                holds.discard(current or 0)
            current = asked.answer.appointment_id
            holds.add(current)
        elif (gone or moved) and current is not None:
            holds.discard(current)
    known["holds"] = frozenset(holds)


def _screen(case: Case, known: dict[str, Any]) -> None:
    after, keys = case.after.conversation, case.keys
    if keys and not case.texts[-1].keeps:  # what keeps the question leaves the proposal where it was
        shown = case.turn.replies[-1].params
        does = would_do(keys[-1], after)
        known["screen"] = Screen(keys[-1], does == {n: shown.get(n) for n in does}) if does else None
        return
    screen = case.before.known.screen
    if screen is not None:
        left = after.draft is not None and all(
            same_part(case.before.conversation.draft, after.draft, name)
            for name in ("hold", "name", "for_other", "appointment", "order")
        )
        known["screen"] = Screen(screen.key, screen.still and left) if after.draft is not None else None


def would_do(key: str, conversation: Conversation) -> dict[str, JsonValue]:
    """What a yes to this message would do, in the names of its text; empty if the message is no proposal."""
    draft = conversation.draft
    change = TEXTS[ReplyKey(key)].proposes
    if draft is None or change is None:
        return {}
    if change is Change.PERFORM:
        return {"order": shown_order(order_of(draft), ZoneInfo(CLINIC.zone))}
    does: dict[str, JsonValue] = {}
    hold, mine = hold_of(draft), appointment_of(draft)
    if change is not Change.CANCEL:
        does["span"] = told_hours(hold.slot) if hold else None
        does["held_with"] = hold.doctor if hold else None
        does["room"] = hold.room if hold else None
        does["clinic"] = CLINIC.name
    if change is not Change.BOOK:
        does["existing"] = told_hour(mine.slot) if mine else None
        whose = {patient.id: patient.name for patient in patients_of(draft)}
        does["whose"] = whose.get(mine.patient_id or 0) if mine else None
    elif draft.kind == "booking":
        does["visit"], does["note"] = draft.visit, draft.note
        does["others"] = told_others(hold) if hold else None
        does["patient"] = draft.name or (None if draft.for_other else conversation.person.name)
    return does


def told_hours(slot: Slot) -> JsonValue:
    """The beginning and the end of an appointment as replies name them."""
    ends = slot.end.astimezone(ZoneInfo(CLINIC.zone)).isoformat()
    return {"start": told_hour(slot), "end": ends}


def told_others(hold: Hold) -> JsonValue:
    """Those that follow the first of a series, as replies name them."""
    return [
        {
            "span": told_hours(other.slot) if other.slot else None,
            "due": other.due.astimezone(ZoneInfo(CLINIC.zone)).isoformat(),
            "beyond": other.beyond,
        }
        for other in hold.others
    ]


def told_hour(slot: Slot) -> str:
    """The beginning of an appointment as replies name it."""
    return slot.start.astimezone(ZoneInfo(CLINIC.zone)).isoformat()


def _misses(case: Case, known: dict[str, Any]) -> None:
    if not case.turn.replies:
        return  # what a human answers is not ours to count
    if "ask_human" in case.keys and case.by_model:
        if any(i.kind not in ("unknown", "use_tool") for i in case.input.intents):
            known["misses"] = 0
        return
    called = "human_coming" in case.keys and any(asked.name == "notice" for asked in case.asked)
    if called or any(i.kind not in ("unknown", "use_tool") for i in case.input.intents):
        known["misses"] = 0
    elif {"urgent_again", "still_waiting"} & set(case.keys):
        return  # a person has the chat, whatever is said besides
    elif any(i.kind == "use_tool" for i in case.input.intents) and not {"not_understood", "help"} & set(case.keys):
        return  # it was understood, by somebody who may
    elif any(i.kind == "use_tool" or _counts(i) for i in case.input.intents):
        known["misses"] = case.before.known.misses + 1


def _counts(intent: object) -> bool:
    kind, why = getattr(intent, "kind", ""), getattr(intent, "why", None)
    return kind == "unknown" and why in ("not_understood", "partly", "order_partly")


def _humans(case: Case, known: dict[str, Any]) -> None:
    called = any(asked.name == "notice" for asked in case.asked)
    if called and {"human_coming", "urgent"} & set(case.keys) and not case.works_here:
        known["humans"] = True
    else:
        until = case.before.conversation.control_until
        if "bot_back" in case.keys or (until is not None and until <= NOW):
            known["humans"] = False


def _consent(case: Case, known: dict[str, Any]) -> None:
    for intent in case.input.intents:
        if isinstance(intent, OptOut) and not intent.unsure and not case.by_model:
            known["silent"] = not intent.undo
    if "privacy_notice" in case.keys:
        known["noticed"] = True
