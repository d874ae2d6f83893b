"""What a reply is beside its words (a proposal, a refusal, an answer to what): declared in `es.toml`, checked when this
is imported. Properties of the conversation speak of these and not of keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, AnsweredBy, Text
from booking.errors import InvalidReplies
from booking.intents import INTENT_KINDS
from booking.models import Reply


def texts_of(replies: Sequence[Reply]) -> list[Text]:
    """What was declared of each reply."""
    return [TEXTS[ReplyKey(reply.key)] for reply in replies]


def check(texts: Mapping[ReplyKey, Text]) -> None:
    """What is declared fits the text. Raises InvalidReplies."""
    for key, text in texts.items():
        asks_for_a_yes = text.question is not None and text.question.answered_by is AnsweredBy.PROPOSAL
        if asks_for_a_yes != (text.proposes is not None):
            raise InvalidReplies(f"{key} is answered by the yes to a proposal, and says not which change that makes")
        if unknown := set(text.answers) - {str(kind) for kind in INTENT_KINDS}:
            raise InvalidReplies(f"{key} answers {', '.join(sorted(unknown))}, and nothing that is said is called so")
        if text.not_done and "not_yet" in text.needs:
            raise InvalidReplies(f"{key} says twice that nothing is done yet")
        if text.done_by and (text.proposes or text.refuses):
            raise InvalidReplies(f"{key} says that it was done, and that it was not")


check(TEXTS)
