"""Words that turn a wish or make one: alternatives of a pattern, which files put among others of their own."""

from __future__ import annotations

RATHER = r"mejor|sino|prefier\w+|preferi\w*"
"""What follows is wanted instead of what was said."""
BUT = "pero|aunque"
"""What follows may limit what was said, or take it back."""
WANTS = "quiero|quisiera|quisieramos|queremos|necesito|necesitamos|ocupo|ocupamos"
"""What follows is wished for."""
BUT_FOR = "menos|excepto|salvo|quitando"
"""What follows is no part of what was said."""
