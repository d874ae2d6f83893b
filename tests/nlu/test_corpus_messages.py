"""Messages that others wrote and labelled: what is claimed of them is right, most are claimed, none is critical. A
model that knows every label adds to that; one that lies ends, chooses and names nothing that rules alone would not."""

import pytest

from tests.nlu.corpus_score import corpus, labels, score
from tests.nlu.stubs import stub

pytestmark = pytest.mark.skipif(
    not corpus().exists(), reason=f"the messages of others are not at {corpus()} (TURNERO_CORPORA)"
)


def test_messages_of_others_are_read_right_or_asked_about() -> None:
    found = score(labels(corpus()))
    assert len(found.critical) <= 1, "\n".join(found.critical)
    assert found.precision >= 0.95, "\n".join(found.wrong)
    assert found.reach >= 0.85, "\n".join(found.asked)


def test_a_model_that_knows_everything_fills_what_rules_left_open() -> None:
    rows = labels(corpus())
    alone = score(rows)
    with stub() as model:
        found = score(rows, model.reader)
    assert _ids(found.critical) <= _ids(alone.critical), "\n".join(found.critical)
    assert found.precision >= 0.97, "\n".join(found.wrong)
    assert found.reach >= 0.92, "\n".join(found.asked)
    assert len(model.unreached) <= 3, "\n".join(model.unreached)


@pytest.mark.parametrize("seed", range(3))
def test_a_model_that_lies_makes_nothing_critical(seed: int) -> None:
    rows = labels(corpus())
    alone = score(rows)
    with stub(seed) as model:
        found = score(rows, model.reader)
    assert _ids(found.critical) <= _ids(alone.critical), "\n".join(found.critical)


def _ids(said: list[str]) -> set[str]:
    return {one.split()[0] for one in said}
