"""Every fake in one place, for tests to import from. Holds none of them."""

from booking.testing.fakes.memory import DeferredJob, MemoryDatabase, MemoryUnitOfWork, WouldBlock
from booking.testing.faults import Faults
from booking.testing.frozen_clock import FrozenClock
from booking.testing.scripts.scripted import RecordingSender, ScriptedExtractor, ScriptedKnowledge

__all__ = [
    "DeferredJob",
    "Faults",
    "FrozenClock",
    "MemoryDatabase",
    "MemoryUnitOfWork",
    "RecordingSender",
    "ScriptedExtractor",
    "ScriptedKnowledge",
    "WouldBlock",
]
