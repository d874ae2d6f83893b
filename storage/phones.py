"""One spelling for a phone number, so that every form of it finds the same person."""

from __future__ import annotations

import re

_DIGITS = re.compile(r"\A[0-9]{5,15}\Z")
_MEXICO_MOBILE = re.compile(r"\A521([0-9]{10})\Z")  # the form WhatsApp still uses for older accounts
_MEXICO = re.compile(r"\A52[2-9][0-9]{9}\Z")  # as it is stored
_ARGENTINA = re.compile(r"\A54([1-8][0-9]{9})\Z")  # as dialled: WhatsApp has a 9 after the country code


def canonical(digits: str) -> str | None:
    """E.164 of a number that begins with its country code (a `wa_id`); None when it is not a number.

    For matching and display only: answers go to the number as it was received.
    """
    if not _DIGITS.match(digits):
        return None
    digits = _MEXICO_MOBILE.sub(r"52\1", digits)
    if _MEXICO.match(digits):
        return f"+{digits}"
    digits = _ARGENTINA.sub(r"549\1", digits)
    import phonenumbers  # only who has a number to spell waits for it

    try:
        number = phonenumbers.parse(f"+{digits}")
    except phonenumbers.NumberParseException:
        return f"+{digits}"
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def forms_of(phone: str) -> tuple[str, ...]:
    """The names that WhatsApp may have for a canonical number: a Mexican one with and without the old 1."""
    digits = phone.removeprefix("+")
    return (digits, f"521{digits[2:]}") if re.fullmatch(r"52[0-9]{10}", digits) else (digits,)
