"""What becomes of the things that staff ask for. None knows a row."""

from __future__ import annotations

from collections import Counter
from typing import Any

from booking.conversation.fsm.enrolment import NO_TOOLS
from booking.intents import CheckAvailability, Deny, SelectSlot, UseTool
from booking.models.draft_parts import is_ordering, order_of, proposal_of, request_of, waiting_of
from booking.models.tool_answers import SHOWN_ANEW, Choose, Done, Missing, Proposed, ToolRefused, Why
from booking.verification.cases import Case, properties_of
from booking.verification.situation import same_part


def what_is_missing_is_asked(case: Case) -> None:
    """What a tool of staff's still needs is asked for, and what was said till then is kept"""
    answers = case.answers("tool")
    if case.alone is None or not answers or not isinstance(answers[-1], Missing | Choose):
        return
    draft = case.after.conversation.draft
    assert case.keys[-1:] == ["tool_question"], "something is missing, and nothing was asked"
    request = request_of(draft)
    assert request is not None, "nothing of it was kept"
    assert request.asked.field == answers[-1].field, "another thing was asked for"


def nothing_asked_for_is_lost(case: Case) -> None:
    """Each thing that staff ask for is taken up once, waits for its turn or is told to be left"""
    said = [i for i in case.input.intents if isinstance(i, UseTool) and i.tool not in NO_TOOLS and not case.input.read]
    if (len(said) < 2 and _left_alone(case, "waiting")) or case.silenced:
        return
    before, after = case.before.conversation.draft, case.after.conversation.draft
    waited = waits.calls if (waits := waiting_of(before)) else ()
    kept = waits.calls if (waits := waiting_of(after)) else ()
    asked = {a.about.tool for a in case.asked if a.name == "tool" and isinstance(a.about, UseTool)}
    left: Any = [call for reply in case.turn.replies for call in reply.params.get("left", ())]  # type: ignore[union-attr]
    taken_up = asked | {call["tool"] for call in left}
    for call in (*waited, *said) if not case.missed else waited:
        assert call in kept or call.tool in taken_up, f"{call.tool} was lost"
    in_turn = iter((*waited, *said))
    assert all(call in in_turn for call in kept), "what waits changed its order"
    answered = Counter(a.about.tool for a in case.asked if isinstance(a.about, UseTool) and _is_told(a.answer))
    assert not answered or max(answered.values()) == 1, f"the same was done twice: {answered}"


def an_order_comes_first(case: Case) -> None:
    """Who asks for times while an order of staff's is under way is told that it comes first"""
    before = case.before.conversation.draft
    if isinstance(case.alone, CheckAvailability) and is_ordering(before):
        assert "order_stands" in case.keys, "not a word"


def what_is_picked_reaches_the_tool(case: Case) -> None:
    """What staff pick from a list is what the tool that asked is used with"""
    before, said = case.before.conversation.draft, case.alone
    request = request_of(before) if isinstance(said, SelectSlot) else None
    if request is None or not isinstance(said, SelectSlot) or said.option > len(request.options):
        return
    used = [asked for asked in case.asked if asked.name == "tool"][:1]
    assert [asked.about.tool for asked in used if isinstance(asked.about, UseTool)] == [request.asked.tool], "not used"
    assert used[0].arguments["picked"] == request.options[said.option - 1].picks, "with another one"


def what_was_read_is_told_while_one_may(case: Case) -> None:
    """What was read before the turn is told once, and only to whoever still may see it"""
    if not case.input.read or case.silenced:
        return
    may = case.answers("may")
    params: list[Any] = [reply.params.get("answers", ()) for reply in case.turn.replies]
    told = [one["answer"] for answers in params for one in answers]
    seen = [answer["tool"] for answer in told if "result" in answer]
    assert len(set(seen)) == len(seen) <= sum(may), "told twice, or to who may not"
    if may[:1] == [True]:
        assert len(may) == len(case.input.intents), "not asked whether that may be seen"
        assert len(seen) == sum(may), "kept back"


def an_order_is_put_again_to_whoever_may_give_it(case: Case) -> None:
    """An order that is no longer theirs ends, and is told to have"""
    if False in case.answers("right"):
        assert "order_refused" in case.keys, f"{case.keys} was said"
        assert case.after.conversation.draft is None or not _left_alone(case, "request"), "it still stands"
        why = [reply.params.get("refusal") for reply in case.turn.replies if reply.key == "order_refused"]
        assert Why.NOT_ALLOWED in why, "not told why"


def what_a_tool_answers_is_told(case: Case) -> None:
    """What a tool answers, refuses or proposes is told; to who may not, nothing is"""
    answers = case.answers("tool")
    if not answers:
        return
    keys, told = Counter(case.keys), sum(map(_is_told, answers))
    assert keys["tool_answer"] <= told, "an answer that is none of theirs"
    assert keys["tool_answer"] + keys["order_refused"] >= told, "an answer was kept back"
    if any(isinstance(answer, Proposed) for answer in answers[-1:]):
        assert keys["order_proposal"], "a proposal was kept back"
    if any(isinstance(answer, ToolRefused) and answer.why is Why.NOT_ALLOWED for answer in answers):
        assert case.missed or keys["order_refused"], "refused without a word"


def an_order_is_not_left_silently(case: Case) -> None:
    """An order is not left without a word while it waits for its yes, nor for a read as long as something is missing"""
    before, said, answers = case.before.conversation.draft, case.alone, case.answers("tool")
    read = said if isinstance(said, UseTool) and answers and isinstance(answers[0], Done | ToolRefused) else None
    if case.ended or (read is not None and read.fills and not _is_told(answers[0])):
        return  # it was theirs no more
    if not _left_alone(case, "order") and order_of(before) is not None and not case.silenced:
        fills = any(isinstance(intent, UseTool) and intent.fills for intent in case.input.intents)
        ends = any(text.ends_order for text in case.texts)
        assert (fills and {"tool_question", "order_proposal"} & set(case.keys)) or ends, "not a word"
        refused = read is not None and (read.denies or (read.fills and read.arguments and "order_left" in case.keys))
        assert read is None or refused, "left for nothing"
    if read is not None and not _left_alone(case, "request") and (request := request_of(before)) is not None:
        assert request.asked.tool == read.tool, "no longer asked for what was missing"


def a_changed_order_is_proposed_again(case: Case) -> None:
    """What is said in the middle of an order carries nothing out: changed, it is proposed anew, and only a yes to
    that does it; a time that does not fit it leaves it standing"""
    said, before, after = case.alone, case.before.conversation, case.after.conversation
    if not is_ordering(before.draft) or case.silenced or case.ended:
        return
    request = before.draft.request
    fills = isinstance(said, UseTool) and said.fills and request is not None and request.asked.tool == said.tool
    if not (isinstance(said, CheckAvailability) or fills):
        return
    assert not case.answers("perform"), "carried out without a yes"
    proposed = [answer for answer in case.answers("tool") if isinstance(answer, Proposed)]
    if after.draft is not None and (proposed or order_of(after.draft) is not None):
        assert case.keys[-1] == "order_proposal", "not proposed"
        assert proposal_of(after.draft) != before.draft.proposal, "a yes to what it was before would do it"
    if isinstance(said, CheckAvailability):
        assert after.draft is not None, "the order was left for a time"
        assert same_part(before.draft, after.draft, "order"), "the order was left for a time"
        assert same_part(before.draft, after.draft, "request"), "what was said of it is gone"


def another_patient_is_another_order(case: Case) -> None:
    """What names another patient changes no order: the one under way is left, and told to be"""
    said, before, after = case.alone, case.before.conversation.draft, case.after.conversation.draft
    request, order = request_of(before), order_of(before)
    if not isinstance(said, UseTool) or not said.fills or request is None:
        return
    named = dict(said.arguments).get("paciente")
    if named is None or request.asked.tool != said.tool or request.asked.field == "cita":
        return
    known = order.whose if order else dict(request.arguments).get("paciente")
    if known is None or named in known.split():
        return
    assert "order_left" in case.keys, "not a word of the one that is left"
    asked = [asked.about for asked in case.asked if asked.name == "tool"]
    assert all(isinstance(call, UseTool) and call.fills is None for call in asked), "read as a change"
    kept = dict(left.arguments) if (left := request_of(after)) is not None else {}
    assert kept.get("paciente", named) == named, "kept for the patient before"


def what_is_denied_does_not_stand(case: Case) -> None:
    """After a message that begins with a no, no yes carries out the order as it was"""
    denies = any(isinstance(said, Deny) or getattr(said, "denies", False) for said in case.input.intents)
    before, after = case.before.conversation.draft, case.after.conversation.draft
    if not denies or case.silenced or case.ended or order_of(before) is None or after is None:
        return
    proposed = any(isinstance(answer, Proposed) for answer in case.answers("tool"))
    assert order_of(after) is None or proposal_of(after) is None or proposed, "a yes would still do it"


def a_no_to_the_first_of_several_is_one_to_all(case: Case) -> None:
    """Of several orders of a message none is done after a no to the first; each is told to be left"""
    if not isinstance(case.alone, Deny) or case.ended:
        return
    waited = waiting_of(case.before.conversation.draft)
    if waited is None or waited.agreed:
        return
    assert case.after.conversation.draft is None, "something of it is still asked about"
    left: Any = [call for reply in case.turn.replies for call in reply.params.get("left", ())]  # type: ignore[union-attr]
    assert [call["tool"] for call in left] == [call.tool for call in waited.calls], "left without a word"


def what_changed_meanwhile_is_shown_anew(case: Case) -> None:
    """Of a day or a series that is not as it was shown nothing is done; how it is now is shown next, or it is told to
    be left"""
    changed = [a for a in case.answers("perform") if isinstance(a, ToolRefused) and a.why in SHOWN_ANEW]
    if not changed:
        return
    assert "order_refused" in case.keys, "not a word"
    request = request_of(case.before.conversation.draft)
    if request is None or not request.arguments:
        return
    asked = {a.about.tool for a in case.asked if a.name == "tool" and isinstance(a.about, UseTool)}
    left: Any = [call for reply in case.turn.replies for call in reply.params.get("left", ())]  # type: ignore[union-attr]
    assert request.asked.tool in asked | {call["tool"] for call in left}, "asked for by nobody"


def _is_told(answer: object) -> bool:
    return isinstance(answer, Done) or (isinstance(answer, ToolRefused) and answer.why is not Why.NOT_ALLOWED)


def _left_alone(case: Case, name: str) -> bool:
    """There was no draft, or this of it is as it was."""
    after, before = case.after.conversation.draft, case.before.conversation.draft
    return before is None or (after is not None and same_part(before, after, name))


ORDERS = properties_of(globals())
