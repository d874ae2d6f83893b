"""The signature, against Meta's algorithm and against whoever forges it."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webhook.signature import Verdict, check, same, sign


def test_signature_is_hmac_sha256_of_the_raw_bytes() -> None:
    body = '{"text":"mañana a las 4 👍"}'.encode()
    expected = "sha256=" + hmac.new(b"secreto", body, hashlib.sha256).hexdigest()
    assert sign("secreto", body) == expected
    assert check("secreto", body, expected) is Verdict.VALID


@pytest.mark.parametrize("header", [None, "", "   "])
def test_no_signature_is_absent(header: str | None) -> None:
    assert check("secreto", b"{}", header) is Verdict.ABSENT


@given(st.text(min_size=1).filter(str.strip))
def test_any_other_header_is_wrong_and_never_an_error(header: str) -> None:
    assert check("secreto", b"{}", header) is Verdict.WRONG


def test_another_secret_another_body_or_another_algorithm_is_wrong() -> None:
    good = sign("secreto", b"{}")
    assert check("otro", b"{}", good) is Verdict.WRONG
    assert check("secreto", b"{ }", good) is Verdict.WRONG
    assert check("secreto", b"{}", good.replace("sha256=", "sha1=")) is Verdict.WRONG
    assert check("secreto", b"{}", good.removeprefix("sha256=")) is Verdict.WRONG


def test_an_empty_secret_signs_nothing() -> None:
    with pytest.raises(ValueError, match="empty"):
        sign("", b"{}")


@given(st.text(), st.text())
def test_same_compares_any_strings(one: str, other: str) -> None:
    assert same(one, one)
    assert same(one, other) == (one.encode("utf-8", "replace") == other.encode("utf-8", "replace"))
