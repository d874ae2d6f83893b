"""Pictures and documents are kept for the staff: said to be here once they are, once for several, by nobody's name."""

from __future__ import annotations

import datetime as dt
import json
import pickle
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from booking.conversation import push_notices
from booking.conversation.keeping_files import AGAIN, FileKeeper
from booking.desk import chat_views
from booking.errors import DatabaseUnavailable
from booking.intents import Understanding
from booking.models import FileState, State, UnderstandingContext, Unsupported
from booking.models.patient_files import LARGEST_IMAGE, MEGABYTE
from booking.ports import IntentExtractor, NoMedia
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic, read
from booking.testing.fakes import RecordingSender
from booking.testing.invariants import check_all
from booking.testing.profiles import a_share
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

PICTURE = b"\xff\xd8\xff\xe0" + b"a picture"
PNG = b"\x89PNG\r\n\x1a\n" + b"another"
PDF = b"%PDF-1.7 what it says"


@dataclass
class Meta:
    """Implements `MediaSource`."""

    files: dict[str, bytes | NoMedia] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def fetch(self, media: str, most: int) -> bytes | NoMedia:
        self.asked.append(media)
        found = self.files.get(media, NoMedia.GONE)
        return NoMedia.TOO_LARGE if isinstance(found, bytes) and len(found) > most else found


@dataclass
class Noting:
    """Implements `IntentExtractor`: notes what a model could be shown."""

    asked: list[str] = field(default_factory=list)

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        self.asked += [text, repr(context)]
        return Shortcuts().understand(text, context)


@pytest.fixture
def meta() -> Meta:
    return Meta({"1": PICTURE, "2": PNG, "3": PDF})


@pytest.fixture
def clinic() -> Clinic:
    return clinic_that_keeps()


def clinic_that_keeps(reader: IntentExtractor | None = None) -> Clinic:
    made = memory_clinic(demo_seed(), reader or Shortcuts())
    made.engine.keeps_files = True
    return made


def keep(clinic: Clinic, meta: Meta, who: str = "Ana", most: int = 16 * MEGABYTE) -> None:
    """As the queue does."""
    keeper = FileKeeper(clinic.begin, clinic.clock, meta, most)
    keeper.keep(clinic.conversations[who])


def send(clinic: Clinic, media: str, caption: str | None = None, name: str | None = None, what: str = "image") -> str:
    """What the turn says to it."""
    content = Unsupported(what=what, caption=caption, media=media, name=name)
    return clinic._exchange("Ana", f"<{what}>", content).text


def said(clinic: Clinic, who: str = "Ana") -> list[str]:
    return [read(item.content) for item in clinic.sent_to(who)]


def kinds(clinic: Clinic) -> list[str]:
    with clinic.begin() as uow:
        return [notice.kind for notice in uow.notices.list()]


def states(clinic: Clinic) -> list[FileState]:
    with clinic.begin() as uow:
        return [file.state for file in uow.files.of(clinic.conversations["Ana"])]


def test_it_is_said_to_be_here_once_it_is(clinic: Clinic, meta: Meta) -> None:
    clinic.say("Ana", "hola")
    before = len(said(clinic))
    assert send(clinic, "1") == ""
    assert (states(clinic), kinds(clinic)) == ([FileState.EXPECTED], [])
    keep(clinic, meta)
    assert said(clinic)[before:] == ["Recibí tu archivo; lo verá el personal."]
    assert (states(clinic), kinds(clinic)) == ([FileState.KEPT], ["file"])
    keep(clinic, meta)
    assert len(said(clinic)) == before + 1
    check_all(clinic)


def test_without_the_setting_it_is_refused_and_nothing_is_kept(clinic: Clinic, meta: Meta) -> None:
    clinic.engine.keeps_files = False
    clinic.say("Ana", "hola")
    assert "solo puedo leer texto y botones" in send(clinic, "1", name="estudios.pdf")
    keep(clinic, meta)
    assert (states(clinic), meta.asked) == ([], [])


def test_several_of_a_row_are_one_answer_and_one_notice(clinic: Clinic, meta: Meta) -> None:
    clinic.say("Ana", "hola")
    before = len(said(clinic))
    for media in ("1", "2", "3", "99"):
        send(clinic, media)
    keep(clinic, meta)
    (told,) = said(clinic)[before:]
    assert "Recibí tus 3 archivos" in told
    assert "WhatsApp ya no tiene tu archivo" in told
    assert "otra vez" in told
    assert kinds(clinic) == ["file"]


@pytest.mark.parametrize(
    "caption", ["quiero una cita mañana a las 10", "¿dónde están?", "quiero hablar con una persona"]
)
def test_a_caption_is_heard_as_text_is(clinic: Clinic, meta: Meta, caption: str) -> None:
    other = memory_clinic(demo_seed(), Shortcuts())
    for one in (clinic, other):
        one.say("Ana", "hola")
    assert send(clinic, "1", caption) == other.say("Ana", caption).text
    keep(clinic, meta)
    assert states(clinic) == [FileState.KEPT]


def test_a_caption_that_says_nothing_to_us_is_about_the_file(clinic: Clinic, meta: Meta) -> None:
    clinic.say("Ana", "hola")
    assert send(clinic, "1", "radiografía de torax lateral") == ""
    keep(clinic, meta)
    assert said(clinic)[-1] == "Recibí tu archivo; lo verá el personal."


def test_a_file_answers_no_question_and_leaves_the_flow_alone(clinic: Clinic, meta: Meta) -> None:
    clinic.say("Ana", "una cita para mañana")
    clinic.tap("Ana", 1)
    clinic.say("Ana", "Ana Gómez Ruiz")
    before = clinic.conversation("Ana")
    assert before.state is State.CONFIRM
    send(clinic, "1")
    keep(clinic, meta)
    assert (clinic.conversation("Ana").state, clinic.conversation("Ana").draft) == (before.state, before.draft)
    assert clinic.say("Ana", "sí").keys == ["booked"]
    check_all(clinic)


def test_who_begins_with_a_file_still_gets_the_privacy_notice(clinic: Clinic, meta: Meta) -> None:
    assert "Privacidad" in send(clinic, "1")
    keep(clinic, meta)
    assert said(clinic)[-1] == "Recibí tu archivo; lo verá el personal."
    check_all(clinic)


@pytest.mark.parametrize(
    ("found", "state", "words"),
    [
        (NoMedia.GONE, FileState.GONE, "otra vez"),
        (NoMedia.TOO_LARGE, FileState.TOO_LARGE, "demasiado grande"),
        (b"MZ\x90 no picture at all", FileState.WRONG_KIND, "fotos (JPG o PNG) y PDF"),
        (PICTURE + bytes(LARGEST_IMAGE), FileState.TOO_LARGE, "demasiado grande"),
    ],
)
def test_what_cannot_be_kept_is_told_and_nobody_is_called(
    clinic: Clinic, meta: Meta, found: bytes | NoMedia, state: FileState, words: str
) -> None:
    meta.files["1"] = found
    send(clinic, "1")
    keep(clinic, meta)
    assert (states(clinic), kinds(clinic)) == ([state], [])
    assert words in said(clinic)[-1]
    assert "Recibí" not in said(clinic)[-1]


def test_a_document_is_as_large_as_the_clinic_allows(clinic: Clinic, meta: Meta) -> None:
    meta.files["3"] = PDF + bytes(MEGABYTE)
    send(clinic, "3", what="document")
    keep(clinic, meta, most=MEGABYTE)
    assert states(clinic) == [FileState.TOO_LARGE]


def test_trouble_is_waited_for_then_it_is_asked_for_again(clinic: Clinic, meta: Meta) -> None:
    meta.files["1"] = NoMedia.LATER
    send(clinic, "1")
    before = len(said(clinic))
    sweep = Upkeep(clinic.begin, clinic.clock, RecordingSender(ready=False), lambda conversation_id: None).sweep
    for after in AGAIN:
        keep(clinic, meta)
        keep(clinic, meta)  # not before its time
        assert (states(clinic), len(said(clinic))) == ([FileState.EXPECTED], before)
        clinic.advance(seconds=after.total_seconds())
        clinic.faults.mend()
        sweep()
        with clinic.begin() as uow:
            assert uow.files.waiting(clinic.clock.now(), clinic.clock.now()) == [clinic.conversations["Ana"]]
    assert len(meta.asked) == len(AGAIN)
    keep(clinic, meta)
    assert states(clinic) == [FileState.NOT_FETCHED]
    assert "no se pudo descargar" in said(clinic)[-1]
    assert "otra vez" in said(clinic)[-1]


def test_it_comes_after_trouble(clinic: Clinic, meta: Meta) -> None:
    meta.files["1"] = NoMedia.LATER
    send(clinic, "1")
    send(clinic, "2")
    keep(clinic, meta)
    assert said(clinic)[-1] == "Recibí tu archivo; lo verá el personal."  # the one holds up no other
    meta.files["1"] = PICTURE
    clinic.advance(minutes=1)
    keep(clinic, meta)
    assert (states(clinic), said(clinic)[-1]) == ([FileState.KEPT] * 2, "Recibí tu archivo; lo verá el personal.")


@pytest.mark.parametrize("silent", ["quiero hablar con una persona", "BAJA"])
def test_who_is_not_to_be_written_to_hears_nothing_and_staff_hear_of_what_was_lost(
    clinic: Clinic, meta: Meta, silent: str
) -> None:
    clinic.say("Ana", "hola")
    clinic.say("Ana", silent)
    before = len(said(clinic))
    send(clinic, "1")
    send(clinic, "99")
    keep(clinic, meta)
    assert len(said(clinic)) == before
    assert {"file", "file_lost"} <= set(kinds(clinic))
    assert states(clinic) == [FileState.KEPT, FileState.GONE]


@pytest.mark.parametrize("call", ["files.count_attempt", "files.keep", "outbox.add", "files.mark_told", "commit"])
@pytest.mark.parametrize("late", [False, True])
def test_whenever_the_database_fails_it_is_kept_and_told_once(
    clinic: Clinic, meta: Meta, call: str, late: bool
) -> None:
    """Nobody hears twice, and nobody is forgotten: the sweep takes it up."""
    clinic.say("Ana", "hola")
    before = len(said(clinic))
    send(clinic, "1")
    keeper = FileKeeper(clinic.faults.around(clinic.begin), clinic.clock, meta)
    clinic.faults.break_next(call, late=late)
    with pytest.raises(DatabaseUnavailable):
        keeper.keep(clinic.conversations["Ana"])
    for _ in range(3):
        clinic.advance(minutes=10)
        with clinic.begin() as uow:
            left = uow.files.waiting(clinic.clock.now(), clinic.clock.now())
        for conversation_id in left:
            keeper.keep(conversation_id)
    assert states(clinic) == [FileState.KEPT]
    assert said(clinic)[before:] == ["Recibí tu archivo; lo verá el personal."]
    assert kinds(clinic) == ["file"]


def test_a_webhook_that_comes_twice_brings_one_file(clinic: Clinic, meta: Meta) -> None:
    send(clinic, "1")
    clinic.deliver_twice()
    clinic.drain("Ana")
    keep(clinic, meta)
    assert states(clinic) == [FileState.KEPT]


def test_what_is_kept_long_enough_is_forgotten(clinic: Clinic, meta: Meta) -> None:
    send(clinic, "1")
    keep(clinic, meta)
    upkeep = Upkeep(
        clinic.begin,
        clinic.clock,
        RecordingSender(ready=False),
        lambda conversation_id: None,
        files_kept=dt.timedelta(days=30),
    )
    clinic.advance(days=30)
    upkeep.purge()
    assert states(clinic) == [FileState.KEPT]
    clinic.advance(seconds=1)
    upkeep.purge()
    assert states(clinic) == []


SECRET = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=12, max_size=12)


@a_share(8)
@given(SECRET, SECRET, st.sampled_from(["guardar", "rechazar"]), st.sampled_from([None, "quiero una cita", "hola"]))
def test_no_content_or_name_of_a_file_is_anywhere_but_with_it(
    name: str, content: str, setting: str, caption: str | None
) -> None:
    """Not in logs, prompts, notices, turns, jobs, the message it came with, nor in anything that is sent."""
    prompts = Noting()
    with capture_logs() as logs:
        clinic = clinic_that_keeps(prompts)
        clinic.engine.keeps_files = setting == "guardar"
        meta = Meta({"1": PDF + content.encode(), "2": content.encode()})
        for media in ("1", "2"):
            send(clinic, media, caption, f"{name}.pdf", "document")
        keep(clinic, meta)
        with clinic.begin() as uow:
            push_notices.push(uow, clinic.clock.now())
            uow.commit()
    chat = clinic.conversations["Ana"]
    shown = [*prompts.asked, *map(str, logs), *clinic.transcript]
    with clinic.begin() as uow:
        kept = [file for file in uow.files.of(chat) if file.state is FileState.KEPT]
        assert len(kept) == (setting == "guardar")
        assert all(content.encode() in (uow.files.content(file.id) or b"") for file in kept)
        shown += [turn.model_dump_json() for turn in uow.turns.list(chat)]
        shown += [notice.model_dump_json() for notice in uow.notices.list()]
        shown += [item.model_dump_json() for item in uow.outbox.list(chat)]
        shown += [
            repr(uow.files.of(chat)),
            json.dumps(chat_views.chat_json(chat_views.look(uow, str(chat), clinic.clock.now()))),
        ]
    shown.append(repr(pickle.dumps(clinic.begin.snapshot(but=["files"]))))  # type: ignore[attr-defined]
    for secret in (name, content):
        assert not any(secret in one for one in shown)
