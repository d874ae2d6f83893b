"""The table of error codes, and how long it makes a message wait."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webhook.send_failures import PAIR_RATE, RULES, TRANSIENT, Rule, Verdict, rule_for, wait

RETRY = {1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131052, 131053, 131056, 131057, 131064, 135000}
STOP = {0, 3, 10, 190, *range(200, 300), 368, 131031, 131042, 131045, 130497}
NEVER = {33, 100, 130472, 131008, 131009, 131021, 131026, 131030, 131047, 131049, 131050, 131051, 131062} | {
    132000,
    132001,
    132005,
    132007,
    132008,
    132012,
    132015,
    132016,
}


@pytest.mark.parametrize(("codes", "verdict"), [(RETRY, "retry"), (STOP, "stop"), (NEVER, "never")])
def test_what_each_code_leads_to(codes: set[int], verdict: str) -> None:
    assert {code: RULES[code].verdict.value for code in codes} == dict.fromkeys(codes, verdict)


def test_to_one_person_the_wait_is_six_seconds_and_doubles() -> None:
    waits = [wait(PAIR_RATE, n, jitter=0) for n in range(5)]
    assert waits == [dt.timedelta(seconds=6 * 2**n) for n in range(5)]


def test_an_object_that_does_not_exist_is_our_own_number() -> None:
    assert rule_for(400, 100, 33).verdict is Verdict.STOP
    assert rule_for(400, 100).verdict is Verdict.NEVER


@pytest.mark.parametrize(
    ("status", "code", "verdict"),
    [
        (500, None, "retry"),
        (503, 999_999, "retry"),
        (429, None, "retry"),
        (400, None, "retry"),  # a proxy's page: not WhatsApp's word
        (401, None, "stop"),
        (403, None, "stop"),
        (404, None, "stop"),
        (302, None, "stop"),
        (400, 999_999, "never"),
    ],
)
def test_an_unknown_code_goes_by_the_status(status: int, code: int | None, verdict: str) -> None:
    assert rule_for(status, code).verdict.value == verdict


def test_whatsapp_may_call_an_unknown_code_transient() -> None:
    assert rule_for(400, 999_999, transient=True) is TRANSIENT


@given(
    st.sampled_from(sorted({*RULES.values(), TRANSIENT})),
    st.integers(0, 10**6),
    st.floats(0, 1),
    st.floats(0, 10**6),
)
def test_waits_are_positive_and_bounded(rule: Rule, attempts: int, jitter: float, asked: float) -> None:
    waited = wait(rule, attempts, jitter=jitter, asked=asked)
    if rule.verdict is Verdict.NEVER:
        assert waited is None
    elif waited is not None:
        assert 1 <= waited.total_seconds() <= rule.cap * 1.25
    else:
        assert rule.tries is not None
