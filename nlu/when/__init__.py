"""Reads Spanish time expressions, Mexican first, by rule: candidate days, windows and clock times, never a guess."""

from nlu.when.parts import DEFAULT_PARTS, DayParts
from nlu.when.reader import NOTHING_READ, Bare, Spans, read, read_spans, stretches

__all__ = ["DEFAULT_PARTS", "NOTHING_READ", "Bare", "DayParts", "Spans", "read", "read_spans", "stretches"]
