"""The session of a unit of work, whose connection is there without the ORM: most turns ask it for nothing, and what it
keeps of a transaction costs several times what the transaction does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session


class WorkSession(Session):
    """Rows become values at once, so it neither caches them nor keeps them in step. What the ORM says goes through the
    same connection, in the same transaction."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(
            engine,
            autoflush=False,
            expire_on_commit=False,
            execution_options={"populate_existing": True, "synchronize_session": False},
            join_transaction_mode="rollback_only",
        )
        self.engine = engine
        self._own: Connection | None = None
        self._asked = False

    def connection(self, *_: Any, **__: Any) -> Connection:
        """In the transaction, which begins with its first statement."""
        if self._own is None:
            self._own = self.engine.connect()
            self._own.begin()
        return self._own

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        """The same, for the ORM."""
        self._asked = True
        return self.connection()

    def in_transaction(self) -> bool:
        """Whether anything was said in it."""
        return self._own is not None

    def commit(self) -> None:
        """What follows is a new transaction."""
        if self._own is not None:
            self._own.commit()
            self.close()

    def close(self) -> None:
        """Takes back what was not committed."""
        own, self._own = self._own, None
        if self._asked:
            self._asked = False
            super().close()
        if own is not None:
            own.close()


@contextmanager
def by_itself(session: WorkSession) -> Iterator[Connection]:
    """For one prepared statement that is all there is to do: where no transaction is under way it is none but its own,
    committed at once, which spares the server two more statements."""
    if session.in_transaction():
        yield session.connection()
        return
    with session.engine.connect() as connection:
        yield connection
