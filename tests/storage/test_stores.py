"""What can be looked at is said of each store by itself: one that is broken is named, and the others are well."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text

from booking.runtime.health import stores
from storage.unit_of_work import SqlUnitOfWorkFactory

WELL = {"documents": "ok", "memory": "ok", "records": "ok"}


@pytest.mark.parametrize(
    ("table", "name"), [("pasajes", "documents"), ("memoria_episodica", "memory"), ("historiales_medicos", "records")]
)
def test_a_store_that_is_broken_is_named(
    owner_engine: Engine, begin: SqlUnitOfWorkFactory, table: str, name: str
) -> None:
    assert stores(begin) == WELL
    with owner_engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE {table} RENAME TO elsewhere"))
    try:
        assert stores(begin) == WELL | {name: "error"}
    finally:
        with owner_engine.begin() as connection:
            connection.execute(text(f"ALTER TABLE elsewhere RENAME TO {table}"))
    assert stores(begin) == WELL
