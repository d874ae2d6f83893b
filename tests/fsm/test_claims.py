"""What a reply says was done is done by the row that says it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from booking.conversation.fsm.conversation_machine import check_claims
from booking.conversation.fsm.table import TABLE
from booking.conversation.replies import reply_facets
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, Change
from booking.errors import InvalidReplies, InvalidTable

_CLAIM = re.compile(
    r"(?<!\bno )(?<!\bno lo )(?<!\bno la )(?<!\bno le )\b"
    r"(?:(?:agend|anot|avis|cancel|cambi|mov|pas|dej|apart|guard|registr|envi|mand)é|dije|hice|recibí|anotado|hecho"
    r"|quedó agendada|quedó para|dado de alta|ya no te escribiremos)\b",
    re.IGNORECASE,
)
_OTHERWISE = {
    ReplyKey.TROUBLE,  # the engine adds the notice before it says so
    ReplyKey.FLOW_CANCELLED,  # "dejé lo anterior": what is dropped is checked of every row that leaves a draft
    ReplyKey.WAITING_OFFER,  # the job holds the time in the transaction that says so
    ReplyKey.WAITING_OFFER_EARLIER,
    ReplyKey.TOLD_BOOKED,  # the job says how the appointment stands
}


def test_a_text_that_claims_an_act_names_the_write_that_does_it() -> None:
    for key, text in TEXTS.items():
        said = " ".join(filter(None, (text.body, text.notice, text.staff)))
        claims = [found[0] for found in _CLAIM.finditer(said)]
        assert not claims or text.done_by or key in _OTHERWISE, f"{key} says «{claims}», and no write does it"


@pytest.mark.parametrize("key", [key for key, text in TEXTS.items() if text.done_by])
def test_a_row_that_says_it_and_does_not_is_refused(key: ReplyKey) -> None:
    row = next(row for row in TABLE if key in row.replies)
    lying = [replace(one, writes=()) if one is row else one for one in TABLE]
    with pytest.raises(InvalidTable, match=key):
        check_claims(lying)


def test_the_writes_named_are_writes_of_the_table() -> None:
    writes = {write.__name__ for row in TABLE for write in row.writes}
    for key, text in TEXTS.items():
        assert {*text.done_by} <= writes, key


@pytest.mark.parametrize(
    ("key", "said_of_it"),
    [
        (ReplyKey.PROPOSAL, {"proposes": None}),
        (ReplyKey.ASK_NAME, {"proposes": Change.BOOK}),
        (ReplyKey.GREETING, {"answers": ("hello",)}),
        (ReplyKey.ASK_NAME, {"not_done": True}),
        (ReplyKey.SLOT_TAKEN, {"done_by": ("book",)}),
    ],
)
def test_what_is_declared_of_a_reply_fits_its_text(key: ReplyKey, said_of_it: dict[str, object]) -> None:
    reply_facets.check(TEXTS)
    with pytest.raises(InvalidReplies, match=key):
        reply_facets.check({**TEXTS, key: TEXTS[key].model_copy(update=said_of_it)})


def test_each_change_has_one_proposal() -> None:
    assert sorted(text.proposes for text in TEXTS.values() if text.proposes) == sorted(Change)
