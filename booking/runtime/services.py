"""What the core is given of `nlu` and `tools`: the reader of messages, the tools of staff."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from booking.intents import Direction, Reading
from booking.models import Clinic
from booking.models.patient_files import MEGABYTE
from booking.ports import Clock, MediaSource, NoMedia, Toolbox, UnitOfWorkFactory
from booking.runtime import model_choice
from booking.settings import Settings

if TYPE_CHECKING:
    from booking.conversation.keeping_files import FileKeeper
    from booking.documents.library import Searcher
    from nlu.model.extractor import ModelExtractor
    from nlu.model.models_asked import Provider


LARGEST_RECORDING = 2 * MEGABYTE
"""Bytes; a voice note of ten minutes has half of it. WhatsApp would allow 16 MB."""

FILE_SECONDS = 60.0
"""For a file that nobody waits for."""


def model_extractor(settings: Settings) -> ModelExtractor:
    """The reader of messages: rules, and the models that can be asked."""
    from nlu.model.extractor import ModelExtractor
    from nlu.model.models_asked import Provider
    from nlu.shortcuts import Shortcuts
    from tools.catalog import for_role, schema

    providers = [Provider(one.name, one.key, one.api_base) for one in model_choice.chosen(settings)]
    return ModelExtractor(
        Shortcuts(),
        providers,
        settings.llm_timeout_seconds,
        tools=lambda role: schema(for_role(role)),
        keep_texts=settings.llm_keep_texts,
        at_once=max(settings.worker_threads // 2, 1),
    )


class VoiceNotes:
    """Implements `Listener`: fetches a recording and has it written down."""

    def __init__(self, media: MediaSource, provider: Provider, timeout: float) -> None:
        self._media, self._provider, self._timeout = media, provider, timeout

    def hear(self, media: str) -> str | None:
        from nlu.model.transcription import transcribed

        recording = self._media.fetch(media, LARGEST_RECORDING)
        if isinstance(recording, NoMedia) or not recording:
            return None
        return transcribed(recording, self._provider, self._timeout)


@contextmanager
def listener(settings: Settings) -> Iterator[VoiceNotes | None]:
    """Who listens to voice notes, for the length of a `with`; None where no model was chosen for it."""
    from nlu.model.models_asked import Provider
    from webhook.media import Media

    one = model_choice.for_voice(settings)
    if one is None:
        yield None
        return
    recordings = Media(
        settings.whatsapp_api_base_url,
        settings.whatsapp_access_token,
        timeout=settings.whatsapp_timeout_seconds,
    )
    with closing(recordings):
        provider = Provider(one.name, one.key, one.api_base)
        yield VoiceNotes(recordings, provider, settings.transcription_timeout_seconds)


@contextmanager
def file_keeper(settings: Settings, begin: UnitOfWorkFactory, clock: Clock) -> Iterator[FileKeeper]:
    """Who keeps what patients send, for the length of a `with`."""
    from booking.conversation.keeping_files import FileKeeper
    from webhook.media import Media

    media = Media(settings.whatsapp_api_base_url, settings.whatsapp_access_token, timeout=FILE_SECONDS)
    with closing(media):
        yield FileKeeper(begin, clock, media, settings.archivos_mb * MEGABYTE)


def toolbox(begin: UnitOfWorkFactory, seconds: float = 4.0, documents: Searcher | None = None) -> Toolbox:
    """The tools of staff. Raises InvalidTool where one of them has not the words it needs."""
    from booking.conversation.replies import tool_texts
    from nlu.staff.staff_times import stretched
    from nlu.when import read_spans
    from nlu.wishes import repetition
    from nlu.wishes.anchors import near
    from storage.phones import canonical
    from tools.access import WORDS_ALONE
    from tools.catalog import CATALOG
    from tools.toolbox import Toolbox as Catalogue

    tool_texts.check(CATALOG)

    def read_time(text: str, now: dt.datetime, clinic: Clinic, direction: Direction | None, hours: bool) -> Reading:
        said = stretched(text) if hours else text
        return near(read_spans(said, now, hours=(clinic.opens, clinic.closes), direction=direction)) or Reading()

    repeats = repetition.of_staff
    return Catalogue(begin, read_time, canonical, repeats, seconds=seconds, documents=documents or WORDS_ALONE)
