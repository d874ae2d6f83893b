"""Somebody who is erased, and a document that is removed, leave nothing of theirs in any column of any table.

Every text, JSON and file of every row that is somebody's is stamped with a mark, whatever stood there; a column that
takes only certain words is no place for anything of theirs. Then the whole database is searched for it.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import Column, Connection, Engine, Table, text
from sqlalchemy.exc import DBAPIError

from booking.intents import Confirm, ProvideCustomerData, SelectSlot, StartBooking
from booking.models.documents import Area, TextPart
from booking.testing.same_vectors import SameVectors
from storage.base import Base
from tests.documents.library import load
from tests.engine.on_postgres import postgres_clinic

MARK = "zqxmk"
OURS = frozenset(
    """clinica dias_especiales doctores documentos pasajes entregas_webhook envios_detenidos metricas_nodos plantillas
    trabajos_periodicos ausencias bloqueos_recurrentes codigos_alta control_turnos disponibilidad_medica
    duraciones_visita excepciones_agenda guardias roles_usuario resumenes_personal""".split()
)
"""What is the clinic's, and of nobody who writes."""


def personal() -> list[Table]:
    return [table for table in Base.metadata.sorted_tables if table.name not in OURS]


THEN = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)
FITTING: dict[str, dict[str, object]] = {
    "lista_espera": {"estado": "espera", "cerrada_en": None},
    "memoria_episodica": {"tipo": "agendada"},
    "archivos": {"estado": "guardado", "resuelto_en": THEN},
    "avisos_cita": {"que": "movida", "minutos": None, "estado": "mensaje", "hecho_en": THEN},
    "chats_a_mano": {"tipo": "typed"},
    "ofertas_espera": {"estado": "abierta", "resuelta_en": None},
    "calificaciones": {"estado": "contestada", "hecho_en": THEN, "contestada_en": THEN},
    "regresos": {"que": "falta", "estado": "mensaje", "hecho_en": THEN},
}
"""What a row must have to be one."""
STAYS = frozenset(
    """citas_medicas.asignacion citas_medicas.tipo avisos_cita.antes eventos_cita.antes eventos_cita.despues
    eventos_cita.actor_nombre
    avisos_personal.tipo avisos_personal.visto_por avisos_personal.atendido_por chats_a_mano.quien
    clasificaciones_llm.clasificacion clasificaciones_llm.fuente clasificaciones_llm.modelo
    clasificaciones_llm.resultado mensajes_salientes.cobro mensajes_salientes.entrega mensajes_salientes.para_tipo
    mensajes_salientes.seguimiento
    consentimientos.aviso_version consentimientos.texto_sha256 usuarios.aviso_version""".split()
)
"""What stays: the times and doctors of an appointment and who of the staff changed it; who of the staff looked after a
chat; what a model was asked and what a message cost, in codes; that and how somebody agreed, which is to be proved."""


def _value(connection: Connection, column: Column[Any]) -> object:
    for key in column.foreign_keys:
        return connection.scalar(text(f"SELECT max({key.column.name}) FROM {key.column.table.name}"))
    match str(column.type):
        case "BOOLEAN":
            return False
        case "TIMESTAMP" | "DATETIME":
            return THEN
        case "DATE":
            return THEN.date()
        case "JSONB" | "JSON":
            return "{}"
        case "BLOB" | "BYTEA":
            return b"x"
        case "TEXT" | "VARCHAR" | "TSVECTOR":
            return "x"
        case _:
            return 1


def fill(connection: Connection) -> None:
    """A row in every table that keeps anything of somebody's and has none."""
    for table in personal():
        if connection.scalar(text(f"SELECT count(*) FROM {table.name}")):
            continue
        values = {one.name: _value(connection, one) for one in table.columns if one.name != "id"}
        values |= FITTING.get(table.name, {})
        named = ", ".join(
            f"CAST(:{one.name} AS jsonb)"
            if "JSON" in str(one.type)
            else f"CAST(:{one.name} AS tsvector)"
            if str(one.type) == "TSVECTOR"
            else f":{one.name}"
            for one in table.columns
            if one.name != "id"
        )
        connection.execute(text(f"INSERT INTO {table.name} ({', '.join(values)}) VALUES ({named})"), values)


def stamp(connection: Connection) -> set[str]:
    """Put the mark wherever words may stand; the columns that take it."""
    stamped = set()
    for table in personal():
        for column in table.columns:
            kind = str(column.type)
            if kind in ("JSONB", "JSON"):
                new = f"to_jsonb('{MARK}' || ctid::text)"
            elif kind in ("BLOB", "BYTEA"):
                new = f"convert_to('{MARK}', 'UTF8')"
            elif kind == "TSVECTOR":
                new = f"to_tsvector('spanish', '{MARK}')"
            elif kind in ("TEXT", "VARCHAR"):
                new = f"'{MARK}' || ctid::text"
            else:
                continue
            try:
                with connection.begin_nested():
                    connection.execute(text(f"UPDATE {table.name} SET {column.name} = {new}"))
                    connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
            except DBAPIError:
                continue
            stamped.add(f"{table.name}.{column.name}")
    return stamped


def marked(connection: Connection) -> set[str]:
    """Every column of every table of the database, ours or not, where the mark stands."""
    found = set()
    columns = connection.execute(
        text(
            "SELECT c.table_name, c.column_name FROM information_schema.columns c"
            " JOIN information_schema.tables t USING (table_schema, table_name)"
            " WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE'"
        )
    ).all()
    for table, column in columns:
        mark = {"plain": f"%{MARK}%", "hex": f"%{MARK.encode().hex()}%"}
        there = f'SELECT count(*) FROM "{table}" WHERE "{column}"::text LIKE :plain OR "{column}"::text LIKE :hex'
        if connection.scalar(text(there), mark):
            found.add(f"{table}.{column}")
    return found


def test_who_is_erased_leaves_nothing_anywhere(engine: Engine, owner_engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    name = ProvideCustomerData(name="Ana Zúñiga")
    for intent in (StartBooking(doctor="Dra. Uno"), SelectSlot(option=1), name, Confirm()):
        clinic.mean("Ana", intent)
    person = clinic.conversation("Ana").person.id
    with clinic.begin() as uow:
        [ana] = uow.patients.list_of(person)
    clinic.conversations.clear()  # nobody reads what is stamped
    with owner_engine.begin() as connection:
        fill(connection)
        stamped = stamp(connection)
    with owner_engine.connect() as connection:
        there = marked(connection)
    assert there >= stamped
    with clinic.begin() as uow:
        uow.patients.forget(ana, chat=True, now=clinic.clock.now())
        uow.commit()
    with owner_engine.connect() as connection:
        left = marked(connection)
    assert left == STAYS


def test_a_document_that_is_removed_leaves_nothing_anywhere(engine: Engine, owner_engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    embedder = SameVectors()
    load(clinic.begin)
    with clinic.begin() as uow:
        part = TextPart(headings=(f"{MARK} uno",), text=f"Aquí dice {MARK}.")
        made = uow.documents.put(f"Hoja {MARK}", Area.OTHER, f"{MARK}.md", MARK, [part], THEN, MARK)
        waiting = uow.documents.without_vector(embedder.name, 1000)
        if uow.documents.has_vectors():
            made_of = zip(waiting, embedder.of_texts([one for _, one in waiting]), strict=True)
            uow.documents.put_vectors(embedder.model(), [(id, vector) for (id, _), vector in made_of])
        uow.commit()
    with owner_engine.connect() as connection:
        assert {"documentos.nombre", "pasajes.texto", "pasajes.busqueda"} <= marked(connection)
    with clinic.begin() as uow:
        assert uow.documents.remove(made.id) == 1
        uow.commit()
    with owner_engine.connect() as connection:
        assert marked(connection) == set()
        if connection.scalar(text("SELECT to_regclass('public.vectores_pasaje')")) is not None:
            orphans = "SELECT count(*) FROM vectores_pasaje v LEFT JOIN pasajes p ON p.id = v.pasaje_id"
            assert connection.scalar(text(f"{orphans} WHERE p.id IS NULL")) == 0
