"""What must hold between turns, of every situation that can be reached. None knows a row."""

from __future__ import annotations

from collections.abc import Callable

from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.models import Control, State
from booking.models.draft_parts import appointment_of, hold_of, proposal_of
from booking.verification.checker_model import World

Standing = Callable[[World], None]


def one_hold_where_one_belongs(world: World) -> None:
    """IDLE and SLOT_SELECTION own no hold; CUSTOMER_DATA and CONFIRM just one, but for a cancellation"""
    after = world.conversation
    count = len(world.known.holds)
    draft = after.draft
    if after.state in (State.IDLE, State.SLOT_SELECTION):
        assert count == 0, f"{count} holds left behind in {after.state}"
        assert hold_of(draft) is None, f"{after.state} remembers a hold"
    else:
        assert draft is not None, f"{after.state} without a draft"
        cancel = draft.kind in ("cancellation", "ordering")
        assert count == (0 if cancel else 1), f"{count} holds in {after.state}"
        assert (hold_of(draft) is None) is cancel, f"the draft's hold in {after.state}"


def drafts_where_they_belong(world: World) -> None:
    """IDLE has no draft and no offer; every other state has a draft"""
    after = world.conversation
    if after.state is State.IDLE:
        assert after.draft is None, "a draft in IDLE"
        assert after.offer is None, "an offer in IDLE"
    else:
        assert after.draft is not None, f"no draft in {after.state}"


def confirm_is_complete(world: World) -> None:
    """In CONFIRM the draft says all that a yes would do"""
    after = world.conversation
    draft = after.draft
    if after.state is State.CONFIRM and draft is not None:
        if draft.kind == "booking":
            assert draft.name or (after.person.name and not draft.for_other), "no name"
            assert draft.whole_name or " " in (draft.name or after.person.name or ""), "a first name alone"
        elif draft.kind == "ordering":
            assert draft.order is not None, "no order"
        else:
            assert appointment_of(draft) is not None, "no appointment to change"


def proposals_stand_where_they_are_asked(world: World) -> None:
    """Only in CONFIRM a proposal stands that a yes could answer"""
    stands = proposal_of(world.conversation.draft) is not None
    assert not stands or world.conversation.state is State.CONFIRM, f"a proposal in {world.conversation.state}"


def consent_is_obeyed(world: World) -> None:
    """BAJA silences and ends everything; only ALTA undoes it"""
    assert world.conversation.person.opted_out == world.known.silent, "consent and record differ"
    if world.known.silent:
        assert world.conversation.state is State.IDLE, "a flow goes on after BAJA"
        assert world.conversation.unfinished is None, "what was looked for is kept after BAJA"


def control_is_known(world: World) -> None:
    """A human has the chat just when staff were called and have not given it back"""
    human = world.conversation.control is Control.HUMAN
    assert human == world.known.humans, "a human has the chat, or not: unknown"
    assert human == (world.conversation.control_until is not None), "a human for ever, or an end of nothing"


def misses_are_known(world: World) -> None:
    """Messages not understood in a row are counted, no others"""
    assert world.conversation.misses == world.known.misses, "misses miscounted"


def the_notice_is_on_record(world: World) -> None:
    """The privacy notice is on record just when it was said"""
    recorded = world.conversation.person.notice_version == NOTICE_VERSION
    assert recorded == world.known.noticed, "said and recorded differ"


STANDING: tuple[Standing, ...] = (
    one_hold_where_one_belongs,
    drafts_where_they_belong,
    confirm_is_complete,
    proposals_stand_where_they_are_asked,
    consent_is_obeyed,
    control_is_known,
    misses_are_known,
    the_notice_is_on_record,
)
"""Every one of them."""
