"""What becomes of a change of the table: caught by a property, proven to be the same conversation, neither, or not
followed to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from booking.conversation.fsm.conversation_machine import check_claims, check_total
from booking.conversation.fsm.row import Row
from booking.errors import InvalidTable
from booking.verification.changed import MOST_NEW, Caught, Changed, Grows
from booking.verification.mutants import Mutant
from booking.verification.near import Near
from booking.verification.proof_by_input import Places


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    EQUAL = "equal"  # proven to be the same conversation
    SURVIVED = "survived"
    UNDECIDED = "undecided"  # nothing broke in what was looked at, which is not all that it leads to


@dataclass(frozen=True, slots=True)
class Verdict:
    """A mutant's fate, and why: the property that caught it, the proof, or the reason why nothing does."""

    mutant: Mutant
    fate: Fate
    why: str

    @property
    def unexplained(self) -> bool:
        return self.why == UNEXPLAINED


UNEXPLAINED = "no reason is recorded: a property is missing, or the reason"
GROWS = "it leads to more than {} new situations, and those looked at break nothing"
_EQUAL = "in every situation the same is asked, said and left behind"
_NEVER = "no turn comes to where it differs: it only keeps a trigger answered, or is always so"


def judge_near(mutant: Mutant, near: Near) -> Verdict | None:
    """What its own rules and a turn near the first message show; None where that is nothing. Costs next to nothing."""
    table = near.memo.machine.table
    if (why := _against_rules(mutant, table) or near.broken(mutant, mutant.machine(table))) is None:
        return None
    return Verdict(mutant, Fate.CAUGHT, why)


def judge(mutant: Mutant, proven: Places, most_new: int = MOST_NEW) -> Verdict:
    """Run what the change touches, nearest first; then, if that shows nothing, everything that comes of it, up to so
    many situations that the proven table does not lead to."""
    table = proven.proof.memo.machine.table
    machine = mutant.machine(table)
    if (why := _against_rules(mutant, table)) is not None:
        return Verdict(mutant, Fate.CAUGHT, why)
    changed = Changed(mutant, machine, proven, most_new)
    if not changed.touched:
        return Verdict(mutant, Fate.EQUAL, _NEVER)
    try:
        changed.try_each()
        changed.try_everywhere()
        changed.whole()
    except Caught as caught:
        return Verdict(mutant, Fate.CAUGHT, str(caught))
    except Grows:
        return Verdict(mutant, Fate.UNDECIDED, GROWS.format(most_new))
    if changed.same:
        return Verdict(mutant, Fate.EQUAL, _EQUAL)
    return Verdict(mutant, Fate.SURVIVED, REASONS.get((mutant.name, mutant.change), UNEXPLAINED))


def _against_rules(mutant: Mutant, table: Sequence[Row]) -> str | None:
    machine = mutant.machine(table)
    try:
        check_total(machine.table)
        check_claims(machine.table)
    except InvalidTable as error:
        return f"The table's own rules: {error}"
    return None


_CHOSEN_ANEW = "what is chosen of the older offer is held in the same transaction or refused: no time is promised by it"
_SAME_TIME = "the proposal names the time, and that its hold is renewed changes no time"
_ORDER_OF_WORDS = "the same is told to be left, only in another order: nothing is done or promised otherwise"
REASONS: dict[tuple[str, str], str] = {
    ("fill_order@ORDERS", "does clear_draft before leave_rest"): _ORDER_OF_WORDS,
    ("slot_taken@*", "without the write forget_offer"): _CHOSEN_ANEW,
    ("provide_customer_data@NAMING[name_given]", "does propose before renew_hold"): _SAME_TIME,
}
"""Why a change of a row (by its name) is let live although it is not the same conversation."""
