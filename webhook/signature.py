"""Meta's signature over a webhook body. Pure.

`X-Hub-Signature-256: sha256=<hex>` is HMAC-SHA256 over the raw bytes, keyed with the app secret:
https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint
The signed material holds no time and no nonce, so a captured body stays valid: only the inbox, unique on
the message id, protects from replays.
"""

from __future__ import annotations

import hashlib
import hmac
from enum import Enum, auto

HEADER = "X-Hub-Signature-256"
_PREFIX = "sha256="


class Verdict(Enum):
    """What a signature says about a body."""

    VALID = auto()
    ABSENT = auto()
    WRONG = auto()


def sign(secret: str, body: bytes) -> str:
    """The header's value for a body. `secret` must not be empty: anybody could sign with that."""
    if not secret:
        raise ValueError("an empty app secret signs nothing")
    return _PREFIX + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def check(secret: str, body: bytes, header: str | None) -> Verdict:
    """Compare in constant time. Must see the bytes as received: JSON written anew differs in its escapes."""
    if not header or not header.strip():
        return Verdict.ABSENT
    # As bytes: compare_digest refuses strings with anything but ASCII, and the header is the sender's.
    expected, given = sign(secret, body).encode(), header.strip().encode("utf-8", "replace")
    return Verdict.VALID if hmac.compare_digest(expected, given) else Verdict.WRONG


def same(expected: str, given: str) -> bool:
    """Whether two secrets are equal, in time that does not tell where they differ."""
    return hmac.compare_digest(expected.encode("utf-8", "replace"), given.encode("utf-8", "replace"))
