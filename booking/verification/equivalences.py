"""Which values of an axis are one: the only place where anything is left out, so each entry says why nothing can tell
them apart."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import cache
from typing import Any

from booking.conversation.fsm.terms import terms_of
from booking.conversation.meaning.kept_question import again_of
from booking.conversation.meaning.naming import without_surname
from booking.conversation.meaning.pending_question import expected_by
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS
from booking.intents import (
    AnyIntent,
    AsUnderstood,
    CancelAppointment,
    CheckAvailability,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    StartBooking,
    UseTool,
    When,
)
from booking.models import Hold, Offer, Proposal, Question, Request, State, Unfinished, Waiting
from booking.models.draft_parts import hold_of, order_of
from booking.models.tool_answers import PERSONS
from booking.scheduling.search import exact_start
from booking.verification.checker_model import World
from booking.verification.inputs import BETTER_KNOWN
from booking.verification.small_world import CLINIC, FREE, HELD, MINE, NOW, ORDER, SOON, TWICE, offered

_PAST = NOW - dt.timedelta(days=1)
_LATER = NOW + dt.timedelta(hours=1)
AN_INSTANT = Reading(when=When(date_from=NOW.date(), date_to=NOW.date(), time_from=dt.time(9), exact=True))
_LIVE, _LAPSED = (HELD.model_copy(update={"expires_at": at}) for at in (_LATER, _PAST))
VERSION = 10
"""The draft version every turn begins with; only whether a proposal is of it can be told."""
_WAITING = (UseTool(tool="p"), UseTool(tool="q"))


def _offer(offer: Offer | None, world: World) -> Offer | None:
    if offer is None or not offer.found:
        return None
    fresh = offer.made_at + dt.timedelta(minutes=CLINIC.policy.offer_minutes) > NOW
    elsewhere = offer.elsewhere if fresh else ()
    return offered(min(len(offer.found), len(FREE)), NOW if fresh else _PAST, fresh and offer.others, elsewhere)


def _hold(hold: Hold | None, world: World) -> Hold | None:
    return hold and _series(_LIVE if hold.expires_at > NOW else _LAPSED, hold)


def _series(plain: Hold, hold: Hold) -> Hold:
    """Whether others follow it is told apart; which hours they are is not, as with its own."""
    return plain.model_copy(update={"others": TWICE}) if hold.others else plain


def _holds(holds: frozenset[int], world: World) -> frozenset[int]:
    held = hold_of(world.conversation.draft)
    mine = {HELD.appointment_id} if held is not None and held.appointment_id in holds else set()
    others = len(holds) - len(mine)
    return frozenset({*mine, *range(101, 101 + min(others, 2))})


def _proposal(proposal: Proposal | None, world: World) -> Proposal | None:
    if proposal is None:
        return None
    chat = world.conversation
    current, standing = proposal.version == chat.draft_version, proposal.terms == terms_of(chat, CLINIC)
    plain: Any = _Plain("chat", chat, world)
    terms = terms_of(plain, CLINIC) if standing else None
    return Proposal(version=VERSION if current else VERSION - 1, made_at=NOW, asked_by=NOW, terms=terms)


class _Plain:
    """A conversation, draft or person by the values that stand for it; what nobody asks of it is not looked at."""

    def __init__(self, part: str, of: Any, world: World) -> None:
        self._part, self._of, self._world = part, of, world

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._of, name)
        if name in ("draft", "person"):
            return value and _Plain(name, value, self._world)
        if name == "hold":
            return value and _series(HELD, value)  # no terms say how long it is held
        canon = CANON.get((self._part, name))
        return canon(value, self._world) if canon else value


def _waiting(waiting: Waiting | None, world: World) -> Waiting | None:
    if waiting is None:
        return None
    late = waiting.since <= _PAST
    calls = _WAITING[: 1 if late else len(waiting.calls)]
    return Waiting(calls=calls, since=_PAST if late else NOW, agreed=waiting.agreed)


def _bare(request: Request, world: World) -> Request:
    asked = request.asked.model_copy(update={"tool": "x", "given": ()})
    ordered = order_of(world.conversation.draft) is not None
    whose = () if ordered else tuple(one for one in request.arguments if one[0] in PERSONS)
    return Request(asked=asked, arguments=whose, options=request.options)


def _moment(at: dt.datetime | None, world: World) -> dt.datetime | None:
    return at and (_LATER if at > NOW else _PAST)


def _lately(at: dt.datetime | None, world: World) -> dt.datetime | None:
    return NOW if at is None or at > _PAST else _PAST


def _unfinished(left: Unfinished) -> Unfinished:
    """A series that was looked for is begun again as one that is said."""
    said = (one.model_copy(update={"repeats": None}) if hasattr(one, "repeats") else one for one in left.understood)
    return left.model_copy(update={"understood": tuple(said), "until": _LATER})


def _name(name: str | None, world: World) -> str | None:
    draft = world.conversation.draft
    unfinished = draft is not None and draft.kind == "booking" and without_surname(draft, None)
    return name and ("Luis" if unfinished else "Luis Ruiz")


def _question(question: Question | None, world: World) -> Question | None:
    """The first reply that is answered alike stands for all that are."""
    if question is None or question.at <= _PAST:
        return None
    like = _answers(question.reply, question.one)
    if not any(like) and not question.choices:
        return None
    reply, one = _first_like(question.reply, question.one)
    again = (reply, one) == _first_like(ReplyKey.UNDERSTOOD_NOW, False)
    understood = _understood(question.understood) if again else question.understood
    said = {"choices": question.choices, "understood": understood, "told": question.told}
    return Question(reply=reply, one=one, version=VERSION, at=NOW, asked_by=NOW, **said)


def _understood(these: tuple[AnyIntent, ...]) -> tuple[AnyIntent, ...]:
    """What is asked for, and that a name was said: a yes does what these do where they are said in full."""
    asked, whose = BETTER_KNOWN
    kinds: dict[type, AnyIntent] = {CheckAvailability: asked, StartBooking: StartBooking(when=asked.when)}
    kinds |= {CancelAppointment: CancelAppointment()}
    said = tuple(kinds.get(type(one), one) for one in these if not isinstance(one, ProvideCustomerData))
    named = any(isinstance(one, ProvideCustomerData) and one.name for one in these)
    return (*said, whose) if named else said or these[:1]


@cache
def _first_like(reply: str, one: bool) -> tuple[str, bool]:
    return next(asks for asks in _ASKING if _answers(*asks) == _answers(reply, one))


@cache
def _answers(reply: str, one: bool) -> tuple[AnyIntent | AsUnderstood | bool | None, ...]:
    """What a yes and a no to it mean, with nothing begun and in a flow; whether it stays open behind an answer, and
    what it offers that is one."""
    asked = Question(reply=reply, one=one, version=VERSION, at=NOW, asked_by=NOW)
    told = [expected_by(asked, state) for state in (State.IDLE, State.CONFIRM)]
    meant = (meant for expected in told if expected for meant in (expected.yes, expected.no))
    offers = any(isinstance(button.intent, ListAppointments) for button in TEXTS[ReplyKey(reply)].buttons)
    stays = again_of(asked) is not None
    return (*meant, stays, stays and offers)


_ASKING = [
    (key.value, one)
    for key, text in TEXTS.items()
    for one, variant in ((False, text), (True, text.one))
    if variant is not None and variant.question is not None
]


CANON: dict[tuple[str, str], Callable[[Any, World], Any]] = {
    # Only whether an hour or a day has come is compared with the clock.
    ("chat", "control_until"): _moment,
    ("chat", "updated_at"): _lately,
    # A draft's fields are axes of their own.
    ("chat", "draft"): lambda draft, world: draft is not None,
    # Only understanding looks at what was made last.
    ("chat", "last_touched"): lambda made, world: None,
    # What was looked for is only repeated; whether it is still asked about is compared with the clock.
    ("chat", "unfinished"): lambda left, world: left and _unfinished(left) if left and left.until > NOW else None,
    # What is asked is told apart by what a yes, a no and a choice mean.
    ("chat", "question"): _question,
    # An option is picked by its place: how many there are matters, not which hours they are.
    ("chat", "offer"): _offer,
    # No row counts further than the fourth miss in a row.
    ("chat", "misses"): lambda misses, world: min(misses, 4),
    ("known", "misses"): lambda misses, world: min(misses, 4),
    # Which hour is held, and by which number, is told apart only by what the screen says of it (`Screen.still`).
    ("draft", "hold"): _hold,
    ("known", "holds"): _holds,
    ("draft", "proposal"): _proposal,
    ("draft", "appointment"): lambda mine, world: mine and (SOON if mine.slot.start < _LATER else MINE[0]),
    # A search is told by a wish only whether it names one instant; a reply only repeats the words.
    ("draft", "wish"): lambda wish, world: AN_INSTANT if wish and exact_start(wish, CLINIC) else None,
    # Doctors and names are told apart by what is said and stored in the turn itself, before this.
    ("draft", "doctor"): lambda doctor, world: None,
    ("draft", "refused_doctors"): lambda names, world: (),
    # A type of visit said before matters where the clinic asks for it (it is then not asked again, as where no clinic
    # asks) and where the same is said again, as a first visit is when nothing was said.
    ("draft", "visit"): lambda visit, world: None,
    # What the doctor should know is added to and shown; no row, read or write looks at it.
    ("draft", "note"): lambda note, world: None,
    # An order is shown and carried out whole; no row looks into it.
    ("draft", "order"): lambda order, world: order and ORDER,
    # What waits is taken up one by one: that more waits behind the first matters, not how much more, nor what it
    # is; of what waits since yesterday nothing is taken up.
    ("draft", "waiting"): _waiting,
    # Only understanding looks at which time a booking had before.
    ("draft", "let_go"): lambda hold, world: None,
    ("draft", "earlier"): lambda holds, world: (),
    # Names are told apart by whose they are, and whether a surname is still to be asked for: only one that is being
    # said is compared with the writer's.
    ("draft", "whole_name"): lambda whole, world: False,
    ("draft", "name"): _name,
    # Which tool asked is one; what was said before is handed to the tool as it stands. Only whose it is, is looked at,
    # and an order says that itself.
    ("draft", "request"): lambda request, world: request and _bare(request, world),
    # Only whether a day has passed since is compared with the clock.
    ("person", "way_back_told_at"): lambda at, world: at and (NOW if at > _PAST else _PAST),
    ("person", "name"): lambda name, world: name and ("Ana Ruiz" if " " in name else "Ana"),
}
"""Which values are one. Given the value and the world it stands in."""
