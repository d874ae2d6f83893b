"""How personal data is shown to staff who did not ask for it whole: enough to know who it is."""

from __future__ import annotations

_LONGEST = 40
NONE = "—"
"""What stands where there is nothing to show."""


def name_of(name: str | None, *, whole: bool) -> str | None:
    """Whole where the clinic's desk is set so, and whoever looks is recorded."""
    return name if whole else short_name(name)


def number_of(phone: str | None, *, whole: bool) -> str | None:
    """The same of a number."""
    return phone if whole else last_four(phone)


def short_name(name: str | None) -> str | None:
    """Ana Gómez Ruiz → Ana G."""
    words = name.split() if name else []
    if not words:
        return None
    return words[0] if len(words) == 1 else f"{words[0]} {words[1][0]}."


def profile_name(profile: str | None, *, whole: bool) -> str | None:
    """Ana Gómez 🌸 → ~Ana G., as WhatsApp marks what people call themselves; short as any name, unless it is shown
    `whole`. What is beside one name ("Ana 🌸") and is none stays."""
    shown = " ".join((profile or "").split())[:_LONGEST]
    words = shown.split()
    if not whole and len(words) > 1 and words[1][0].isalpha():
        shown = short_name(shown) or ""
    return f"~{shown}" if shown else None


def last_four(phone: str | None) -> str | None:
    """+526641234567 → ···4567"""
    return f"···{phone[-4:]}" if phone else None
