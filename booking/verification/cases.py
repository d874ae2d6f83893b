"""One turn that was tried, as every property looks at it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from booking.conversation.replies.reply_facets import texts_of
from booking.conversation.replies.texts import Change, Text
from booking.conversation.said_in_order import in_order
from booking.conversation.turn import Turn
from booking.intents import AnyIntent, Source, StartBooking
from booking.models import Appointment, Control, Role, roles_in
from booking.verification.checker_model import World
from booking.verification.inputs import Input
from booking.verification.once import once
from booking.verification.small_world import NOW, Asked


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

    @once
    def keys(self) -> list[str]:
        """Of the replies, in order."""
        return [reply.key for reply in self.turn.replies]

    @once
    def texts(self) -> list[Text]:
        """What was declared of the replies, in order."""
        return texts_of(self.turn.replies)

    @once
    def missed(self) -> bool:
        """It was answered that something was not understood."""
        return any("unknown" in text.answers for text in self.texts)

    @once
    def proposes(self) -> Change | None:
        """The change that a yes to the last reply would make."""
        return self.texts[-1].proposes if self.texts else None

    @once
    def silenced(self) -> bool:
        """A human has the chat, or the person wants no messages, as the turn began."""
        before = self.before.conversation
        human = before.control is Control.HUMAN and not (before.control_until and before.control_until <= NOW)
        return human or self.before.known.silent

    @once
    def works_here(self) -> bool:
        """They have a right beyond everybody's as the turn ends."""
        return roles_in(self.after.conversation.person.grants, NOW) != {Role.PATIENT}

    @once
    def by_model(self) -> bool:
        """A model alone read what was said."""
        return self.input.source is Source.MODEL

    @once
    def dropped(self) -> bool:
        """The flow was left alone for too long, and ended as the turn began."""
        return "timed_out" in self.keys

    @once
    def ended(self) -> bool:
        """The flow ended by itself: it was left alone for too long, or the order is theirs no longer."""
        return self.dropped or False in self.answers("right")

    @once
    def lost(self) -> bool:
        """The time that was held was to be taken anew, and is somebody else's by now."""
        return None in self.answers("renew")

    @once
    def alone(self) -> AnyIntent | None:
        """The only thing that was said, if it was said to the bot, not guessed by a model, and no flow was dropped."""
        plain = len(self.input.intents) == 1 and not self.silenced and not self.dropped and not self.by_model
        return self.input.intents[0] if plain else None

    @once
    def put_off(self) -> bool:
        """A further appointment, and whose it is, was put off until the one under way is done."""
        further = any(isinstance(i, StartBooking) and i.besides for i in self.input.intents)
        return further and "one_by_one" in self.keys

    @once
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
        """Appointments that these writes made or changed; of a series the first."""
        firsts = (answer[0] if isinstance(answer, tuple) else answer for answer in self.answers(*names) if answer)
        return [answer for answer in firsts if isinstance(answer, Appointment)]


Property = Callable[[Case], None]


def properties_of(module: dict[str, Any]) -> tuple[Property, ...]:
    """Every public function that stands in a module, given its globals."""
    return tuple(
        value
        for name, value in module.items()
        if getattr(value, "__module__", "") == module["__name__"] and callable(value) and not name.startswith("_")
    )
