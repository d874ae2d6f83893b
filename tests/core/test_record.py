"""What is said from the clinic's own record."""

from __future__ import annotations

import pytest

from booking.conversation.replies.render import render
from booking.models import OutButtons, OutText, Reply


@pytest.mark.parametrize("address", ["Calle 1, Tijuana, B. C.", "Calle 1, Tijuana, B. C"])
def test_an_address_ends_its_sentence_once(address: str) -> None:
    record = {
        "topic": "address",
        "address": address,
        "map_link": None,
        "opens": "08:00",
        "closes": "20:00",
        "doctors": [],
    }
    (said,) = render([Reply(key="answer_record", params={"record": record, "draft_version": 0})])
    assert isinstance(said, OutText | OutButtons)
    assert "Tijuana, B. C." in said.body
    assert ".." not in said.body
