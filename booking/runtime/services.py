"""What the core is given of `nlu` and `tools`: the reader of messages, the tools of staff, the documents."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from booking.intents import Direction, Reading
from booking.models import Clinic
from booking.ports import LookupRequest, Passage, Toolbox, UnitOfWorkFactory
from booking.settings import Settings

if TYPE_CHECKING:
    from nlu.extractor import ModelExtractor


class NoDocuments:
    """The knowledge port of a clinic without documents."""

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        return None


def model_extractor(settings: Settings) -> ModelExtractor:
    """The reader of messages: rules, and the models that have a key."""
    from nlu.extractor import ModelExtractor, Provider
    from nlu.shortcuts import Shortcuts
    from tools.catalog import for_role, schema

    keys = {"deepseek": settings.deepseek_api_key, "anthropic": settings.anthropic_api_key}

    def provider(model: str, api_base: str | None) -> Provider:
        key = keys.get(model.partition("/")[0])
        return Provider(model, key.get_secret_value() if key else None, api_base)

    providers = (
        provider(settings.llm_primary_model, settings.llm_primary_api_base),
        provider(settings.llm_fallback_model, settings.llm_fallback_api_base),
    )
    return ModelExtractor(
        Shortcuts(),
        providers,
        settings.llm_timeout_seconds,
        tools=lambda role: schema(for_role(role)),
        keep_texts=settings.llm_keep_texts,
        at_once=max(settings.worker_threads // 2, 1),
    )


def toolbox(begin: UnitOfWorkFactory, seconds: float = 4.0) -> Toolbox:
    """The tools of staff. Raises InvalidTool where one of them has not the words it needs."""
    from booking.conversation.replies import tool_texts
    from nlu.anchors import near
    from nlu.stretches import stretched
    from nlu.when import read_spans
    from storage.phones import canonical
    from tools.catalog import CATALOG
    from tools.toolbox import Toolbox as Catalogue

    tool_texts.check(CATALOG)

    def read_time(text: str, now: dt.datetime, clinic: Clinic, direction: Direction | None, hours: bool) -> Reading:
        said = stretched(text) if hours else text
        return near(read_spans(said, now, hours=(clinic.opens, clinic.closes), direction=direction)) or Reading()

    return Catalogue(begin, read_time, canonical, seconds=seconds)
