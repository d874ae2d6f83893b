"""Which models the operator chose to read messages, and who runs them."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from booking.settings import Settings

_COMPANIES = {
    "deepseek": "DeepSeek",
    "anthropic": "Anthropic",
    "openai": "OpenAI",
    "gemini": "Google",
    "xai": "xAI",
    "groq": "Groq",
}


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """As litellm names it; it can be asked where it has a key, or an address of its own."""

    name: str
    key: str | None = field(default=None, repr=False)
    api_base: str | None = None

    @property
    def company(self) -> str | None:
        """Who reads what it is shown; None where it runs on the clinic's own machines, or cannot be asked."""
        if not (self.key or self.api_base) or (self.api_base and _is_near(self.api_base)):
            return None
        provider = self.name.partition("/")[0]
        where = urlsplit(self.api_base).hostname if self.api_base else None
        return where if where and provider == "openai" else _COMPANIES.get(provider, provider)


def chosen(settings: Settings) -> Sequence[ChosenModel]:
    """The first one asked, then the one for when it does not answer."""
    keys = {"deepseek": settings.deepseek_api_key, "anthropic": settings.anthropic_api_key}
    given = (
        (settings.llm_primary_model, settings.llm_primary_api_key, settings.llm_primary_api_base),
        (settings.llm_fallback_model, settings.llm_fallback_api_key, settings.llm_fallback_api_base),
    )
    models = []
    for name, own, api_base in given:
        key = own or keys.get(name.partition("/")[0])
        models.append(ChosenModel(name, key.get_secret_value() if key else None, api_base))
    return models


def for_voice(settings: Settings) -> ChosenModel | None:
    """What writes down voice notes; None where nothing does."""
    key, name = settings.transcription_api_key, settings.transcription_model
    if name is None or not (key or settings.transcription_api_base):
        return None
    return ChosenModel(name, key.get_secret_value() if key else None, settings.transcription_api_base)


def read_by(settings: Settings) -> str | None:
    """The companies that are shown messages, as patients are told; None: nobody but the clinic."""
    models = [*chosen(settings), *filter(None, [for_voice(settings)])]
    companies = list(dict.fromkeys(one.company for one in models if one.company))
    return " y ".join(companies) or None


def _is_near(address: str) -> bool:
    """This machine, or one of the clinic's own network."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith((".local", ".lan", ".internal"))
