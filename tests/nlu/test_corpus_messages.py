"""Messages that others wrote and labelled: what is claimed of them is right, most are claimed, none is critical."""

import pytest

from tests.nlu.corpus_score import corpus, labels, score


@pytest.mark.skipif(not corpus().exists(), reason=f"the messages of others are not at {corpus()} (TURNERO_CORPORA)")
def test_messages_of_others_are_read_right_or_asked_about() -> None:
    found = score(labels(corpus()))
    assert len(found.critical) <= 1, "\n".join(found.critical)
    assert found.precision >= 0.95, "\n".join(found.wrong)
    assert found.reach >= 0.85, "\n".join(found.asked)
