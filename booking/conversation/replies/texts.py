"""Loads `es.toml` once and checks it: every key has a text, every button keeps WhatsApp's limits. What a text asks is
checked by `questions`."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cached_property
from importlib.resources import files
from string import Formatter
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, Field, TypeAdapter

from booking.conversation.replies.keys import ReplyKey
from booking.intents import AsUnderstood, Frozen, Intent, OnButton
from booking.models import Refusal, Reply

Words = Annotated[tuple[str, ...], BeforeValidator(lambda value: tuple(value.split()))]
"""Folded words, written with spaces between; "agend*" are all that begin so."""


class ButtonText(Frozen):
    """`bound` ties the button to the draft as it is when sent; unbound ones never go stale. `words` are those of the
    question that ask for the same when they are written."""

    title: str = Field(min_length=1, max_length=20)
    intent: OnButton
    bound: bool = False
    words: Words = ()


class Wording(Frozen):
    """Words that answer a question, where no button says the same."""

    words: Words
    intent: Intent


class AnsweredBy(StrEnum):
    """What answers a question."""

    YES_NO = "yes_no"  # a yes or a no: what each means is declared, and on a button
    OPTION = "option"  # one of its buttons
    LISTED = "listed"  # one of the times or appointments shown
    PROPOSAL = "proposal"  # a yes that carries it out, by the stricter rule of `yes_is_bound`
    # and what any message of that kind answers:
    REQUEST = "request"  # whatever the person needs
    TIME = "time"  # a day, an hour, a doctor
    NAME = "name"
    CHANGE = "change"  # what is to be another
    DETAIL = "detail"  # what a tool of staff's needs


class Change(StrEnum):
    """What only a yes to its proposal does, by the question that the hook which does it asks of the world."""

    BOOK = "book"
    CANCEL = "cancel"
    MOVE = "move"
    PERFORM = "perform"


class QuestionText(Frozen):
    """What answers the question of a text. What a yes and a no mean is declared, if they mean anything beside it."""

    answered_by: AnsweredBy
    yes: OnButton | None = None
    no: OnButton | None = None
    noted: OnButton | None = None  # what thanks, or that they come, mean where that is no answer
    also: tuple[Wording, ...] = ()
    amended: bool = True  # what else is said goes on top of what was understood; else it is something new


class Text(Frozen):
    """The Spanish of one reply key."""

    body: str
    notice: str | None = None
    after: bool = False  # the notice is said behind the reply that ends the turn
    keeps: bool = False  # the question on screen stays open behind it
    again: str | None = None  # how it is asked once more: it stays open behind what is only answered
    buttons: tuple[ButtonText, ...] = Field(default=(), max_length=3)
    question: QuestionText | None = None
    one: Text | None = None  # instead, where just one time or appointment is shown
    list: str | None = Field(default=None, max_length=20)
    choices: str | None = None
    pick: str | None = Field(default=None, max_length=20)
    about: bool = False  # its buttons, and what answers it, are of the appointments that it tells of
    ask: str | None = Field(default=None, max_length=20)  # a list of what a tool found several of
    staff: str | None = None  # instead, without buttons, for those who work here
    staff_notice: str | None = None  # and their notice, where it is not everybody's
    done_by: tuple[str, ...] = ()  # the writes, one of which does what this says was done
    # What a reply is, so that the checker need not know it by its key (`reply_facets`):
    proposes: Change | None = None  # what a yes to it does
    answers: Words = ()  # kinds of intents that it takes up in words
    refuses: Refusal | None = None  # of a change that was agreed on
    not_done: bool = False  # its own words say that nothing is done yet
    ends_order: bool = False  # it tells that an order of staff's is no longer under way
    to_anybody: bool = False  # said although a human has the chat, or the person wants no messages

    @property
    def shows(self) -> str | None:
        """The name of the values that are listed."""
        return "options" if self.list else "choices" if self.pick else "coming" if self.one else None

    @cached_property
    def needs(self) -> frozenset[str]:
        """Names of the values this text shows."""
        names = {
            name
            for text in (self.body, self.notice or "", self.staff or "", self.one.body if self.one else "")
            for _, name, _, _ in Formatter().parse(text)
            if name
        }
        if self.shows:
            names.add(self.shows)
        if any(isinstance(button.intent, AsUnderstood) for button in self.buttons):
            names.add("understood")
        if self.about:
            names.add("told")
        if self.staff:
            names.add("may_say")
        if self.choices:
            names.add(self.choices)
        return frozenset(names)


class ToolText(Frozen):
    """The Spanish of a tool of staff's. `order` is what a yes would do, one for each kind of change where there are
    several; only what writes has one."""

    call: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    order: str | dict[str, str] = ""


class _Loaded(NamedTuple):
    texts: dict[ReplyKey, Text]
    tools: dict[str, ToolText]
    words: dict[str, str]
    button_words: dict[str, tuple[str, ...]]


def _load() -> _Loaded:
    raw = tomllib.loads(files("booking.conversation.replies").joinpath("es.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = raw.pop("words")
    of_buttons = {kind: tuple(said.split()) for kind, said in raw.pop("button_words").items()}
    tools = TypeAdapter(dict[str, ToolText]).validate_python(raw.pop("tools"))
    return _Loaded({key: Text.model_validate(raw[key]) for key in ReplyKey}, tools, words, of_buttons)


TEXTS, TOOLS, WORDS, BUTTON_WORDS = _load()


def text_of(reply: Reply) -> Text:
    """The text of a reply as it is said: to whoever works here, of a list of one, or as to anybody else; of a question
    that is asked once more with its buttons."""
    text = TEXTS[ReplyKey(reply.key)]
    if text.staff and reply.params.get("may_say"):
        return Text(body=text.staff, notice=text.notice)
    if isinstance(asked := reply.params.get("asked_again"), dict) and asked["buttons"]:
        return text.model_copy(update={"buttons": TEXTS[ReplyKey(str(asked["of"]))].buttons})
    listed = reply.params.get(text.shows) if text.shows else None
    return text.one if text.one and isinstance(listed, list) and len(listed) == 1 else text
