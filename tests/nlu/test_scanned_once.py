"""A text whose items are kept reads as one that is read for the first time, whatever its readers do with them."""

from __future__ import annotations

import datetime as dt

from booking.intents import Direction
from nlu.when.parts import DEFAULT_PARTS, Context
from nlu.when.scan import scan, scanned
from nlu.when.text import tokens
from tests.nlu.messages import NOW, examples

HOURS = (dt.time(8), dt.time(20))


def test_kept_items_are_those_that_are_found_anew() -> None:
    for hours in (None, HOURS):
        context = Context(NOW, NOW.date(), Direction.FUTURE, hours, DEFAULT_PARTS)
        for example in examples()[::7]:
            t, items = scanned(example.text, context)
            t.clear()
            items.clear()
            t = tokens(example.text)
            assert scanned(example.text, context) == (t, scan(t, context)), example.text
