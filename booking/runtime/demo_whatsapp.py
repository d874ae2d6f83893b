"""WhatsApp's side of the demo: the fake of Meta on loopback, to which `turnero serve --demo` sends where no account of
WhatsApp is connected."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import SecretStr

from booking.conversation.replies.templates import TEMPLATES
from booking.ports import Clock
from booking.runtime.lent_environment import lent
from booking.settings import Settings
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_limits import Template


def fake_meta(settings: Settings, clock: Clock) -> FakeMeta:
    """Meta's end, with the settings' secrets. Every template of ours is approved. It refuses nobody for not having
    written: who talks to the demo from a terminal has not, as it sees it, and our own side keeps WhatsApp's window."""
    assert settings.whatsapp_app_secret is not None
    assert settings.whatsapp_verify_token is not None
    templates = [
        Template(name, one.language, one.body, tuple(button.title for button in one.buttons))
        for name, one in TEMPLATES.items()
    ]
    return FakeMeta(
        app_secret=settings.whatsapp_app_secret.get_secret_value(),
        verify_token=settings.whatsapp_verify_token.get_secret_value(),
        clock=clock.now,
        window=None,
        templates=templates,
        first_number=time.time_ns() // 1_000_000,  # ids of messages are not those of an earlier run
    )


def leading_there(settings: Settings, meta: FakeMeta) -> Settings:
    """The same settings, which send to the fake."""
    return settings.model_copy(
        update={
            "whatsapp_api_base_url": meta.base_url,
            "whatsapp_access_token": SecretStr(meta.token),
            "whatsapp_phone_number_id": meta.phone_number_id,
        }
    )


@contextmanager
def demo_whatsapp(settings: Settings, clock: Clock) -> Iterator[tuple[FakeMeta, Settings]]:
    """The fake at work, and the settings that lead there, which the workers of this process find in their
    environment."""
    with fake_meta(settings, clock) as meta:
        leading = {
            "WHATSAPP_API_BASE_URL": meta.base_url,
            "WHATSAPP_ACCESS_TOKEN": meta.token,
            "WHATSAPP_PHONE_NUMBER_ID": meta.phone_number_id,
        }
        with lent(leading):
            yield meta, leading_there(settings, meta)
