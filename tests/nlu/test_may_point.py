"""A choice is looked for in the parts of a message only where some word may name an option: elsewhere none is found."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.models import State
from nlu.choosing import choices, conclusions
from nlu.choosing.may_point import may_point
from nlu.first_rule import read
from nlu.parsed import meant
from nlu.words.message import Message
from tests.nlu.messages import context, examples

TEXTS = sorted({e.text for e in examples()})
WORDS = sorted({word for text in TEXTS for word in Message.of(text).words})
AROUND = "a e el la no y que mejor quiero si esa opcion letra entonces por favor me queda bien para de ana b".split()
SAID = st.lists(st.sampled_from(WORDS) | st.sampled_from(AROUND) | st.just(","), max_size=7).map(" ".join)
SHOWN = (context(State.SLOT_SELECTION), context(State.CONFIRM))


def chosen_anyway(text: str) -> list[int]:
    """The options that are found where nothing may point at one."""
    message = Message.of(text)
    if may_point(message) or message.asks or not choices.may_choose(message, SHOWN[0]):
        return []
    found = (conclusions.chosen_in_parts(message, on, lambda part, on=on: meant(read(part, on))) for on in SHOWN)  # type: ignore[misc]
    return [option for option in found if option is not None]


def test_nothing_is_chosen_elsewhere_in_what_people_write() -> None:
    assert [(text, found) for text in TEXTS[::5] if (found := chosen_anyway(text))] == []


@given(SAID)
def test_nor_in_any_words(text: str) -> None:
    assert chosen_anyway(text) == []


def test_much_of_what_people_write_points_at_nothing() -> None:
    """Else nothing would be saved."""
    assert sum(not may_point(Message.of(text)) for text in TEXTS) > len(TEXTS) / 5
