"""What a passage says, fact by fact: two sentences that stand together in one paragraph, with what names them. Pure.

What is asked must be told by one of these: a passage has a price of one thing and the name of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from booking.models.documents import Candidate
from booking.models.folded_text import spelled_out

_SENTENCES = re.compile(r"(?<=[.!?;])\s+")
_LABEL = re.compile(r"(?:• )?([^.;:$\d]{3,60}):\s")
""" "Orina: frasco estéril. Entregar …"."""
_TOGETHER = 2


def facts_of(one: Candidate) -> Iterator[Candidate]:
    """The same for each fact of its passage; itself where that is one."""
    passage = one.passage
    for text in _windows(spelled_out(passage.text)):
        yield one.model_copy(update={"passage": passage.model_copy(update={"text": text})})


def _windows(text: str) -> Iterator[str]:
    for line in text.splitlines():
        sentences = _SENTENCES.split(line)
        label = _LABEL.match(line)
        for at in range(max(len(sentences) - _TOGETHER + 1, 1)):
            said = " ".join(sentences[at : at + _TOGETHER])
            yield f"{label[1]}: {said}" if at and label else said
