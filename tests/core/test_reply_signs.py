"""The signs beside the words of replies fit whoever is meant."""

from __future__ import annotations

import re

from booking.conversation.replies.texts import TEXTS, WORDS

_OF_ONE_SEX = re.compile("[\u2640\u2642\U0001f468\U0001f469\U0001f474\U0001f475]")


def test_no_sign_makes_a_man_or_a_woman_of_anybody() -> None:
    said = [*WORDS.values(), *(words for text in TEXTS.values() for words in (text.body, text.notice) if words)]
    assert [words for words in said if _OF_ONE_SEX.search(words)] == []
    assert any("\U0001fa7a {doctor}" in words for words in said)
