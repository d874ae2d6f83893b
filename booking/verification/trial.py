"""One turn tried in one situation: what happened, and what the checker then knows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, cast
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from booking.conversation import sequence
from booking.conversation.due_triggers import due
from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.looking_up import look_up
from booking.conversation.meaning.pending_question import asked_by, expected_by, heard_as
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.proposal_texts import shown_order
from booking.conversation.replies.reply_facets import texts_of
from booking.conversation.replies.texts import TEXTS, Change, Text
from booking.conversation.said_in_order import in_order
from booking.conversation.turn import LookedUp, Lookups, Services, Turn
from booking.intents import AnyIntent, OptOut, Source, StartBooking, UseTool
from booking.models import Appointment, Control, Conversation, Hold, MessageTimes, Question, Slot, State
from booking.models.draft_parts import appointment_of, hold_of, is_ordering, order_of, patients_of, seeks_time
from booking.models.tool_answers import Done
from booking.ports import Passage, UnitOfWork
from booking.verification.checker_model import Known, Screen, World
from booking.verification.inputs import Input, Lapse
from booking.verification.situation import Watched, same_part
from booking.verification.small_world import ASKING, CLINIC, CLOCK, NOW, Asked, Heard, Oracle

IDLE_AFTER = dt.timedelta(hours=24)
LATE = dt.timedelta(days=3)
"""How long before it arrives a late message was sent."""


@dataclass
class Case:
    """One turn that was tried: everything a property may look at. What several ask is worked out once, when asked.
    `input` is what was `said` as it is understood: an answer to the question on screen is what that means."""

    before: World
    input: Input
    turn: Turn
    asked: list[Asked]
    after: World
    said: Input

    @cached_property
    def keys(self) -> list[str]:
        """Of the replies, in order."""
        return [reply.key for reply in self.turn.replies]

    @cached_property
    def texts(self) -> list[Text]:
        """What was declared of the replies, in order."""
        return texts_of(self.turn.replies)

    @cached_property
    def missed(self) -> bool:
        """It was answered that something was not understood."""
        return any("unknown" in text.answers for text in self.texts)

    @cached_property
    def proposes(self) -> Change | None:
        """The change that a yes to the last reply would make."""
        return self.texts[-1].proposes if self.texts else None

    @cached_property
    def silenced(self) -> bool:
        """A human has the chat, or the person wants no messages, as the turn began."""
        before = self.before.conversation
        human = before.control is Control.HUMAN and not (before.control_until and before.control_until <= NOW)
        return human or self.before.known.silent

    @cached_property
    def by_model(self) -> bool:
        """A model alone read what was said."""
        return self.input.source is Source.MODEL

    @cached_property
    def dropped(self) -> bool:
        """The flow was left alone for too long, and ended as the turn began."""
        return "timed_out" in self.keys

    @cached_property
    def ended(self) -> bool:
        """The flow ended by itself: it was left alone for too long, or the order is theirs no longer."""
        return self.dropped or False in self.answers("right")

    @cached_property
    def alone(self) -> AnyIntent | None:
        """The only thing that was said, if it was said to the bot, not guessed by a model, and no flow was dropped."""
        plain = len(self.input.intents) == 1 and not self.silenced and not self.dropped and not self.by_model
        return self.input.intents[0] if plain else None

    @cached_property
    def put_off(self) -> bool:
        """A further appointment, and whose it is, was put off until the one under way is done."""
        further = any(isinstance(i, StartBooking) and i.besides for i in self.input.intents)
        return further and "one_by_one" in self.keys

    @cached_property
    def too_much(self) -> bool:
        """More things at once than a turn surely takes up."""
        return len(in_order(self.input.intents, self.before.conversation.state)) > 2

    def answers(self, *names: str) -> list[Any]:
        """What the world answered to questions of these names."""
        return [asked.answer for asked in self.asked if asked.name in names]

    def questions(self, *names: str) -> list[Asked]:
        """What the world was asked by these names, in order."""
        return [asked for asked in self.asked if asked.name in names]

    def made(self, *names: str) -> list[Appointment]:
        """Appointments that these writes made or changed."""
        return [answer for answer in self.answers(*names) if isinstance(answer, Appointment)]


Property = Callable[[Case], None]


def properties_of(module: dict[str, Any]) -> tuple[Property, ...]:
    """Every public function that stands in a module, given its globals."""
    return tuple(
        value
        for name, value in module.items()
        if getattr(value, "__module__", "") == module["__name__"] and callable(value) and not name.startswith("_")
    )


class Unbearable(Exception):
    """A hook, or the table, cannot live with a situation."""


class _Shelf:
    """Has a document that answers, or none."""

    def __init__(self, found: bool) -> None:
        self.found = found

    def answer(self, question: str) -> Passage | None:
        return Passage("texto", "folleto") if self.found else None


@cache
def _times(late: bool, tap: bool) -> MessageTimes:
    return MessageTimes(sent_at=NOW - LATE if late else NOW, received_at=NOW, tap=tap)


def understood(before: World, said: Input) -> Input:
    """What is said, with the question on screen. A tap says itself what it means."""
    if said.tap:
        return said
    chat: Any = before.conversation
    times = _times(said.late, said.tap)
    state, version = chat.state, chat.draft_version

    def heard_with(question: Question | None) -> tuple[AnyIntent, ...]:
        open_ = question is not None and question.may_be_answered(version, times.sent_at, times.received_at)
        return heard_as(said.intents, expected_by(question, state) if question is not None and open_ else None)

    watched = isinstance(chat, Watched)
    heard = chat.told("question", f"{said.label} {state}", heard_with) if watched else heard_with(chat.question)
    return said if heard == said.intents else replace(said, intents=heard)


def tried(
    before: World, said: Input, machine: Conversing, script: tuple[int, ...], heard: Heard = lambda answer, width: None
) -> Case:
    """One turn with these choices of the world. Raises Unbearable if anything in it raises."""
    given = understood(before, said)
    oracle = Oracle(script, heard)
    turn = Turn(before.conversation, NOW, ASKING if given.asks else CLINIC, Services(cast(UnitOfWork, None)))
    turn.journal = oracle
    oracle.turn = turn
    turn.message, turn.source = _times(given.late, given.tap), given.source
    if given.read:
        calls = [intent for intent in given.intents if isinstance(intent, UseTool)]
        turn.looked_up = LookedUp(answers=[(call, Done(tool=call.tool, result=CLOCK.result)) for call in calls])
    try:
        if any(intent.kind == "ask_question" for intent in given.intents):
            shelf = _Shelf(given.found)
            turn.looked_up, _ = look_up(turn.sub_state, given.intents, Lookups(shelf.answer), machine)
        sequence.run(turn, due(before.conversation, NOW, IDLE_AFTER), given.intents, machine)
    except Exception as error:
        raise Unbearable(f"{type(error).__name__}: {error}") from error
    turn.change(updated_at=NOW, question=asked_by(turn))
    case = Case(before, given, turn, oracle.asked, World(turn.conversation, before.known), said)
    case.after.known = known_after(case)
    return case


def waited(before: World, lapses: frozenset[Lapse]) -> World:
    """The same some time later: what these say has lapsed."""
    chat, past = before.conversation, NOW - dt.timedelta(days=1)
    changed: dict[str, Any] = {}
    if Lapse.HOLD in lapses and seeks_time(chat.draft) and chat.draft.hold is not None:
        hold = chat.draft.hold.model_copy(update={"expires_at": past})
        changed["draft"] = chat.draft.model_copy(update={"hold": hold})
    if Lapse.HUMAN in lapses and is_ordering(chat.draft) and chat.draft.waiting is not None:
        changed["draft"] = chat.draft.model_copy(
            update={"waiting": chat.draft.waiting.model_copy(update={"since": past})}
        )
    if Lapse.OFFER in lapses and chat.offer is not None:
        changed["offer"] = chat.offer.model_copy(update={"made_at": past})
    if Lapse.HUMAN in lapses and chat.control_until is not None:
        changed["control_until"] = past
    if Lapse.QUESTION in lapses and chat.question is not None:
        changed["question"] = chat.question.model_copy(update={"at": past})
    if Lapse.CHAT in lapses and chat.state is not State.IDLE:
        changed["updated_at"] = past
    if Lapse.CHAT in lapses and chat.unfinished is not None:
        changed["unfinished"] = chat.unfinished.model_copy(update={"until": past})
    if Lapse.CHAT in lapses and chat.person.way_back_told_at is not None:
        changed["person"] = chat.person.model_copy(update={"way_back_told_at": past})
    return World(chat.model_copy(update=changed), before.known)


# --- what the checker knows -------------------------------------------------------------------------


def known_after(case: Case) -> Known:
    """What the checker knows after the turn."""
    known: dict[str, Any] = {}
    for of in (_holds, _screen, _misses, _humans, _consent):
        of(case, known)
    return case.before.known.model_copy(update=known)


def _holds(case: Case, known: dict[str, Any]) -> None:
    if not any(asked.name in ("hold", "renew", "release", "book", "move") for asked in case.asked):
        return
    hold = hold_of(case.before.conversation.draft)
    current = hold.appointment_id if hold else None
    holds = set(case.before.known.holds)
    for asked in case.asked:
        gone = asked.name in ("release", "book") or (asked.name == "renew" and asked.answer is None)
        moved = asked.name == "move" and getattr(asked.answer, "slot", None) is not None
        if isinstance(asked.answer, Hold):  # of the one before nothing is left
            if asked.name != "hold":
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
        does["patient"] = draft.name or (None if draft.for_other else conversation.person.name)
    return does


def told_hours(slot: Slot) -> JsonValue:
    """The beginning and the end of an appointment as replies name them."""
    ends = slot.end.astimezone(ZoneInfo(CLINIC.zone)).isoformat()
    return {"start": told_hour(slot), "end": ends}


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
    elif any(i.kind == "use_tool" for i in case.input.intents) and not {"not_understood", "help"} & set(case.keys):
        return  # it was understood, by somebody who may
    elif any(i.kind == "use_tool" or _counts(i) for i in case.input.intents):
        known["misses"] = min(case.before.known.misses + 1, 4)


def _counts(intent: object) -> bool:
    kind, why = getattr(intent, "kind", ""), getattr(intent, "why", None)
    return kind == "unknown" and why in ("not_understood", "partly", "order_partly")


def _humans(case: Case, known: dict[str, Any]) -> None:
    called = any(asked.name == "notice" for asked in case.asked)
    if called and {"human_coming", "urgent"} & set(case.keys):
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
