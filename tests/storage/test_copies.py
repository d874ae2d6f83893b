"""Copies of the database: of one moment, whole or refused, and put back whole or not at all."""

from __future__ import annotations

import datetime as dt
import json
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine, text

from booking.conversation import push_notices
from booking.errors import CopyInvalid, DatabaseUnavailable, TablesDiffer, TurneroError
from booking.models import (
    AppointmentVersion,
    ComeBack,
    ComeBackWhy,
    Identity,
    IdentityKind,
    InboundMessage,
    MessageClass,
    OutText,
    Status,
    Telling,
    TellingState,
    Text,
    ToldOf,
    Unsupported,
)
from booking.ports import UnitOfWorkFactory
from storage import copies, migrate, restore
from storage.base import database_url, make_engine
from storage.demo import contents, load_demo
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.postgres import address, application

NOW = dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC)
LATER = NOW + dt.timedelta(hours=5)
ANA = Identity(kind=IdentityKind.WA_ID, value="5216641112222")


@pytest.fixture
def owner(postgres_server: str, database: str) -> str:
    """The address of `database` for the owner of its tables."""
    return address(postgres_server, str(database_url(database).database))


@pytest.fixture
def demo(engine: Engine) -> Engine:
    load_demo(engine, NOW, ZoneInfo("America/Tijuana"))
    return engine


@pytest.fixture
def other(postgres_server: str, empty_database: str) -> Iterator[Engine]:
    """A database in which nobody has been at work."""
    engine = make_engine(empty_database)
    yield engine
    engine.dispose()


def url_of(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=False)


def put_back(source: Path, url: str, *, settle: bool = True) -> None:
    with copies.opened(source) as (manifest, dump):
        restore.put_back(url, manifest, dump, LATER, settle=settle)


def test_what_is_put_back_is_what_was_copied(demo: Engine, database: str, tmp_path: Path, other: Engine) -> None:
    """Into an empty database, by the application's role; what is written while it is made is not in it."""
    target = tmp_path / "clinic.turnero"
    before = contents(demo)
    made = copies.make(database, target, NOW)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert made.clinic == "Clínica Las Palmas (demostración)"
    with demo.begin() as connection:
        connection.execute(text("UPDATE clinica SET nombre = 'Otra'"))
    assert not restore.has_tables(url_of(other))
    put_back(target, url_of(other))
    assert migrate.is_current(url_of(other))
    assert contents(other) == before
    with pytest.raises(CopyInvalid, match="there already"):
        copies.make(database, target, NOW)


def test_what_waited_is_not_done_and_staff_are_told(
    demo: Engine, begin: UnitOfWorkFactory, database: str, owner: str, postgres_server: str, tmp_path: Path
) -> None:
    with begin() as uow:
        first = InboundMessage(
            wamid="wamid.1", phone_number_id="1", sender=(ANA,), sent_at=NOW, content=Text(body="hola")
        )
        accepted = uow.inbox.accept(first, NOW)
        assert accepted is not None
        chat = accepted.conversation_id
        said = [OutText(body="Hola"), OutText(body="¿Qué día?")]
        uow.outbox.add(chat, ANA, said, None, NOW)
        uow.outbox.add(chat, ANA, [OutText(body="Su cita")], None, NOW, MessageClass.NOTICE)
        (cita, *_) = [a for a in uow.appointments.list(statuses=[Status.BOOKED]) if a.slot.start > NOW]
        uow.tellings.add(
            Telling(about=AppointmentVersion(id=cita.id, version=cita.version), what=ToldOf.BOOKED, at=NOW)
        )
        due, later = (
            ComeBack(patient_id=cita.patient_id or 0, why=ComeBackWhy.RECALL, due=at, made_at=NOW)
            for at in (NOW, LATER + dt.timedelta(days=30))
        )
        assert uow.come_backs.add(due)
        assert uow.come_backs.add(later)
        uow.commit()
    target = tmp_path / "clinic.turnero"
    copies.make(database, target, NOW)

    put_back(target, owner)
    migrate.upgrade(owner, application(postgres_server))
    demo.dispose()  # its connections know other tables
    assert restore.dropped(owner, LATER) == ({"reply": 2, "notice": 1}, 1, 2)
    with begin() as uow:
        assert [item.state for item in uow.outbox.list(chat)] == ["expired"] * 3
        assert not uow.inbox.pending(chat)
        assert not uow.inbox.conversations_waiting()
        assert not uow.outbox.due_classes(LATER)
        notices = {(n.kind, n.conversation_id, n.detail) for n in uow.notices.list()}
        assert notices == {
            ("restored", chat, "in out"),
            ("restored", None, f"told:{cita.id}"),
            ("restored_all", None, "2"),
        }
        assert [n.kind for n in uow.notices.to_push(push_notices.SAID, (), NOW, LATER, 1)] == ["restored_all"]
        assert [told.telling.state for told in uow.tellings.lock(cita.id)] == [TellingState.LATE]
        assert [one.due for one in uow.come_backs.waiting()] == [later.due]  # the other may have been invited since
        assert uow.inbox.accept(first, LATER) is None  # it was received, and is not again

    put_back(target, owner, settle=False)
    migrate.upgrade(owner, application(postgres_server))
    demo.dispose()
    with begin() as uow:
        assert {item.state for item in uow.outbox.list(chat)} == {"pending"}
        assert len(uow.inbox.pending(chat)) == 1


def test_files_of_patients_are_in_the_copy(
    demo: Engine, begin: UnitOfWorkFactory, database: str, other: Engine, tmp_path: Path
) -> None:
    content = b"%PDF-1.7\n\x00\xff\xfe" + bytes(range(256)) * 5000
    picture = Unsupported(what="document", media="1")
    with begin() as uow:
        brought = InboundMessage(wamid="wamid.1", phone_number_id="1", sender=(ANA,), sent_at=NOW, content=picture)
        accepted = uow.inbox.accept(brought, NOW)
        assert accepted is not None
        uow.files.expect(accepted.conversation_id, accepted.message_id, "1", "estudios.pdf", NOW)
        (file,) = uow.files.of(accepted.conversation_id)
        uow.files.keep(file.id, content, "application/pdf", NOW)
        uow.commit()
    copies.make(database, tmp_path / "clinic.turnero", NOW)
    put_back(tmp_path / "clinic.turnero", url_of(other))
    with SqlUnitOfWorkFactory(other)() as uow:
        (back,) = uow.files.of(accepted.conversation_id)
        assert (back.name, back.size) == ("estudios.pdf", len(content))
        assert uow.files.content(back.id) == content


def test_a_copy_of_older_code_is_migrated(
    demo: Engine, begin: UnitOfWorkFactory, owner: str, other: Engine, postgres_server: str, tmp_path: Path
) -> None:
    """One from before messages could expire, with a message that waits."""
    with begin() as uow:
        chat = uow.inbox.conversation_of([ANA], NOW)
        uow.outbox.add(chat, ANA, [OutText(body="Hola")], None, NOW)
        uow.commit()
    migrate.downgrade(owner, "0016")
    target = tmp_path / "old.turnero"
    assert copies.make(owner, target, NOW).migration == "0016"
    put_back(target, url_of(other))
    assert migrate.standing(url_of(other)) is migrate.Standing.BEHIND
    migrate.upgrade(url_of(other), application(postgres_server))
    assert contents(other) is not None
    assert restore.dropped(url_of(other), LATER) == ({"reply": 1}, 0, 1)


def rewritten(source: Path, **changed: object) -> Path:
    """The same copy, with another manifest."""
    target = source.with_name("rewritten.turnero")
    with tarfile.open(source) as archive, tarfile.open(target, "w") as written:
        archive.extractall(source.parent / "parts", filter="data")
        manifest = source.parent / "parts" / copies.MANIFEST
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), **changed}))
        for name in (copies.MANIFEST, copies.DUMP):
            written.add(source.parent / "parts" / name, name)
    return target


@pytest.mark.parametrize(
    ("changed", "error"),
    [({"migration": "9999"}, TablesDiffer), ({"server": 19}, TablesDiffer), ({"sha256": "0"}, CopyInvalid)],
)
def test_what_this_code_cannot_read_is_refused_at_once(
    demo: Engine, database: str, tmp_path: Path, changed: dict[str, object], error: type[TurneroError]
) -> None:
    copies.make(database, tmp_path / "clinic.turnero", NOW)
    with pytest.raises(error), copies.opened(rewritten(tmp_path / "clinic.turnero", **changed)):
        pass


@pytest.mark.parametrize("content", [b"", b"not a tar", None], ids=["empty", "another file", "none"])
def test_what_is_no_copy_is_refused(tmp_path: Path, content: bytes | None) -> None:
    source = tmp_path / "file"
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(CopyInvalid), copies.opened(source):
        pass


def test_half_a_file_is_refused(demo: Engine, database: str, tmp_path: Path) -> None:
    target = tmp_path / "clinic.turnero"
    copies.make(database, target, NOW)
    whole = target.read_bytes()
    target.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CopyInvalid), copies.opened(target):
        pass


def test_what_does_not_add_up_changes_nothing(demo: Engine, database: str, owner: str, tmp_path: Path) -> None:
    """Fewer rows than the manifest says, and a dump that breaks off."""
    target = tmp_path / "clinic.turnero"
    made = copies.make(database, target, NOW)
    with demo.begin() as connection:
        connection.execute(text("UPDATE clinica SET nombre = 'Hoy'"))
    fewer = rewritten(target, rows={**made.rows, "pacientes": made.rows["pacientes"] + 1})
    with pytest.raises(DatabaseUnavailable, match=r"nothing was changed.* pacientes is not what was copied"):
        put_back(fewer, owner)
    with copies.opened(target) as (manifest, dump):
        dump.write_bytes(dump.read_bytes()[:-20_000])
        with pytest.raises(DatabaseUnavailable, match="nothing was changed"):
            restore.put_back(owner, manifest, dump, LATER, settle=True)
    there = contents(demo)
    assert there is not None
    assert there.clinic == "Hoy"
