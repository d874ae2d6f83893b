"""What patients write cannot move a terminal of the staff's."""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

from booking.admin.output import clean
from tests.admin.conftest import Stage

CORPUS = Path(os.environ.get("TURNERO_CORPORA", "../shared/corpora")) / "hostile_strings.jsonl"
OURS = ["\x1b[2J\x1b]0;dueño\x07", "\u202etxet", "[bold red]no[/]", "a\x00b", "\x9b31m", "\u2066oculto\u2069"]


def texts() -> list[str]:
    """Ours, and a share of others' where they are."""
    if not CORPUS.exists():
        return OURS
    lines = [line for line in CORPUS.read_text(encoding="utf-8").split("\n") if line]
    return [*OURS, *(json.loads(line)["text"] for line in lines[::10])]


def test_staff_see_strings_without_what_moves_a_terminal(any_stage: Stage) -> None:
    people = [f"52166411{number:05d}" for number in range(len(texts()))]
    said = [
        any_stage.run("chat", "--como", who, stdin=" ".join(text.split()) + "\n").stdout
        for who, text in zip(people, texts(), strict=True)
    ]
    ids = [str(row["id"]) for row in any_stage.json("chats", "listar")]
    assert ids
    told = [any_stage.run("chats", "ver", chat).stdout for chat in ids]
    for shown in (*said, *told, any_stage.run("chats", "listar").stdout):
        assert shown == clean(shown)
        assert not any(unicodedata.category(c) == "Cc" and c not in "\n\t" for c in shown)
