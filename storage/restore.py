"""A copy of the database put in place of what is there, whole or not at all.

Time has passed since the copy was made, and the clinic went on without it. So nothing that waited in it is done now: a
message that was still to go out has gone out since, one that was still to be answered has been, and a patient who was
still to be told of an appointment, reminded of it or invited to book has heard. All is kept, with notices to staff.
One-time codes are void, for one that was used since would work again.
"""

from __future__ import annotations

import datetime as dt
import subprocess
from collections import Counter
from contextlib import suppress
from pathlib import Path
from shutil import copyfileobj
from typing import IO, NamedTuple

import psycopg
from psycopg import sql

from booking.errors import DatabaseUnavailable
from storage.base import conninfo
from storage.copies import Manifest, command, environment, said

KIND = "restored"
"""Of the notices."""

TOLD = "restored_all"
"""Of the one notice that there are others of a restore, which those on duty are told of instead of each."""

_OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND application_name <> current_setting('application_name')
"""
_BEGIN = """
\\set VERBOSITY terse
BEGIN;
DROP SCHEMA public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC;
"""
# Columns that every version has had. What was expired is one more state since, and failed before.
_SETTLE = """
SET search_path = public;
INSERT INTO avisos_personal (creado_en, tipo, conversacion_id, detalle)
SELECT {now}, {kind}, conversacion_id, string_agg(DISTINCT what, ' ') FROM (
    SELECT conversacion_id, 'out' AS what FROM mensajes_salientes WHERE estado = 'pending'
    UNION SELECT conversacion_id, 'in' FROM mensajes_entrantes WHERE turno_id IS NULL AND conversacion_id IS NOT NULL
) AS waiting GROUP BY conversacion_id;
UPDATE mensajes_salientes SET ultimo_error = {tag}, reintentar_en = NULL, estado = CASE
    WHEN EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = 'mensajes_salientes'::regclass
        AND pg_get_constraintdef(oid) LIKE '%expired%'
    ) THEN 'expired' ELSE 'failed' END
WHERE estado = 'pending';
UPDATE mensajes_entrantes SET ultimo_error = {tag}, conversacion_id = NULL
WHERE turno_id IS NULL AND conversacion_id IS NOT NULL;
"""
_UNTOLD = """
DO $$ BEGIN IF to_regclass('public.avisos_cita') IS NOT NULL THEN
    INSERT INTO public.avisos_personal (creado_en, tipo, conversacion_id, detalle)
    SELECT {now}, {kind}, cita.conversacion_id, 'told:' || cita.id FROM public.avisos_cita AS aviso
    JOIN public.citas_medicas AS cita ON cita.id = aviso.cita_id WHERE aviso.estado = 'por_avisar';
    UPDATE public.avisos_cita SET estado = 'tarde', hecho_en = {now} WHERE estado = 'por_avisar';
END IF; END $$;
"""
_UNREMINDED = """
DO $$ BEGIN IF to_regclass('public.recordatorios') IS NOT NULL THEN
    UPDATE public.recordatorios SET estado = 'omitido', motivo = 'restaurada', hecho_en = {now}
    WHERE estado = 'por_enviar' AND toca_en <= {now};
END IF; END $$;
"""
_UNINVITED = """
DO $$ BEGIN IF to_regclass('public.regresos') IS NOT NULL THEN
    UPDATE public.regresos SET estado = 'tarde', hecho_en = {now} WHERE estado = 'por_mandar' AND para <= {now};
END IF; END $$;
"""
_UNASKED = """
DO $$ BEGIN IF to_regclass('public.calificaciones') IS NOT NULL THEN
    UPDATE public.calificaciones SET estado = 'tarde', hecho_en = {now}
    WHERE estado = 'por_preguntar' AND para <= {now};
END IF; END $$;
"""
_ONE_FOR_ALL = """
INSERT INTO public.avisos_personal (creado_en, tipo, detalle)
SELECT {now}, {told}, count(*)::text FROM public.avisos_personal
WHERE tipo = {kind} AND creado_en = {now} HAVING count(*) > 0;
"""
_VOID_CODES = """
DO $$ BEGIN IF to_regclass('public.codigos_alta') IS NOT NULL THEN DELETE FROM public.codigos_alta; END IF; END $$;
"""
_COUNTED = """
DO $$ BEGIN IF (SELECT count(*) FROM public.{table}) <> {rows} THEN
    RAISE EXCEPTION 'the table % is not what was copied', {name}; END IF; END $$;
"""


class Dropped(NamedTuple):
    """What waited in the copy and is not done: messages to go out, by class; those to be answered; and how many notices
    staff have of them."""

    outgoing: dict[str, int]
    incoming: int
    notices: int


def others(url: str) -> int:
    """How many programs use this server beside the caller, who is its owner. Raises DatabaseUnavailable."""
    try:
        with psycopg.connect(conninfo(url)) as connection:
            (count,) = connection.execute(_OTHERS).fetchone() or (0,)
            return int(count)
    except psycopg.Error as error:
        raise DatabaseUnavailable(type(error).__name__) from error


def has_tables(url: str) -> bool:
    """Turnero has been at work in this database. Raises DatabaseUnavailable."""
    try:
        with psycopg.connect(conninfo(url)) as connection:
            return connection.execute("SELECT to_regclass('public.alembic_version')").fetchone() != (None,)
    except psycopg.Error as error:
        raise DatabaseUnavailable(type(error).__name__) from error


def put_back(url: str, manifest: Manifest, dump: Path, now: dt.datetime, *, settle: bool) -> None:
    """Put the copy in place of everything there, as the tables' owner, in one transaction; the application has no right
    to it until its tables are upgraded. `settle`: what waited in it is not done. Raises DatabaseUnavailable."""
    reader = [*command("pg_restore", "--no-owner", "--no-acl", "--file=-"), str(dump)]
    writer = command("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-")
    with (
        subprocess.Popen(
            writer, env=environment(url), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as psql,
        subprocess.Popen(reader, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as read,
    ):
        assert psql.stdin
        assert psql.stderr
        assert read.stdout
        try:
            _write(psql.stdin, _BEGIN)
            copyfileobj(read.stdout, psql.stdin)
            # Without its end it is rolled back.
            if read.wait() == 0:
                _write(psql.stdin, *_checks(manifest), *_settled(now, settle=settle), "COMMIT;\n")
            psql.stdin.close()
        except BrokenPipeError:  # it has stopped at an error
            read.kill()
            with suppress(BrokenPipeError):
                psql.stdin.close()
        errors = psql.stderr.read()
        if psql.wait() != 0 or read.wait() != 0:
            raise DatabaseUnavailable(f"The copy cannot be put back, and nothing was changed: {said(errors)}")


def dropped(url: str, now: dt.datetime) -> Dropped:
    """What was not done of what waited, as of that restore. Raises DatabaseUnavailable."""
    try:
        with psycopg.connect(conninfo(url)) as connection:
            found = connection.execute("SELECT clase FROM mensajes_salientes WHERE ultimo_error = %s", [_tag(now)])
            classes = Counter(str(row[0]) for row in found)
            came = connection.execute("SELECT 1 FROM mensajes_entrantes WHERE ultimo_error = %s", [_tag(now)]).rowcount
            notices = connection.execute(
                "SELECT 1 FROM avisos_personal WHERE tipo = %s AND creado_en = %s", [KIND, now]
            ).rowcount
            return Dropped(dict(classes), came, notices)
    except psycopg.Error as error:
        raise DatabaseUnavailable(type(error).__name__) from error


def _tag(now: dt.datetime) -> str:
    return f"{KIND} {now.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%S.%fZ}"


def _checks(manifest: Manifest) -> list[str]:
    return [
        sql.SQL(_COUNTED).format(table=sql.Identifier(name), rows=sql.Literal(rows), name=sql.Literal(name)).as_string()
        for name, rows in manifest.rows.items()
    ]


def _settled(now: dt.datetime, *, settle: bool) -> list[str]:
    known = {"now": sql.Literal(now), "kind": sql.Literal(KIND), "tag": sql.Literal(_tag(now))}
    told = {"now": known["now"], "kind": known["kind"], "told": sql.Literal(TOLD)}
    waited = [sql.SQL(_SETTLE).format(**known), sql.SQL(_UNTOLD).format(now=known["now"], kind=known["kind"])]
    waited += [sql.SQL(one).format(now=known["now"]) for one in (_UNREMINDED, _UNINVITED, _UNASKED)]
    written = [one.as_string() for one in (*waited, sql.SQL(_ONE_FOR_ALL).format(**told))]
    return [*written, _VOID_CODES] if settle else []


def _write(place: IO[bytes], *statements: str) -> None:
    for statement in statements:
        place.write(statement.encode())
