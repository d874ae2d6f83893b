"""The deterministic reader, noting what it was not sure of."""

from __future__ import annotations

from dataclasses import dataclass, field

from booking.intents import Understanding
from booking.models import UnderstandingContext
from nlu.shortcuts import Rules


@dataclass
class Counting:
    """The deterministic reading, noting what a model would have been asked. Implements the extractor port."""

    unsure: list[str] = field(default_factory=list)
    reader: Rules = field(default_factory=Rules)

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        if not self.reader.is_sure(text, context):
            self.unsure.append(text)
        return self.reader.understand(text, context)
