"""Words that turn a wish or make one: alternatives of a pattern, which files put among others of their own."""

from __future__ import annotations

import re

RATHER = r"mejor|sino|prefier\w+|preferi\w*"
"""What follows is wanted instead of what was said."""
BUT = "pero|aunque"
"""What follows may limit what was said, or take it back."""
WANTS = "quiero|quisiera|quisieramos|queremos|necesito|necesitamos|ocupo|ocupamos"
"""What follows is wished for."""

BUT_FOR = "menos|excepto|salvo|quitando"
"""What follows is no part of what was said."""
_NO = r"no(?! (?:(?:lo|me|estoy) )?(?:se(?: (?:si|bien|que|cual|cuando)(?= )| $)|segur[oa] |decid[oi]\w* ))"
""" "No sé", "no me decido" are a doubt, which turns nothing."""
_TURNS = re.compile(
    rf"(?<! lo)(?<! al)(?<! mas)(?<! mas o)(?<! cuanto) (?:{_NO}|ni|nunca|tampoco|{BUT_FOR}|sino|antes|despues)(?= )"
)


def turns_around(flat: str) -> bool:
    """Whether words that nobody knows what to do with may make of the rest its opposite."""
    return _TURNS.search(flat) is not None
