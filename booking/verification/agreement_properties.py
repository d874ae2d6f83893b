"""What a yes may do, and to which proposal. None knows a row."""

from __future__ import annotations

import datetime as dt
from typing import Any

from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, Change
from booking.intents import Confirm, Unknown
from booking.models import Appointment, Draft, Hold
from booking.models.draft_parts import appointment_of, hold_of, proposal_of
from booking.verification.cases import Case, properties_of
from booking.verification.known_after import told_hour
from booking.verification.small_world import CLINIC, DOCTORS, NOW

_CHANGES = tuple(Change)


def nothing_without_a_yes(case: Case) -> None:
    """Nothing is booked, cancelled or moved without a yes to the very proposal on screen"""
    asked = [a.name for a in case.asked if a.name in _CHANGES]
    if not asked:
        return
    before, draft = case.before, case.before.conversation.draft
    assert any(isinstance(i, Confirm) for i in case.input.intents), f"{asked} without a yes"
    assert not case.input.late, f"{asked} on a yes sent before the proposal"
    assert before.known.screen, f"{asked} with no proposal on screen"
    assert draft is not None, f"{asked} without a draft"
    assert proposal_of(draft) is not None, f"{asked} after the proposal was withdrawn"
    shown = before.known.screen.key
    assert asked == [TEXTS[ReplyKey(shown)].proposes], f"{asked} on a {shown}"
    assert before.known.screen.still, "another thing than the one shown"
    for made in case.made("book", "move"):
        hold = hold_of(draft)
        assert hold is not None, f"{asked} without a time"
        assert made.slot == hold.slot, "another time than the one shown"


def a_doubt_leaves_no_proposal(case: Case) -> None:
    """After what was not understood, but says no or changes something, no yes does what was proposed before"""
    said = case.alone
    if isinstance(said, Unknown) and said.doubt:
        draft = case.after.conversation.draft
        assert proposal_of(draft) is None, "a yes would still do it"


def one_change_at_most(case: Case) -> None:
    """One yes makes one change"""
    assert sum(a.name in _CHANGES for a in case.asked) <= 1


def a_proposal_can_be_answered(case: Case) -> None:
    """A proposal that is shown is the one that a yes answers, and its buttons are its own"""
    if case.proposes is not None:
        proposal = proposal_of(case.after.conversation.draft)
        assert proposal is not None, "a proposal that a yes cannot answer"
        version = case.after.conversation.draft_version
        assert proposal.version == version, "a proposal of an earlier draft"
        assert case.turn.replies[-1].params["draft_version"] == version, "buttons of an earlier draft"


def what_is_done_was_shown(case: Case) -> None:
    """What a yes does is what its proposal showed: that time, that doctor, that appointment as it still stands"""
    draft = case.before.conversation.draft
    if not case.made(*_CHANGES) or draft is None:
        return
    hold, shown = hold_of(draft), appointment_of(draft)
    for made in case.made("book", "move"):
        assert hold is not None, "without a time"
        assert (made.slot, made.doctor_id) == (hold.slot, hold.doctor_id), "another time or doctor than the one shown"
    for made in case.made("move", "cancel"):
        assert shown is not None, "without an appointment"
        assert made.id == shown.id, "another appointment than the one shown"
        standing = case.made("standing")
        assert standing, "nobody looked whether it is still as it was shown"
        now = standing[-1]
        assert (now.slot, now.doctor_id) == (shown.slot, shown.doctor_id), "it is no longer as it was shown"


def what_changed_is_proposed_anew(case: Case) -> None:
    """What can be done only otherwise than it was proposed is told, with how it is now, and proposed anew"""
    draft, after = case.before.conversation.draft, case.after.conversation.draft
    told = [reply.params["changed"] for reply in case.turn.replies if reply.key == "proposal_changed"]
    taken = [answer for answer in case.answers("book") if isinstance(answer, Hold)]
    held = hold_of(draft)
    renewed = () if case.answers("hold") else case.answers("renew")  # not what was taken a moment ago
    taken += [hold for hold in renewed if hold and held and not _same(hold, held)]
    moved = [mine for mine in case.made("standing") if _changed_since(mine, draft)]
    assert bool(told) == bool(taken or moved), "told of a change that is none" if told else "changed without a word"
    if not told:
        return
    assert not case.made(*_CHANGES), "done otherwise than it was shown"
    changed: Any = told[0]
    if taken and held is not None:
        still = {other.slot for other in taken[-1].others}
        gone = [told_hour(other.slot) for other in held.others if other.slot and other.slot not in still]
        another = {"before": held.doctor, "now": taken[-1].doctor}
        now = another if taken[-1].doctor_id != held.doctor_id else {"gone": gone}
        assert changed == now, "not told how it is now"
    if moved:
        doctors = {doctor.id: doctor.name for doctor in DOCTORS}
        assert changed == {"slot": told_hour(moved[-1].slot), "doctor": doctors[moved[-1].doctor_id]}, "told otherwise"
    assert after is not None, "given up"
    assert proposal_of(after) is not None, "not proposed anew"
    if taken:
        held = hold_of(after)
        assert held is not None, "without a time"
        assert _same(held, taken[-1]), "not with the doctor who is told, or at other times"
    if moved:
        mine = appointment_of(after)
        assert mine is not None, "without an appointment"
        assert _changed_since(mine, draft), "as it was before"


def _same(one: Hold, other: Hold) -> bool:
    return (one.doctor_id, one.others_shown()) == (other.doctor_id, other.others_shown())


def _changed_since(mine: Appointment, draft: Draft | None) -> bool:
    """Whether staff have given the appointment another time or doctor since it was shown, one that can be changed."""
    shown = appointment_of(draft)
    if shown is None or mine.slot.start < NOW + dt.timedelta(hours=CLINIC.policy.cancel_hours):
        return False
    return (mine.slot, mine.doctor_id) != (shown.slot, shown.doctor_id)


AGREEMENTS = properties_of(globals())
