"""A text cut into passages: by its headings first, then by paragraphs and sentences, each beginning with the end of the
one before it, so that what is said across a cut is whole in one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from booking.models.documents import TextPart

LONGEST = 700
"""Letters of a passage, which a message of WhatsApp shows whole; a single longer sentence is cut between words."""
_PARAGRAPH = 150
"""Letters of a line that is one, and no item of a list."""
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s+")


class _Piece(NamedTuple):
    """A sentence, or a part of a long one, and what stands before it where something does."""

    glue: str
    text: str


def cut(sections: Sequence[TextPart], longest: int = LONGEST) -> list[TextPart]:
    """Every word of every section stands in some passage under the section's headings; none is longer than that."""
    return [
        TextPart(headings=one.headings, text=text)
        for one in sections
        for paragraph in _paragraphs(one.text)
        for text in _cut(paragraph, longest)
    ]


def _paragraphs(text: str) -> Iterator[str]:
    """Each long line with the short ones before it, for it speaks of things of its own."""
    lines: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        lines.append(line)
        if len(line) >= _PARAGRAPH and not line.rstrip().endswith(":"):
            yield "\n".join(lines)
            lines = []
    if lines:
        yield "\n".join(lines)


def _cut(text: str, longest: int) -> Iterator[str]:
    passage: list[_Piece] = []
    fresh = 0  # pieces that stand in no passage yet
    for piece in _pieces(text, longest):
        if passage and len(_joined([*passage, piece])) > longest:
            yield _joined(passage)
            last = passage[-1]
            both = piece.glue == " " and len(last.text) <= longest // 3 and len(_joined([last, piece])) <= longest
            passage, fresh = ([last] if both else []), 0
        passage.append(piece)
        fresh += 1
    if fresh:
        yield _joined(passage)


def _pieces(text: str, longest: int) -> Iterator[_Piece]:
    for line in filter(str.strip, text.splitlines()):
        glue = "\n"
        for sentence in _SENTENCE_ENDS.split(line.strip()):
            for piece in _short(sentence, longest):
                yield _Piece(glue, piece)
                glue = " "


def _short(sentence: str, longest: int) -> Iterator[str]:
    """A sentence, or what fits of it, cut between words where it can be."""
    line = ""
    for word in sentence.split():
        for at in range(0, len(word), longest):
            bit = word[at : at + longest]
            if line and len(line) + 1 + len(bit) > longest:
                yield line
                line = ""
            line = f"{line} {bit}" if line else bit
    if line:
        yield line


def _joined(pieces: Sequence[_Piece]) -> str:
    return "".join(piece.glue + piece.text for piece in pieces).lstrip()
