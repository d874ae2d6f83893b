"""What looks like a question or a wish and is none: an order of staff's, and a wish that says nothing."""

from __future__ import annotations

from booking.intents import AnyIntent, AskQuestion, CheckAvailability, Greet
from booking.models import Role, State
from nlu.interrogative import interrogates
from nlu.parts import Parts


def is_barely_said(parts: Parts, intents: list[AnyIntent], left: tuple[str, ...]) -> bool:
    """Whether a wish for times beside a proposal says nothing of them, and words are left: "porque a esa hora"."""
    if parts.context.state is not State.CONFIRM or not left or len(intents) != 1:
        return False
    wish = intents[0]
    return isinstance(wish, CheckAvailability) and not wish.model_dump(exclude={"kind", "visit"}, exclude_defaults=True)


def is_of_work(parts: Parts, intents: list[AnyIntent], left: tuple[str, ...]) -> bool:
    """Whether somebody who works here says more of a matter of the clinic than a question does: "sube el precio de la
    consulta a 900" orders something."""
    asked = bool(intents) and all(isinstance(intent, AskQuestion | Greet) for intent in intents)
    if parts.context.role is Role.PATIENT or not asked or interrogates(parts.message):
        return False
    return any(word.isdigit() for word in left) or (left[:1] == parts.message.words[:1])
