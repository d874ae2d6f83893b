"""Every webhook body that others recorded, against the whole application: taken, handled, and nothing twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text

from tests.e2e.house import House, open_house, wait_until
from tests.postgres import as_application, cloned
from tests.webhook.corpus import ABSENT, bodies
from webhook.routes import BODY_LIMIT

pytestmark = pytest.mark.skipif(not bodies(), reason=ABSENT)


@pytest.fixture(scope="module")
def open_to_all(
    postgres_server: str, template_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A house that says nothing of its own phone number: every message in the corpus is for it and leads to a turn."""
    with (
        cloned(postgres_server, template_database) as url,
        open_house(as_application(url), tmp_path_factory.mktemp("corpus"), whatsapp_phone_number_id=None) as house,
    ):
        yield house


def failures(house: House) -> list[tuple[Any, ...]]:
    """Messages over which a turn failed, and jobs that ended badly."""
    with house.app.database.connect() as connection:
        turns = connection.execute(text("SELECT wamid, ultimo_error FROM mensajes_entrantes WHERE intentos > 0"))
        jobs = connection.execute(text("SELECT task_name, status FROM procrastinate_jobs WHERE status = 'failed'"))
        return [tuple(row) for row in (*turns, *jobs)]


def drained(house: House) -> dict[str, list[tuple[Any, ...]]]:
    """Every row, once everything that is to happen has happened. Answers stay in the outbox: nobody sends them. But for
    the reminders, which a job of its own puts down for appointments that were there before."""
    house.settle()
    wait_until(lambda: not left_to_remember(house), "what conversations came to, to be kept")
    return {table: rows for table, rows in house.contents().items() if table != "recordatorios"}


def left_to_remember(house: House) -> int:
    """Turns of which the sweep has yet to keep what they came to, and how long that took."""
    with house.app.database.connect() as connection:
        return (
            connection.scalar(
                text(
                    "SELECT (SELECT count(*) FROM turnos_log WHERE por_recordar) + count(*) FROM procrastinate_jobs"
                    " WHERE status = 'doing' OR task_name = 'turnero.remember'"
                )
            )
            or 0
        )


def test_every_body_is_taken_and_handled_and_again_changes_nothing(open_to_all: House) -> None:
    house, rows = open_to_all, bodies()
    assert {row["id"]: status for row in rows if (status := house.meta.post(row["payload"])) != 200} == {}
    stored = drained(house)
    assert failures(house) == []
    assert stored["turnos_log"]
    assert stored["mensajes_salientes"]

    assert {house.meta.post(row["payload"]) for row in rows} == {200}
    assert {house.meta.post(json.dumps(row["payload"], ensure_ascii=False).encode()) for row in rows} == {200}
    again = drained(house)
    assert {name for name in stored if again[name] != stored[name]} == set()


def test_every_message_belongs_to_one_turn(open_to_all: House) -> None:
    drained(open_to_all)
    with open_to_all.app.database.connect() as connection:
        waiting = connection.scalar(
            text("SELECT count(*) FROM mensajes_entrantes WHERE conversacion_id IS NOT NULL AND turno_id IS NULL")
        )
    assert waiting == 0


def test_with_a_wrong_signature_nothing_is_stored(open_to_all: House) -> None:
    house = open_to_all
    before = drained(house)
    for row in bodies():
        body = json.dumps(row["payload"] | {"more": 1}).encode()
        assert house.meta.post(body, signature=house.meta.sign(body[:-1])) == 403
        assert house.meta.post(body, signature="") == 401
    assert drained(house) == before


def test_a_body_over_the_limit_is_refused(open_to_all: House) -> None:
    house = open_to_all
    before = drained(house)
    assert house.meta.post(b" " * (BODY_LIMIT + 1)) == 413
    assert drained(house) == before


def test_messages_to_another_number_are_kept_without_a_turn(house: House) -> None:
    rows = [row for row in bodies() if house.meta.phone_number_id not in json.dumps(row["payload"])]
    assert {house.meta.post(row["payload"]) for row in rows} == {200}
    stored = drained(house)
    assert stored["mensajes_entrantes"]
    assert stored["turnos_log"] == []
    assert stored["conversaciones"] == []
    assert {house.meta.post(row["payload"]) for row in rows} == {200}
    assert drained(house) == stored
