"""What the columns of several tables have in common."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from sqlalchemy import BigInteger, Identity
from sqlalchemy.orm import mapped_column

Key = Annotated[int, mapped_column(BigInteger, Identity(), primary_key=True)]


Reference = Annotated[int, mapped_column(BigInteger)]


def one_of(column: str, values: Iterable[StrEnum]) -> str:
    return f"{column} IN ({', '.join(repr(v.value) for v in values)})"
