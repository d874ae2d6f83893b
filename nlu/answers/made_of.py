"""Words that fall into phrases of given classes, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from nlu.answers.yes_phrases import AnyOf, Phrases

MOST_WORDS = 12
LONGEST = 10


def made_of(words: tuple[str, ...], core: AnyOf, before: AnyOf, after: AnyOf) -> bool:
    """Whether words fall into phrases: `before` ones, then at least one of the `core`, with `after` ones among."""
    count = len(words)
    if not 0 < count <= MOST_WORDS or (isinstance(core, frozenset) and _first_words(core).isdisjoint(words)):
        return False
    # Two sets of places reached: with no core phrase yet, and with one.
    opening, settled = {0}, set[int]()
    for place in range(count):
        opens, settles = place in opening, place in settled
        if not opens and not settles:
            continue
        for end in range(place + 1, min(place + LONGEST, count) + 1):
            phrase = words[place:end]
            if phrase in core or (settles and phrase in after):
                settled.add(end)
            if opens and phrase in before:
                opening.add(end)
    return count in settled


@lru_cache(maxsize=256)
def _first_words(phrases: Phrases) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in phrases)
