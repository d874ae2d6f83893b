"""The patterns of words that ask for something, as the files of this package write them (`acts.toml` explains how)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def words() -> dict[str, str]:
    """The lists of words that patterns name."""
    lists: dict[str, str] = _file("act_words")["words"]
    return lists


@cache
def lines() -> dict[str, dict[str, list[str]]]:
    """The patterns of every act by their kind: `any`, or the shift or the topic that they name."""
    return {**_file("alarm_acts"), **_file("acts"), **_file("question_acts")}


@cache
def distress() -> dict[str, Any]:
    """The groups of signs of an emergency, the `words` of illness, and which are `no_slips` for one of them."""
    return _file("distress")


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(files("nlu").joinpath(f"{name}.toml").read_text(encoding="utf-8"))
