"""`turnero chats archivos`: what came in a chat is listed, copied or erased, and who looked is recorded."""

from __future__ import annotations

import datetime as dt
import stat
from pathlib import Path

import pytest

from booking.models import FileState
from tests.admin.conftest import NOW, Stage

NUMBER, NAME, CALLED = "5216641112222", "Ana Gómez Ruiz", "estudios de Ana.pdf"
PDF, PICTURE = b"%PDF-1.7 what it says", b"\xff\xd8\xff a picture"


@pytest.fixture
def stage(any_stage: Stage) -> Stage:
    """Ana has sent a PDF, a picture, and one that WhatsApp had no more."""
    any_stage.book(NAME, NUMBER)
    any_stage.chat("hola", "hola")
    with any_stage.begin() as uow:
        (chat,) = uow.conversations.list()
        messages = [id for turn in uow.turns.list(chat.id) for id in turn.message_ids]
        for n, message in enumerate(messages[:3]):
            uow.files.expect(chat.id, message, f"media-{n}", CALLED if n == 0 else None, NOW)
        pdf, picture, gone = uow.files.of(chat.id)
        uow.files.keep(pdf.id, PDF, "application/pdf", NOW)
        uow.files.keep(picture.id, PICTURE, "image/jpeg", NOW)
        uow.files.give_up(gone.id, FileState.GONE, NOW)
        uow.commit()
    return any_stage


def looks(stage: Stage) -> list[str]:
    return [detail for kind, detail in stage.notices if kind == "json_export" and "archivos" in detail]


@pytest.mark.parametrize("whole", [False, True])
def test_they_are_listed_and_each_look_is_recorded(stage: Stage, whole: bool) -> None:
    stage.wired.settings = stage.wired.settings.model_copy(update={"nombres_completos": whole})
    shown = stage.run("chats", "archivos", NUMBER, "--como", "Lupe")
    assert shown.exit_code == 0, shown.output
    text = " ".join(shown.output.split())
    for expected in ("23/11/2026 09:00", "PDF", "JPG", "guardado", "ya no está en WhatsApp"):
        assert expected in text
    assert (NAME in text, CALLED in text) == (whole, whole)
    assert "Ana G" in text
    (detail,) = looks(stage)
    assert detail.endswith("Lupe")


def test_json_says_all_but_what_they_hold(stage: Stage) -> None:
    rows = stage.json("chats", "archivos", NUMBER)
    assert [(row["tipo"], row["bytes"], row["nombre"]) for row in rows] == [
        ("application/pdf", len(PDF), CALLED),
        ("image/jpeg", len(PICTURE), None),
        (None, None, None),
    ]
    assert len(looks(stage)) == 1


def test_they_are_copied_for_the_owner_alone_under_names_of_our_own(stage: Stage, tmp_path: Path) -> None:
    folder = tmp_path / "archivos"
    for _ in range(2):
        assert stage.run("chats", "archivos", NUMBER, "--guardar", str(folder)).exit_code == 0
    found = {path.suffix: path for path in folder.iterdir()}
    assert {suffix: path.read_bytes() for suffix, path in found.items()} == {".pdf": PDF, ".jpg": PICTURE}
    assert {stat.S_IMODE(path.stat().st_mode) for path in found.values()} == {0o600}
    assert all(path.name.startswith("chat") for path in found.values())
    assert all("--guardar" in detail for detail in looks(stage))
    (tmp_path / "file").write_text("")
    refused = stage.run("chats", "archivos", NUMBER, "--guardar", str(tmp_path / "none" / "deeper"))
    assert (refused.exit_code, "Elija otra carpeta" in refused.output) == (1, True)


def test_they_are_erased_when_that_is_asked_for_and_meant(stage: Stage) -> None:
    assert stage.run("chats", "archivos", NUMBER, "--borrar", stdin="no\n").exit_code == 1
    assert len(stage.json("chats", "archivos", NUMBER)) == 3
    said = stage.run("chats", "archivos", NUMBER, "--borrar", "--si")
    assert (said.exit_code, "3 archivos menos" in said.output) == (0, True)
    assert stage.json("chats", "archivos", NUMBER) == []
    assert any(kind == "records_changed" and "--borrar" in detail for kind, detail in stage.notices)
    assert stage.run("chats", "archivos", NUMBER, "--borrar", "--guardar", "x").exit_code == 2


def test_they_are_erased_with_the_person(stage: Stage) -> None:
    stage.wired.clock.advance(dt.timedelta(days=30))
    with stage.begin() as uow:
        (chat,), (ana,) = uow.conversations.list(), uow.patients.search(name="Ana")
        assert len(uow.files.of(chat.id)) == 3
    assert stage.run("pacientes", "borrar", str(ana.id), "--si").exit_code == 0
    with stage.begin() as uow:
        assert uow.files.of(chat.id) == []
