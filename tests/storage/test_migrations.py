"""An empty database comes to the present tables, and the tables are what the scripts make."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, UniqueConstraint, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from storage import migrate, vectors
from storage.base import database_url
from storage.tables import Base


def test_upgrade_brings_an_empty_database_to_the_head(empty_database: str) -> None:
    assert not migrate.is_current(empty_database)
    migrate.upgrade(empty_database)
    assert migrate.is_current(empty_database)
    migrate.upgrade(empty_database)


def test_the_newest_script_is_the_one_head() -> None:
    assert ScriptDirectory(str(migrate.SCRIPTS)).get_heads() == [migrate.newest()]


def test_upgrades_at_once_are_safe(empty_database: str) -> None:
    script = "import sys; from storage import migrate; migrate.upgrade(sys.argv[1])"
    upgrades = [subprocess.Popen([sys.executable, "-c", script, empty_database]) for _ in range(3)]
    assert [upgrade.wait(180) for upgrade in upgrades] == [0, 0, 0]
    assert migrate.is_current(empty_database)


def test_tables_and_scripts_agree(engine: Engine) -> None:
    def of_ours(name: str | None, kind: str, _parents: object) -> bool:
        return not (kind == "table" and (str(name).startswith("procrastinate_") or name in vectors.TABLES))

    with engine.connect() as connection:
        options = {"include_name": of_ours, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Base.metadata) == []


def test_whatever_refers_to_an_appointment_is_found_by_an_index() -> None:
    """Holds are appointments, and many are deleted each day: none of that may read a whole table."""
    for table in Base.metadata.tables.values():
        first = {next(iter(index.columns)).name for index in table.indexes}
        first |= {next(iter(one.columns)).name for one in table.constraints if isinstance(one, UniqueConstraint)}
        first |= {column.name for column in list(table.primary_key.columns)[:1]}
        refer = {key.parent.name for key in table.foreign_keys if key.column.table.name == "citas_medicas"}
        assert refer <= first, table.name


def test_checks_and_exclusions_agree(engine: Engine) -> None:
    """What autogenerate does not compare: the constraints that decide."""
    found = "SELECT conname FROM pg_constraint WHERE contype IN ('c', 'x') AND connamespace = 'public'::regnamespace"
    with engine.connect() as connection:
        stored = set(connection.scalars(text(found + " AND conrelid::regclass::text !~ '^procrastinate'")))
    declared = {
        str(constraint.name)
        for table in Base.metadata.tables.values()
        for constraint in table.constraints
        if type(constraint).__name__ in ("CheckConstraint", "ExcludeConstraint")
    }
    assert stored == declared


def test_vectors_have_a_table_where_the_extension_is_and_get_it_again(empty_database: str) -> None:
    migrate.upgrade(empty_database)
    with create_engine(database_url(empty_database), poolclass=NullPool).begin() as connection:
        if not connection.scalar(text("SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')")):
            pytest.skip("this PostgreSQL has no extension for vectors")
        assert connection.scalar(text("SELECT to_regclass('vectores_pasaje')")) is not None
        connection.execute(text("DROP EXTENSION vector CASCADE"))
        connection.execute(text("DROP TABLE vectores_pasaje"))
    migrate.upgrade(empty_database)
    with create_engine(database_url(empty_database), poolclass=NullPool).connect() as connection:
        assert connection.scalar(text("SELECT to_regclass('vectores_pasaje')")) is not None


def test_downgrade_leaves_nothing(empty_database: str) -> None:
    migrate.upgrade(empty_database)
    migrate.downgrade(empty_database)
    engine = create_engine(database_url(empty_database))
    assert set(inspect(engine).get_table_names()) <= {"alembic_version"}
    engine.dispose()
    migrate.upgrade(empty_database)


def test_whoever_entered_a_patient_keeps_them(empty_database: str) -> None:
    """And what was written down of a patient in a draft or a turn can still be read."""
    migrate.upgrade(empty_database)
    migrate.downgrade(empty_database, "0009")
    engine = create_engine(database_url(empty_database))
    patient = {"id": 1, "name": "Ana", "phone": "+52", "person_id": None}
    written = json.dumps({"patients": [{**patient, "doctor_id": 3}], "doctor_id": 3})
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO doctores (id, nombre, peso, activo, turno_general) VALUES (3, 'Dra. Luna', 1, true, true)"
            )
        )
        connection.execute(
            text(
                "INSERT INTO pacientes (id, nombre, nombre_clave, doctor_id, creado_en)"
                " VALUES (7, 'Ana', 'ana', 3, '2026-01-01Z'), (8, 'Eva', 'eva', NULL, '2026-01-01Z')"
            )
        )
        connection.execute(text("INSERT INTO usuarios (id, baja, creado_en) VALUES (1, false, '2026-01-01Z')"))
        connection.execute(
            text(
                "INSERT INTO conversaciones (id, usuario_id, estado, control, borrador, fallos, version,"
                " version_borrador, turnos, actualizada_en)"
                " VALUES (1, 1, 'CONFIRM', 'bot', CAST(:draft AS jsonb), 0, 1, 1, 1, '2026-01-01Z')"
            ),
            {"draft": written},
        )
    migrate.upgrade(empty_database)
    with engine.connect() as connection:
        theirs = connection.execute(text("SELECT doctor_id, paciente_id FROM pacientes_doctores")).all()
        draft = connection.scalar(text("SELECT borrador FROM conversaciones"))
    engine.dispose()
    assert theirs == [(3, 7)]
    assert draft == {"patients": [patient], "doctor_id": 3}
    migrate.downgrade(empty_database, "0009")
    with create_engine(database_url(empty_database)).connect() as connection:
        assert connection.scalars(text("SELECT doctor_id FROM pacientes ORDER BY id")).all() == [3, None]


def test_what_waits_to_go_out_becomes_a_reply(empty_database: str) -> None:
    """With the job that sends it, and with what WhatsApp will call it."""
    migrate.upgrade(empty_database)
    migrate.downgrade(empty_database, "0011")
    engine = create_engine(database_url(empty_database))
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO usuarios (id, baja, creado_en) VALUES (1, false, '2026-01-01Z')",
            "INSERT INTO conversaciones (id, usuario_id, estado, control, fallos, version, version_borrador, turnos,"
            " actualizada_en) VALUES (5, 1, 'IDLE', 'bot', 0, 1, 1, 1, '2026-01-01Z')",
            "INSERT INTO mensajes_salientes (id, conversacion_id, para_tipo, para_valor, contenido, creado_en, estado,"
            " intentos) VALUES (41, 5, 'wa_id', '526641234567', '{}', '2026-01-01Z', 'pending', 0)",
            "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, args)"
            " VALUES ('turnero', 'turnero.deliver', 'delivery:5', '{\"conversation_id\": 5}')",
        ):
            connection.exec_driver_sql(statement)
    migrate.upgrade(empty_database)
    with engine.connect() as connection:
        message = connection.execute(text("SELECT clase, seguimiento FROM mensajes_salientes")).one()
        lock = connection.scalar(text("SELECT lock FROM procrastinate_jobs"))
    engine.dispose()
    assert tuple(message) == ("reply", "41")
    assert lock == "conversation:5"
