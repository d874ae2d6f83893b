"""What leads to a choice and what follows it is found by its first and last word: beside it, by trying every phrase."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nlu import choice_words, choices

_PHRASES = st.sampled_from([*choice_words.LEADS, *choice_words.TRAILS])
_WORDS = st.sampled_from("la el 2 tres ultima mejor 10 ana".split()).map(lambda word: (word,))


def naively(words: tuple[str, ...]) -> tuple[str, ...]:
    leads = (one for one in choice_words.LEADS if len(words) > len(one) and words[: len(one)] == one)
    trails = (one for one in choice_words.TRAILS if len(words) > len(one) and words[-len(one) :] == one)
    articled = choice_words.BEFORE_ARTICLE
    lead = next((one for one in leads if one not in articled or words[len(one)] in choice_words.ARTICLES), ())
    words = words[len(lead) :]
    trails = (one for one in choice_words.TRAILS if len(words) > len(one) and words[-len(one) :] == one)
    trail = next(trails, ())
    return naively(words[: len(words) - len(trail)]) if lead or trail else words


@given(st.lists(_PHRASES | _WORDS, max_size=7))
def test_the_same_is_left_as_where_every_phrase_is_looked_at(parts: list[tuple[str, ...]]) -> None:
    words = tuple(word for part in parts for word in part)
    assert choices._stripped(words) == naively(words)
