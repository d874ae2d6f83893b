"""What comes in from WhatsApp and what goes out to it."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from booking.intents import Frozen
from booking.models.persons import Identity, Moment
from booking.models.pricing import Pricing


class Text(Frozen):
    type: Literal["text"] = "text"
    body: str


class Tap(Frozen):
    """A reply button, list row or template button; `payload` is the id we gave it, `title` what was read."""

    type: Literal["tap"] = "tap"
    payload: str
    title: str = ""


class Unsupported(Frozen):
    """Anything we cannot read; `what` is WhatsApp's name of the type, `media` its id of a recording, or of a file that
    is kept for the staff. `name` is what such a file is called: it goes with the file, and is never stored, shown or
    logged with the message."""

    type: Literal["unsupported"] = "unsupported"
    what: str
    caption: str | None = None
    media: str | None = Field(default=None, exclude_if=lambda value: value is None)
    name: str | None = Field(default=None, exclude=True, repr=False)

    @property
    def is_voice(self) -> bool:
        """A recording that somebody may listen to."""
        return self.what in ("audio", "voice") and self.media is not None

    @property
    def is_file(self) -> bool:
        """A picture or document that may be kept."""
        return self.what in ("image", "document") and self.media is not None


Content = Annotated[Text | Tap | Unsupported, Field(discriminator="type")]


class InboundMessage(Frozen):
    """One message as WhatsApp delivered it. `wamid` is unique; `sent_at` is WhatsApp's clock."""

    wamid: str
    phone_number_id: str
    sender: tuple[Identity, ...] = Field(min_length=1)  # as named by this message, phone first
    sent_at: Moment
    content: Content
    profile_name: str | None = None


class Echo(Frozen):
    """What somebody of the clinic wrote to `to` on the clinic's own telephone, which has the number too.
    https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
    `text` is None for what is no text."""

    wamid: str
    phone_number_id: str
    to: tuple[Identity, ...] = Field(min_length=1)  # phone first
    sent_at: Moment
    text: str | None = None


class PendingMessage(Frozen):
    """An accepted message that no turn has handled yet. `received_at` is our clock."""

    id: int
    wamid: str
    sent_at: Moment
    received_at: Moment
    content: Content
    attempts: int = 0


class DeliveryStatus(Frozen):
    """What became of a message of ours. Statuses may repeat and come out of order."""

    wamid: str
    status: str  # sent, delivered, read, failed, …
    at: Moment
    phone_number_id: str = ""  # it went out from; empty where that is not said
    recipient: tuple[Identity, ...] = ()  # as WhatsApp names them: often otherwise than we did
    tracking: str | None = None  # the token of the message, echoed
    error_code: int | None = None
    error_detail: str | None = None
    pricing: Pricing | None = None  # many statuses do not tell it

    @property
    def error(self) -> str:
        """Why it failed, as far as WhatsApp says."""
        return ": ".join(str(said) for said in (self.error_code, self.error_detail) if said is not None)


class Button(Frozen):
    """At most three to a message. https://developers.facebook.com/documentation/business-messaging/whatsapp"""

    id: str = Field(min_length=1, max_length=256)
    title: str = Field(min_length=1, max_length=20)


class ListRow(Frozen):
    id: str = Field(min_length=1, max_length=200)
    title: str = Field(min_length=1, max_length=24)
    description: str | None = Field(default=None, max_length=72)


LONGEST_WITH_BUTTONS: Final = 1024
"""Characters of what stands above buttons or a list: WhatsApp takes no more."""


class OutText(Frozen):
    type: Literal["text"] = "text"
    body: str = Field(min_length=1, max_length=4096)


class OutButtons(Frozen):
    type: Literal["buttons"] = "buttons"
    body: str = Field(min_length=1, max_length=LONGEST_WITH_BUTTONS)
    buttons: tuple[Button, ...] = Field(min_length=1, max_length=3)


class OutList(Frozen):
    type: Literal["list"] = "list"
    body: str = Field(min_length=1, max_length=LONGEST_WITH_BUTTONS)
    button: str = Field(min_length=1, max_length=20)
    rows: tuple[ListRow, ...] = Field(min_length=1, max_length=10)


def _on_one_line(text: str) -> str:
    """WhatsApp refuses a parameter with a line break, a tab or more than four spaces in a row."""
    if any(letter in text for letter in "\n\r\t") or " " * 5 in text:
        raise ValueError("a parameter of a template is one line without gaps")
    return text


_Parameter = Annotated[str, Field(min_length=1, max_length=1024), AfterValidator(_on_one_line)]


class OutTemplate(Frozen):
    """A message whose words WhatsApp has approved; the only kind that goes out more than 24 hours after the person
    wrote. `parameters` fill {{1}}, {{2}} … of its body, `payloads` are what its quick-reply buttons give back."""

    type: Literal["template"] = "template"
    name: str = Field(max_length=512, pattern=r"^[a-z0-9_]+$")
    language: str = Field(max_length=15, pattern=r"^[a-z]{2,3}(_[A-Za-z]{2,4})?$")  # "es_MX"
    parameters: tuple[_Parameter, ...] = ()
    payloads: tuple[Annotated[str, Field(min_length=1, max_length=256)], ...] = Field(default=(), max_length=10)


class OutMedia(Frozen):
    """A file: uploaded to WhatsApp before (`id`), or to be fetched from `link`."""

    type: Literal["media"] = "media"
    kind: Literal["image", "document", "audio", "video"]
    id: str | None = Field(default=None, pattern=r"^[0-9]+$")
    link: str | None = Field(default=None, max_length=2048, pattern=r"^https://\S+$")
    caption: str | None = Field(default=None, min_length=1, max_length=1024)
    filename: str | None = Field(default=None, min_length=1, max_length=240)

    @model_validator(mode="after")
    def _is_what_whatsapp_takes(self) -> Self:
        if (self.id is None) == (self.link is None):
            raise ValueError("a file has an id or a link")
        if self.caption is not None and self.kind == "audio":
            raise ValueError("audio has no caption")
        if self.filename is not None and self.kind != "document":
            raise ValueError("only a document has a filename")
        return self


OutContent = Annotated[OutText | OutButtons | OutList | OutTemplate | OutMedia, Field(discriminator="type")]
"""A message of ours. WhatsApp's limits are the types' limits."""


class MessageClass(StrEnum):
    """What a message of ours is for. Those of one class in one conversation keep their order; what waits in one class
    holds up no other."""

    REPLY = "reply"  # answers what the person wrote
    NOTICE = "notice"  # tells them of something that happened
    REMINDER = "reminder"
    OFFER = "offer"  # of a time that has become free
    STAFF = "staff"  # written by somebody of the clinic

    def no_more_urgent(self) -> list[MessageClass]:
        """It and what may wait longer; an answer is more urgent than anything."""
        by_urgency = [MessageClass.STAFF, MessageClass.NOTICE, MessageClass.OFFER, MessageClass.REMINDER]
        return by_urgency[by_urgency.index(self) :] if self in by_urgency else by_urgency


WITHDRAWN = "withdrawn"
"""Why one that waited was not sent: a later one says what is so now."""


class OfMessage(Frozen):
    """How far the message of something got, which may not be written yet: `delivery` is the furthest that WhatsApp told
    of."""

    message: Literal["pending", "sent", "failed", "expired"] | None = None
    sent_at: Moment | None = None
    delivery: str | None = None
    error: str | None = None

    @property
    def failed(self) -> bool:
        """It did not go out, and no later one says what is so now."""
        return self.message in ("failed", "expired") and self.error != WITHDRAWN


class AppointmentVersion(Frozen):
    """An appointment as it was when something was said of it."""

    id: int
    version: int


class OutboxItem(Frozen):
    """One message waiting to go out, or gone. `about` is the appointment that it speaks of. From `expires_at` on it is
    not sent any more: it ends as `expired`, with the reason in `last_error`. What is `urgent` goes out in the clinic's
    quiet hours too; what is not waits until `not_before`, and what comes behind it may pass. `fallback` says the same
    in words that WhatsApp has approved, for when nothing else may be written to them; `fell_back` when that is what
    went out. `pricing` is what WhatsApp last told of its price."""

    id: int
    token: str  # WhatsApp repeats it in every status of the message; nobody can guess it
    conversation_id: int
    to: Identity
    content: OutContent
    fallback: OutTemplate | None = None
    fell_back: bool = False
    created_at: Moment
    message_class: MessageClass = MessageClass.REPLY
    about: AppointmentVersion | None = None
    expires_at: Moment | None = None
    urgent: bool = False
    not_before: Moment | None = None
    state: Literal["pending", "sent", "failed", "expired"] = "pending"
    attempts: int = 0
    retry_at: Moment | None = None
    sent_at: Moment | None = None
    wamid: str | None = None
    repeated_wamid: str | None = None  # it went out twice: this is the time that was not recorded
    last_error: str | None = None
    reply_to: str | None = None  # wamid of the last message of the turn, to mark as read
    pricing: Pricing | None = None

    def is_expired(self, now: dt.datetime) -> bool:
        """Whether it is too late to send it."""
        return self.expires_at is not None and self.expires_at <= now

    @property
    def went_out(self) -> OutContent:
        """What was sent, or would be."""
        return self.fallback if self.fell_back and self.fallback is not None else self.content
