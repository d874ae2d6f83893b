"""Logging: one JSON line an event, and never anything of a person's: no text, name, number, nor values of a trace."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog


def configure(level: int = logging.INFO) -> None:
    """Lines to standard error. Called once, by a process that stays."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_values,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
    logging.root.handlers = [_Plain(logging.WARNING)]


class _Plain(logging.Handler):
    """What libraries log, as places only: their messages and traces may quote what a person wrote."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        structlog.get_logger().log(
            record.levelno,
            "library",
            logger=record.name,
            at=f"{record.module}:{record.lineno} {record.funcName}",
            **({"error": where(error)} if error else {}),
        )


def where(error: BaseException) -> list[str]:
    """What failed and where, from outer to inner: names and lines only. Messages may quote what a person wrote."""
    frames = traceback.extract_tb(error.__traceback__)
    return [type(error).__name__, *(f"{f.filename.rsplit('/', 2)[-1]}:{f.lineno} {f.name}" for f in frames[-6:])]


def _without_values(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A trace handed over by mistake becomes places."""
    if isinstance(error := event.pop("exc_info", None), BaseException):
        event["error"] = where(error)
    return event
