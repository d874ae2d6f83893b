"""Every fake in one place, for tests to import from. Holds none of them."""

from booking.testing.fakes.memory import DeliverJob, MemoryDatabase, MemoryUnitOfWork, ProcessJob, WouldBlock
from booking.testing.faults import Faults
from booking.testing.frozen_clock import FrozenClock
from booking.testing.scripts.scripted import RecordingSender, ScriptedExtractor, ScriptedKnowledge

__all__ = [
    "DeliverJob",
    "Faults",
    "FrozenClock",
    "MemoryDatabase",
    "MemoryUnitOfWork",
    "ProcessJob",
    "RecordingSender",
    "ScriptedExtractor",
    "ScriptedKnowledge",
    "WouldBlock",
]
