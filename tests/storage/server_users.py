"""What tests of the embedded server do with those who use it."""

from __future__ import annotations

import subprocess

import psycopg

from storage.base import conninfo


def pid_of(process: subprocess.Popen[str]) -> int:
    """What the other process says: it is in, and this is the server."""
    assert process.stdout
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    return int(line)


def leave(process: subprocess.Popen[str]) -> None:
    """Let the other process go its way."""
    assert process.stdin
    process.stdin.close()
    assert process.wait(90) == 0


def put(url: str) -> None:
    with psycopg.connect(conninfo(url)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")


def got(url: str) -> int:
    with psycopg.connect(conninfo(url)) as connection:
        row = connection.execute("SELECT answer FROM kept").fetchone()
        assert row
        return row[0]
