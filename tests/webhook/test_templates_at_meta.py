"""What WhatsApp has of our templates, asked for and told; and what becomes of messages meanwhile."""

from __future__ import annotations

import datetime as dt

import pytest
from pydantic import SecretStr

from booking.conversation.replies.templates import TEMPLATES, Name
from booking.errors import ServiceUnavailable, SettingsInvalid
from booking.models import TemplateNews
from booking.settings import Settings
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_limits import Template
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from webhook.approved_templates import fetch
from webhook.payload import Ignored, parse


def approved() -> list[Template]:
    """All of ours, as they would be approved."""
    return [
        Template(name, one.language, one.body, tuple(button.title for button in one.buttons))
        for name, one in TEMPLATES.items()
    ]


def settings(meta: FakeMeta, **changed: object) -> Settings:
    known = {
        "whatsapp_business_account_id": meta.account,
        "whatsapp_access_token": meta.token,
        "whatsapp_api_base_url": meta.base_url,
    }
    return Settings(_env_file=None, **{**known, **changed})


def test_all_pages_are_read_and_the_token_goes_nowhere_else(meta: FakeMeta) -> None:
    meta.templates = [Template(f"otra_{n}", "es_MX", "Hola.", ("Sí",), quality="GREEN") for n in range(250)]
    found = fetch(settings(meta))
    assert [one.name for one in found] == [f"otra_{n}" for n in range(250)]
    first = found[0]
    assert (first.status, first.category, first.body, first.buttons) == ("APPROVED", "UTILITY", "Hola.", ("Sí",))
    assert (first.quality, first.reason) == ("GREEN", None)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"whatsapp_business_account_id": None}, SettingsInvalid),
        ({"whatsapp_business_account_id": "../10"}, SettingsInvalid),
        ({"whatsapp_access_token": None}, SettingsInvalid),
        ({"whatsapp_access_token": SecretStr("other")}, ServiceUnavailable),
        ({"whatsapp_business_account_id": "1"}, ServiceUnavailable),
        ({"whatsapp_api_base_url": "http://127.0.0.1:9"}, ServiceUnavailable),
    ],
)
def test_what_cannot_be_asked_is_told(meta: FakeMeta, changed: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        fetch(settings(meta, **changed))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"status": "PAUSED", "reason": "NONE"}, {"status": "PAUSED"}),
        (
            {"status": "REJECTED", "reason": "TAG_CONTENT_MISMATCH"},
            {"status": "REJECTED", "reason": "TAG_CONTENT_MISMATCH"},
        ),
        ({"quality": "RED"}, {"quality": "RED"}),
        ({"category": "MARKETING"}, {"category": "MARKETING"}),
    ],
)
def test_news_come_by_the_webhook_though_they_name_no_number(
    connected: FakeMeta, intake: MemoryIntake, changed: dict[str, str], said: dict[str, str]
) -> None:
    connected.templates = approved()
    connected.change_template(Name.MOVED, **changed)
    (news,) = intake.templates
    told = news.model_dump(exclude={"at"}, exclude_none=True)
    assert told == {"name": "cita_movida", "language": "es_MX", **said}


def test_news_of_no_template_are_none_of_our_business() -> None:
    change = {"field": "message_template_status_update", "value": {"event": "APPROVED"}}
    body = {"object": "whatsapp_business_account", "entry": [{"id": "1", "time": 1795000000, "changes": [change]}]}
    assert parse(body, NOW) == [Ignored("message_template_status_update without a template")]
    change["value"] = {"message_template_name": "a", "message_template_language": "es-MX", "event": "APPROVED"}  # type: ignore[assignment]
    at = dt.datetime.fromtimestamp(1795000000, dt.UTC)
    assert parse(body, NOW) == [TemplateNews(name="a", language="es_MX", at=at, status="APPROVED")]
