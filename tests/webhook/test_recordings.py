"""Voice notes are fetched by two calls of the Graph API and written down by a model: over real sockets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from booking.models import Unsupported
from booking.runtime.services import VoiceNotes
from booking.testing.channel.meta import FakeMeta
from nlu.extractor import Provider
from tests.nlu.providers import Providers, providers, raw, refuses
from webhook.contents import content_of
from webhook.recordings import LARGEST, Recordings


@pytest.fixture(scope="module")
def meta() -> Iterator[FakeMeta]:
    with FakeMeta() as running:
        running.recordings = {"17": b"OggS" + bytes(500), "18": bytes(LARGEST + 1)}
        yield running


@pytest.fixture(scope="module")
def server() -> Iterator[Providers]:
    with providers() as running:
        yield running


@pytest.fixture
def recordings(meta: FakeMeta) -> Iterator[Recordings]:
    client = Recordings(meta.base_url, SecretStr(meta.token))
    yield client
    client.close()


def test_a_voice_note_names_its_recording() -> None:
    note = content_of({"type": "audio", "audio": {"id": "17", "mime_type": "audio/ogg; codecs=opus", "voice": True}})
    assert note == Unsupported(what="audio", media="17")


def test_a_recording_is_fetched(meta: FakeMeta, recordings: Recordings) -> None:
    assert recordings.fetch("17") == meta.recordings["17"]


@pytest.mark.parametrize("media", ["18", "99", "../messages", "a/b", ""])
def test_one_that_is_too_large_gone_or_no_id_is_not(recordings: Recordings, media: str) -> None:
    assert recordings.fetch(media) is None


def test_without_a_token_nothing_is_asked(meta: FakeMeta) -> None:
    assert Recordings(meta.base_url, None).fetch("17") is None
    assert Recordings(meta.base_url, SecretStr("wrong")).fetch("17") is None


@pytest.mark.parametrize("url", ["https://evil.example/x", "http://lookaside.fbsbx.com/x", "file:///etc/passwd", ""])
def test_the_token_goes_to_nobody_else(recordings: Recordings, url: str) -> None:
    assert not recordings._is_theirs(url)
    assert recordings._is_theirs("https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1")


def test_what_was_said_is_written_down(server: Providers, recordings: Recordings) -> None:
    ears = VoiceNotes(recordings.fetch, Provider("openai/whisper-1", "key", server.deepseek), 30)
    server.answering = raw(b'{"text": " quiero una cita "}')
    assert ears.hear("17") == "quiero una cita"
    assert server.asked[-1][0].endswith("/audio/transcriptions")
    assert b"OggS" in server.asked[-1][1]["form"]
    server.answering = refuses(500)
    assert ears.hear("17") is None
    server.answering = raw(b"not json")
    assert ears.hear("17") is None
    assert ears.hear("99") is None
