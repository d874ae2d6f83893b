"""The profiles of these tests are those of the kit; see `booking.testing.profiles`."""

from __future__ import annotations

from booking.testing.profiles import FIRST_FAILURE, PROFILE, a_share, load

__all__ = ["FIRST_FAILURE", "PROFILE", "a_share"]

load()
