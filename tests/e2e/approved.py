"""Our templates, as Meta has them once it has approved them."""

from __future__ import annotations

from booking.conversation.replies.templates import TEMPLATES
from booking.testing.channel.meta_limits import Template

APPROVED = tuple(
    Template(name, one.language, one.body, tuple(button.title for button in one.buttons))
    for name, one in TEMPLATES.items()
)
