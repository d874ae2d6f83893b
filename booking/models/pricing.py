"""What WhatsApp says that it charges for a message of ours."""

from __future__ import annotations

from booking.intents import Frozen


class Pricing(Frozen):
    """In WhatsApp's words: `category` ("service", "utility", …), `model` ("PMP": by message) and `kind` ("regular",
    "free_customer_service", "free_entry_point"). Any of them may be left out.
    https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status"""

    category: str | None = None
    billable: bool | None = None
    model: str | None = None
    kind: str | None = None

    @property
    def is_charged(self) -> bool | None:
        """None where it is not told. WhatsApp means to leave `billable` out one day, and to tell it by the kind."""
        if self.billable is not None or self.kind is None:
            return self.billable
        return not self.kind.startswith("free")
