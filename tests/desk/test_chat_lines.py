"""A chat as people read one: of a long one its end, without gaps, and no more is asked for than is shown."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from booking.desk import chat_lines, chat_views
from booking.desk.json_views import Json
from booking.intents import Greet, StartBooking
from booking.models import ByHand, ByHandKind, Conversation, OutText
from booking.testing.clinic import Clinic
from booking.testing.world import memory_clinic

WROTE, TYPED, SENT = "the patient", "a person, on the clinic's telephone", "the clinic, without being asked"


MOST_AT_ONCE = 4
"""Lines of one moment: what is written, and what is answered at once."""


def by_itself(clinic: Clinic, chat: Conversation, *, typed: bool) -> None:
    """Something that is no turn."""
    now, to = clinic.clock.now(), chat.reply_to
    assert to is not None
    with clinic.begin() as uow:
        if typed:
            kind, text = ByHandKind.TYPED, f"Son las {now:%H:%M}"
            uow.at_work.record(ByHand(conversation_id=chat.id, kind=kind, by="Recepción", at=now, text=text))
        else:
            uow.outbox.add(chat.id, to, [OutText(body=f"A las {now:%H:%M}")], None, now)
        uow.commit()


def shown(clinic: Clinic, last: int, newest: int | None) -> tuple[list[Json], chat_views.Seen]:
    with clinic.begin() as uow:
        seen = chat_views.look(uow, str(clinic.conversation("Ana").id), clinic.clock.now(), newest)
        return chat_lines.lines(uow, seen, last, whole=True), seen


@settings(max_examples=40, deadline=None)
@given(
    happened=st.lists(st.sampled_from((WROTE, WROTE, TYPED, SENT)), min_size=4, max_size=12),
    newest=st.integers(1, 4),
    most=st.integers(4, 24),
)
def test_the_end_of_a_long_chat_has_no_gaps(happened: list[str], newest: int, most: int) -> None:
    clinic = memory_clinic()
    clinic.mean("Ana", StartBooking())
    chat = clinic.conversation("Ana")
    for what in happened:
        clinic.advance(minutes=1)
        if what == WROTE:
            clinic.mean("Ana", Greet())
        else:
            by_itself(clinic, chat, typed=what == TYPED)
    every, whole = shown(clinic, 1000, None)
    some, seen = shown(clinic, most, newest)
    assert whole.since is None
    assert len(seen.turns) <= newest
    assert len(seen.outbox) <= newest
    assert some == every[len(every) - len(some) :]
    assert len(some) in (most, len(every)) or seen.since is not None, "what is left out is told of"
    assert len(some) >= min(newest, most, len(every)) - MOST_AT_ONCE
