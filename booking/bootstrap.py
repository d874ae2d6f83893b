"""The composition root under the name that tools outside this project know it by."""

from booking.runtime.composition_root import load_demo, opened
from booking.runtime.databases import upgrade

__all__ = ["load_demo", "opened", "upgrade"]
