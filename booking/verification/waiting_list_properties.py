"""What the waiting list must keep: what is taken is what was offered, and only a tap on a live offer takes it."""

from __future__ import annotations

from booking.conversation.replies.keys import ReplyKey
from booking.intents import DeclineOffer, JoinWaitingList, LeaveWaitingList, TakeOffer
from booking.models import State, SubState, sub_state_of
from booking.models.draft_parts import appointment_of, hold_of
from booking.models.who_waits import Chance
from booking.verification.cases import Case, properties_of
from booking.verification.known_after import told_hours


def an_offered_time_is_taken_by_a_yes_to_it_alone(case: Case) -> None:
    """The time that was offered is taken only for a yes that names it, and while it is held for them"""
    for asked in case.questions("take_offered"):
        assert isinstance(asked.about, TakeOffer), "taken although nobody said yes to it"
        assert asked.arguments["offer"] == asked.about.offer, "another one than that"
        offered = case.answers("offered")[-1]
        assert offered is not None, "somebody else's was taken"
        assert offered.live, "taken although it is not held for them any more"


def what_is_taken_is_proposed_as_it_was_offered(case: Case) -> None:
    """Who takes a time that was offered is shown just that time, for the appointment it was offered for (or whom they
    say), and nothing is booked or moved before their yes"""
    if not isinstance(case.alone, TakeOffer) or not any(case.answers("take_offered")):
        return
    offered, after = case.answers("offered")[-1], case.after.conversation
    hold = hold_of(after.draft)
    assert hold is not None, "not held"
    assert (hold.slot, hold.doctor_id) == (offered.hold.slot, offered.hold.doctor_id), "another time is held"
    other = case.alone.for_other or case.alone.name
    mine = appointment_of(after.draft) if other and offered.appointment else offered.appointment
    assert mine in (None, offered.appointment), "another one would be moved"
    assert appointment_of(after.draft) == mine, "another one would be moved, or a second one made"
    assert not case.questions("book", "move", "cancel"), "done without a yes"
    if after.state is State.CONFIRM:
        moves = sub_state_of(after) is SubState.CONFIRM_MOVE
        assert moves == (mine is not None), "moved or doubled"
        assert case.turn.replies[-1].params["span"] == told_hours(offered.hold.slot), "another time is shown"
    else:
        assert sub_state_of(after) is SubState.NAME, "neither proposed nor the name asked for"


def a_yes_that_comes_too_late_is_told_so(case: Case) -> None:
    """Where the time is not held for them any more they are told, and what is under way stays; with nothing under way
    it is looked for as any other time, and who has an appointment then is shown that"""
    if not isinstance(case.alone, TakeOffer) or len(case.answers("offered")) != 1:
        return  # asked again in the same transaction the answer is the same
    (offered,), lost = case.answers("offered"), not any(case.answers("take_offered"))
    if lost and offered is not None and offered.booked:
        assert not {ReplyKey.OFFER_GONE, ReplyKey.OFFER_LATE} & set(case.keys), "told that what is booked is gone"
    elif lost and (offered is None or not (offered.live or offered.taken)):
        if ReplyKey.OFFER_LATE in case.keys:
            assert case.before.conversation.state is State.IDLE, "what is under way is left"
            assert case.keys[-1] != ReplyKey.OFFER_LATE, "what is free now is promised, and not looked for"
            return
        assert ReplyKey.OFFER_GONE in case.keys, "not told that it is gone"
        kept = hold_of(case.after.conversation.draft) == hold_of(case.before.conversation.draft)
        assert kept or case.dropped or case.questions("renew"), "what was held is not held any more"


def what_is_waited_for_takes_nothing(case: Case) -> None:
    """To join or leave the list, and to decline an offer, books, moves and cancels nothing"""
    if isinstance(case.alone, JoinWaitingList | LeaveWaitingList | DeclineOffer):
        assert not case.questions("book", "move", "cancel", "take_offered"), "something else was done"


def who_joins_is_told_what_is_kept(case: Case) -> None:
    """What is kept is told, and what is told was kept"""
    told = ReplyKey.WAITING_LIST_JOINED in case.keys
    assert told == bool(case.questions("join_waiting_list")), "told and not kept, or kept and not told"
    assert (ReplyKey.WAITING_LIST_LEFT in case.keys) == bool(case.questions("leave_waiting_list"))


def only_what_may_become_free_is_waited_for(case: Case) -> None:
    """Of what is asked for together what is free already, or never will be, is kept for nobody; the former is told"""
    if not isinstance(case.alone, JoinWaitingList) or len(case.answers("waiting_chances")) != 1:
        return
    (chances,) = case.answers("waiting_chances")
    kept = sum(len(asked.arguments["waits"]) for asked in case.questions("join_waiting_list"))
    assert kept == chances.count(Chance.OPEN), "waits for what is there, or never will be; or not for all of the rest"
    told = [too for reply in case.turn.replies if isinstance(too := reply.params.get("free_too"), list)]
    of_these = int(ReplyKey.FREE_ALREADY in case.keys) + sum(map(len, told))
    assert ReplyKey.FREE_NOW in case.keys or of_these == chances.count(Chance.FREE), "what is free is not told"


WAITINGS = properties_of(globals())
