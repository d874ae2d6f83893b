"""What becomes of a change of the table: caught by a property, proven to be the same conversation, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from booking.conversation.fsm.conversation_machine import check_claims, check_total
from booking.errors import InvalidTable
from booking.verification.axes import Situation
from booking.verification.explore import Broken, explore, standing_fault
from booking.verification.inputs import INPUTS
from booking.verification.memo import Leaf, Memo
from booking.verification.mutants import Mutant
from booking.verification.proof import Proof, whole
from booking.verification.properties import PROPERTIES
from booking.verification.situation import patched


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    EQUAL = "equal"  # proven to be the same conversation
    SURVIVED = "survived"


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
_EQUAL = "in every situation the same is asked, said and left behind"
_NEVER = "no situation reaches the row: it only keeps its trigger answered"


def judge(mutant: Mutant, proof: Proof) -> Verdict:
    """Run what the changed row touches, nearest first; then, if that shows nothing, everything."""
    machine = mutant.machine(proof.memo.machine.table)
    try:
        check_total(machine.table)
        check_claims(machine.table)
    except InvalidTable as error:
        return Verdict(mutant, Fate.CAUGHT, f"The table's own rules: {error}")
    memo = Memo(machine, PROPERTIES, proof.memo, mutant.touches)
    touched: set[tuple[Situation, int]] = set()
    for number, known in proof.leaves:
        if not mutant.touches.isdisjoint(known.looked) and (known.situation, number) not in touched:
            touched.add((known.situation, number))
            for leaf in memo.outcome(known.situation, number).leaves:
                fault = leaf.fault.name if leaf.fault else _standing(known.situation, leaf, proof)
                if fault is not None:
                    return Verdict(mutant, Fate.CAUGHT, fault)
    if not touched:
        return Verdict(mutant, Fate.EQUAL, _NEVER)
    try:
        whole(memo.machine, explore(memo, before=proof.explored))
    except Broken as broken:
        return Verdict(mutant, Fate.CAUGHT, broken.name)
    if _same_conversation(memo, proof):
        return Verdict(mutant, Fate.EQUAL, _EQUAL)
    return Verdict(mutant, Fate.SURVIVED, REASONS.get((mutant.name, mutant.change), UNEXPLAINED))


def _same_conversation(memo: Memo, proof: Proof) -> bool:
    """In every situation, whatever is said and answered, the same is asked and said, and the same left behind."""
    told: set[tuple[int, int]] = set()
    touched = set(range(len(INPUTS))) - memo.untouched()
    for situation in proof.explored.came_from:
        for number in touched:
            before, now = proof.memo.outcome(situation, number), memo.outcome(situation, number)
            if now is before:
                continue
            known, leaves = before.leaves, now.leaves
            if len(leaves) != len(known):
                return False
            for one, other in zip(leaves, known, strict=True):
                if one is other:
                    continue
                if (id(one), id(other)) not in told and one.seen != other.seen:
                    return False
                told.add((id(one), id(other)))
                if one.end != other.end and patched(situation, one.end) != patched(situation, other.end):
                    return False
    return True


def _standing(situation: Situation, leaf: Leaf, proof: Proof) -> str | None:
    end = patched(situation, leaf.end)
    fault = None if end in proof.explored.came_from else standing_fault(end)
    return fault[0] if fault else None


_CHOSEN_ANEW = "what is chosen of the older offer is held in the same transaction or refused: no time is promised by it"
_SAME_TIME = "the proposal names the time, and that its hold is renewed changes no time"
_ORDER_OF_WORDS = "the same is told to be left, only in another order: nothing is done or promised otherwise"
REASONS: dict[tuple[str, str], str] = {
    ("fill_order@ORDERS", "does clear_draft before leave_rest"): _ORDER_OF_WORDS,
    ("slot_taken@*", "without the write forget_offer"): _CHOSEN_ANEW,
    ("provide_customer_data@NAMING[name_given]", "does propose before renew_hold"): _SAME_TIME,
}
"""Why a change of a row (by its name) is let live although it is not the same conversation."""
