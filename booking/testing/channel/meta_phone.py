"""A person's phone, as a test holds it: says things, taps buttons, reads what came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from booking.testing.channel import meta_events
from booking.testing.channel.meta_events import Inbound, Json
from booking.testing.channel.meta_limits import Template

if TYPE_CHECKING:
    from booking.testing.channel.meta import FakeMeta


@dataclass(frozen=True, slots=True)
class Received:
    """A message the API took: who it is for, the id it got, and the request's JSON."""

    to: str
    wamid: str
    body: Json
    template: Template | None = None

    @property
    def text(self) -> str:
        """The words of it, without buttons; of a file, its caption."""
        if self.template is not None:
            return self.template.filled(self._components("body", "text"))
        if self.body["type"] not in ("text", "interactive"):
            return str(self.body[self.body["type"]].get("caption", ""))
        said: str = self._interactive["body"]["text"] if self._interactive else self.body["text"]["body"]
        return said

    @property
    def category(self) -> str:
        """As it is charged."""
        return self.template.category.casefold() if self.template is not None else "service"

    @property
    def options(self) -> list[tuple[str, str]]:
        """(id, title) of its buttons or list rows, in order."""
        if self.template is not None:
            return list(zip(self._components("button", "payload"), self.template.buttons, strict=False))
        action: Json = self._interactive.get("action", {})
        buttons = [button["reply"] for button in action.get("buttons", [])]
        rows = [row for section in action.get("sections", []) for row in section["rows"]]
        return [(option["id"], option["title"]) for option in (*buttons, *rows)]

    @property
    def tracking(self) -> str | None:
        """What the sender asked to get back with every status."""
        return self.body.get("biz_opaque_callback_data")

    def _components(self, kind: str, part: str) -> list[str]:
        """What a template was filled with."""
        found = [one for one in self.body["template"].get("components", []) if one["type"] == kind]
        return [parameter[part] for one in found for parameter in one["parameters"]]

    @property
    def _interactive(self) -> Json:
        found: Json = self.body.get("interactive", {})
        return found

    def __str__(self) -> str:
        """As it would be read aloud: the text, then `[a] [b]` for what can be tapped."""
        taps = " ".join(f"[{title}]" for _, title in self.options)
        return f"{self.text}\n{taps}" if taps else self.text


class Phone:
    """One person on WhatsApp. With `wa_id` None the number is hidden and only the user id is seen."""

    def __init__(self, meta: FakeMeta, wa_id: str | None, name: str | None, bsuid: str | None) -> None:
        if not wa_id and not bsuid:
            raise ValueError("a person has a phone number or a user id")
        self.meta, self.wa_id, self.name, self.bsuid = meta, wa_id, name, bsuid

    # --- what the person does ------------------------------------------------------------------------

    def say(self, text: str) -> str:
        """Write a text and deliver it; its id. Raises WebhookRefused if the clinic does not take it."""
        return self.send("text", {"body": text})

    def tap(self, title: str) -> str:
        """Tap the button or list row with this title, on the newest message that has one."""
        for message in reversed(self.messages):
            for option, shown in message.options:
                if shown == title:
                    return self.tap_on(message, option)
        raise AssertionError(f"{title!r} was not offered; there was: {[str(m) for m in self.messages[-3:]]}")

    def tap_on(self, message: Received, option: str) -> str:
        """Tap one option, by its id, of this message, however old it is."""
        title = dict(message.options)[option]
        if message.template is not None:
            return self.send("button", {"payload": option, "text": title}, answers=message.wamid)
        kind = "list_reply" if "sections" in message.body["interactive"]["action"] else "button_reply"
        pressed = {"type": kind, kind: {"id": option, "title": title}}
        return self.send("interactive", pressed, answers=message.wamid)

    def send(self, kind: str, content: object, *, answers: str | None = None) -> str:
        """Send a message of any type and deliver it; its id."""
        inbound = self.write(kind, content, answers=answers)
        self.meta.deliver([inbound])
        return str(inbound.message["id"])

    def write(self, kind: str, content: object, *, answers: str | None = None) -> Inbound:
        """The same without delivering: for batches, duplicates and late arrivals."""
        at = self.meta.now()
        context = {"from": self.meta.display_number, "id": answers} if answers else None
        message = meta_events.message(
            kind, content, wamid=self.meta.new_wamid(), at=at, wa_id=self.wa_id, bsuid=self.bsuid, answers=context
        )
        self.meta.has_written(self.names, at)
        return Inbound(message, meta_events.contact(self.name, self.wa_id, self.bsuid))

    # --- what the person sees ------------------------------------------------------------------------

    @property
    def names(self) -> frozenset[str]:
        """Under what messages for this phone are addressed."""
        return frozenset(filter(None, (self.wa_id, self.bsuid)))

    @property
    def messages(self) -> list[Received]:
        """What came, oldest first."""
        return self.meta.received_by(self.names)

    @property
    def inbox(self) -> list[str]:
        """What came, as text."""
        return [str(message) for message in self.messages]

    @property
    def last(self) -> Received:
        """The newest message. Raises IndexError when there is none."""
        return self.messages[-1]

    def wait(self, count: int = 1, timeout: float = 60.0) -> list[str]:
        """Wait until at least so many messages came, seconds at most; what came. Raises AssertionError."""
        self.meta.wait(lambda: len(self.messages) >= count, timeout, f"{count} message(s), have {self.inbox}")
        return self.inbox

    def ask(self, act: Callable[[Phone], Any], timeout: float = 60.0) -> str:
        """Do something and wait for the next message: `phone.ask(lambda p: p.say("hola"))`."""
        before = len(self.messages)
        act(self)
        return self.wait(before + 1, timeout)[before]
