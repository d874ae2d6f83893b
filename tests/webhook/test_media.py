"""What people send beside words is fetched by two calls of the Graph API, which fail as the real ones do: over real
sockets."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from booking.models import Unsupported
from booking.ports import NoMedia
from booking.runtime.services import LARGEST_RECORDING, VoiceNotes
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import (
    EXPIRED_MEDIA,
    HANG,
    MEDIA_TROUBLE,
    NO_FILE,
    PERMISSION,
    TOKEN_EXPIRED,
    UNAVAILABLE,
    Answer,
    Drip,
    Drop,
    Fault,
    Hang,
)
from nlu.model.models_asked import Provider
from tests.nlu.providers import Providers, providers, raw, refuses
from webhook.contents import content_of
from webhook.media import Media

MOST = 100_000
VOICE = b"OggS" + bytes(500)


@pytest.fixture(scope="module")
def running() -> Iterator[FakeMeta]:
    with FakeMeta() as meta:
        yield meta


@pytest.fixture
def meta(running: FakeMeta) -> FakeMeta:
    running.media = {"17": VOICE, "18": bytes(MOST + 1)}
    running.digests.clear()
    running._media_faults.clear()
    return running


@pytest.fixture(scope="module")
def server() -> Iterator[Providers]:
    with providers() as running:
        yield running


@pytest.fixture
def media(meta: FakeMeta) -> Iterator[Media]:
    client = Media(meta.base_url, SecretStr(meta.token), timeout=60)
    yield client
    client.close()


def test_a_message_names_its_recording_or_file() -> None:
    note = content_of({"type": "audio", "audio": {"id": "17", "mime_type": "audio/ogg; codecs=opus", "voice": True}})
    assert note == Unsupported(what="audio", media="17")
    pdf = {"id": "19", "mime_type": "application/pdf", "filename": "estudios.pdf", "caption": "mis estudios"}
    assert content_of({"type": "document", "document": pdf}) == Unsupported(
        what="document", caption="mis estudios", media="19", name="estudios.pdf"
    )
    repeated = content_of({"type": "document", "document": pdf | {"caption": "estudios.pdf"}})
    assert isinstance(repeated, Unsupported)
    assert repeated.caption is None


@pytest.mark.parametrize("mime", ["application/zip", "image/gif", "text/html; x=application/pdf", ""])
def test_of_another_kind_nothing_is_asked_for(mime: str) -> None:
    found = content_of({"type": "document", "document": {"id": "19", "mime_type": mime}})
    assert isinstance(found, Unsupported)
    assert found.media is None


def test_a_file_s_name_is_not_stored_or_shown_with_its_message() -> None:
    named = Unsupported(what="document", media="19", name="estudios.pdf")
    assert "estudios" not in f"{named!r} {named.model_dump_json()}"


def test_a_file_is_fetched(meta: FakeMeta, media: Media) -> None:
    assert media.fetch("17", MOST) == VOICE
    meta.digests["17"] = base64.b64encode(hashlib.sha256(VOICE).digest()).decode()
    assert media.fetch("17", MOST) == VOICE


@pytest.mark.parametrize("file", [False, True])
@pytest.mark.parametrize(
    "fault",
    [UNAVAILABLE, MEDIA_TROUBLE, TOKEN_EXPIRED, PERMISSION, HANG, Drop(), Drip(), Answer(), Answer(200, b"x" * 600)],
    ids=lambda fault: str(fault)[:30],
)
def test_trouble_is_waited_for_and_over_the_next_time(meta: FakeMeta, media: Media, fault: Fault, file: bool) -> None:
    meta.fail_media("17", fault, file=file)
    impatient = Media(meta.base_url, SecretStr(meta.token), timeout=0.5)
    # One that gives up before it is answered leaves the fault for the next.
    assert (impatient if isinstance(fault, Hang | Drip) else media).fetch("17", MOST) is NoMedia.LATER
    impatient.close()
    running = meta.next_media_fault("17", file=file)
    assert running is None or isinstance(fault, Hang | Drip)
    assert media.fetch("17", MOST) == VOICE


def test_an_address_that_is_over_is_asked_for_anew(meta: FakeMeta, media: Media) -> None:
    meta.fail_media("17", NO_FILE, file=True)
    assert media.fetch("17", MOST) == VOICE
    meta.fail_media("17", NO_FILE, NO_FILE, file=True)
    assert media.fetch("17", MOST) is NoMedia.GONE


def test_what_expired_or_never_was_is_gone(meta: FakeMeta, media: Media) -> None:
    meta.fail_media("17", EXPIRED_MEDIA, EXPIRED_MEDIA)
    assert media.fetch("17", MOST) is NoMedia.GONE
    assert {media.fetch(id, MOST) for id in ("99", "../messages", "a/b", "")} == {NoMedia.GONE}


def test_what_is_too_large_is_not_kept_in_memory_whatever_is_said_of_it(meta: FakeMeta, media: Media) -> None:
    assert media.fetch("18", MOST) is NoMedia.TOO_LARGE
    meta.fail_media("17", Answer(200, bytes(MOST + 1)), file=True)
    assert media.fetch("17", MOST) is NoMedia.TOO_LARGE


@pytest.mark.parametrize("digest", ["0" * 64, base64.b64encode(bytes(32)).decode()])
def test_what_is_not_what_was_promised_is_not_taken(meta: FakeMeta, media: Media, digest: str) -> None:
    meta.digests["17"] = digest
    assert media.fetch("17", MOST) is NoMedia.LATER


def test_without_a_token_nothing_is_asked(meta: FakeMeta) -> None:
    assert Media(meta.base_url, None).fetch("17", MOST) is NoMedia.LATER
    assert Media(meta.base_url, SecretStr("wrong")).fetch("17", MOST) is NoMedia.LATER


@pytest.mark.parametrize("url", ["https://evil.example/x", "http://lookaside.fbsbx.com/x", "file:///etc/passwd", ""])
def test_the_token_goes_to_nobody_else(media: Media, url: str) -> None:
    assert not media._is_theirs(url)
    assert media._is_theirs("https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1")


def test_what_was_said_is_written_down(server: Providers, meta: FakeMeta, media: Media) -> None:
    meta.media["20"] = bytes(LARGEST_RECORDING + 1)
    ears = VoiceNotes(media, Provider("openai/whisper-1", "key", server.deepseek), 30)
    server.answering = raw(b'{"text": " quiero una cita "}')
    assert ears.hear("17") == "quiero una cita"
    assert server.asked[-1][0].endswith("/audio/transcriptions")
    assert b"OggS" in server.asked[-1][1]["form"]
    server.answering = refuses(500)
    assert ears.hear("17") is None
    server.answering = raw(b"not json")
    assert ears.hear("17") is None
    assert (ears.hear("99"), ears.hear("20")) == (None, None)
