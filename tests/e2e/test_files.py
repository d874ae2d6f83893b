"""Pictures and PDF on their whole way: webhook, queue, the two calls to Meta, PostgreSQL, and what is said of them."""

from __future__ import annotations

from pathlib import Path

from booking.models import FileState
from booking.testing.channel.meta_faults import EXPIRED_MEDIA
from tests.e2e.house import PATIENCE, open_house, wait_until
from tests.postgres import as_application, cloned

PICTURE, PDF = b"\xff\xd8\xff a picture", b"%PDF-1.7 " + bytes(200_000)


def test_several_are_kept_and_told_of_at_once(postgres_server: str, template_database: str, tmp_path: Path) -> None:
    with (
        cloned(postgres_server, template_database) as url,
        open_house(as_application(url), tmp_path, archivos_de_pacientes="guardar", turn_pause_ms=200) as house,
    ):
        meta = house.meta
        meta.media = {"11": PICTURE, "12": PDF, "13": PICTURE}
        meta.fail_media("13", EXPIRED_MEDIA, EXPIRED_MEDIA)
        ana = house.phone("Ana")
        house.says(ana, "hola")
        before = len(ana.inbox)
        image, pdf = {"mime_type": "image/jpeg"}, {"mime_type": "application/pdf", "filename": "estudios.pdf"}
        sent = (("image", image | {"id": "11"}), ("document", pdf | {"id": "12"}), ("image", image | {"id": "13"}))
        meta.deliver([ana.write(kind, content) for kind, content in sent])
        (told,) = ana.wait(before + 1, timeout=PATIENCE)[before:]
        assert "Recibí tus 2 archivos" in told
        assert "otra vez" in told
        chat = house.conversation(ana).id
        with house.app.begin() as uow:
            files = uow.files.of(chat)
            assert [file.state for file in files] == [FileState.KEPT, FileState.KEPT, FileState.GONE]
            assert [uow.files.content(file.id) for file in files] == [PICTURE, PDF, None]
            assert [notice.kind for notice in uow.notices.list()] == ["file"]
        wait_until(lambda: house.jobs() == 0, "an empty queue", PATIENCE)
        assert len(ana.inbox) == before + 1
