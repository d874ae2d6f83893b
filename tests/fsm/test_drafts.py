"""A draft has the fields of its kind and no others, for the conversation and in the proof alike."""

from __future__ import annotations

from typing import Any, cast

import pytest

from booking.models import KINDS_OF_DRAFT, Booking, Cancellation, Choice, Draft, Move, Ordering, Purpose, State
from booking.verification.axes import KINDS
from booking.verification.checker_model import Known, World
from booking.verification.situation import Watched, patch_of, patched, start, world_in
from booking.verification.small_world import MINE, START
from booking.verification.view import View

DRAFTS: tuple[Draft, ...] = (
    Booking(),
    Choice(purpose=Purpose.MOVE, choices=MINE),
    Move(appointment=MINE[0]),
    Cancellation(appointment=MINE[0]),
    Ordering(),
)
EVERY = sorted({name for kind in KINDS_OF_DRAFT for name in kind.model_fields})


def watched(draft: Draft) -> Watched:
    """The same draft as the checker looks at it."""
    view = View(start())
    chat = START.model_copy(update={"state": State.CONFIRM, "draft": draft})
    situation = patched(view.situation, patch_of(view, World(chat, Known())))
    return cast(Any, world_in(View(situation)).conversation.draft)


def test_each_kind_is_here() -> None:
    assert {type(draft) for draft in DRAFTS} == {*KINDS_OF_DRAFT}
    assert [watched(draft).kind for draft in DRAFTS] == [draft.kind for draft in DRAFTS]


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.kind)
def test_it_is_asked_only_for_what_its_kind_has(draft: Draft, name: str) -> None:
    for one in (cast(Any, draft), watched(draft)):
        if name in KINDS[draft.kind]:
            getattr(one, name)
            continue
        with pytest.raises(AttributeError, match=name):
            getattr(one, name)
        with pytest.raises(AttributeError, match=name):
            one.model_copy(update={name: None})
