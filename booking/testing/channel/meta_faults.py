"""Ways in which Meta's API fails, to be scripted on the fake: `meta.fail(HANG, PAIR_RATE)`."""

from __future__ import annotations

from dataclasses import dataclass

from booking.testing.channel.meta_limits import Refusal


@dataclass(frozen=True, slots=True)
class Hang:
    """The request is read, and nothing comes back for so many seconds; then the connection closes.
    `taken`: the message goes out nevertheless."""

    seconds: float = 60.0
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Delay:
    """The message is taken after so many seconds, and all is well."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection closes after the request was read. `taken`: the message goes out nevertheless."""

    taken: bool = False


@dataclass(frozen=True, slots=True)
class Drip:
    """The answer comes a byte at a time, so many seconds apart, and never ends."""

    pause: float = 0.05


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is not Meta's: a proxy's page, half a JSON document."""

    status: int = 502
    body: bytes = b"<html><body>Bad gateway</body></html>"
    location: str | None = None


Fault = Refusal | Hang | Delay | Drop | Drip | Answer

TOKEN_EXPIRED = Refusal(190, "Error validating access token: Session has expired")
PERMISSION = Refusal(10, "Application does not have permission for this action")
ACCOUNT_LOCKED = Refusal(131031, "Business Account locked")
NUMBER_RATE = Refusal(130429, "Message failed to send because there were too many messages sent from this phone number")
PAIR_RATE = Refusal(131056, "Too many messages sent from the sender phone number to the same recipient")
APP_RATE = Refusal(80007, "Rate limit issues")
SPAM = Refusal(131048, "There are restrictions on how many messages can be sent from this phone number")
WINDOW_CLOSED = Refusal(131047, "More than 24 hours have passed since the recipient last replied")
UNDELIVERABLE = Refusal(131026, "Message Undeliverable.")
SOMETHING_WRONG = Refusal(131000, "Something went wrong")
UNAVAILABLE = Refusal(131016, "Service temporarily unavailable")
EXPIRED_MEDIA = Refusal(100, "Object does not exist, or cannot be loaded due to missing permissions", subcode=33)
MEDIA_TROUBLE = Refusal(131052, "Media download error")
NO_FILE = Answer(status=404, body=b"")
"""What is at an address that is over."""
HANG = Hang()
"""The commonest ones by name."""
