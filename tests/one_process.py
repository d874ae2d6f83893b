"""Which tests share what is costly to make, so that a parallel run keeps them in one process, and which begin first.

xdist writes what its own `xdist_group` says to an attribute that pytest 9.2 no longer reads: with that, every process
would make everything."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

TOGETHER: dict[str, str | None] = {
    "tests/fsm/test_verification.py::test_what_is_printed_": None,  # of tables that are broken, which are tried apart
    "tests/fsm/test_verification.py": "the proof of the table",
    "tests/fsm/test_against_naive.py": "a few inputs, explored plainly",
    "tests/inspector/": "the server and the browser of the pages",
    "tests/kit/test_conversations.py": "the scripted conversations, played",
    "tests/kit/test_coverage.py::test_nothing_in_the_machine_is_left_unused": "the scripted conversations, played",
    "tests/kit/test_kit.py::test_every_turn_of_a_scripted_conversation_": "the scripted conversations, played",
    "tests/nlu/test_share.py": "the scripted conversations, played",
}
"""What is shared, by the start of a test's name; the first that fits."""


FIRST = (
    "tests/fsm/test_verification.py",
    "tests/inspector/",
    "tests/kit/test_conversations.py",
    "tests/e2e/",
    "tests/bench/",
    "tests/fsm/",
)
"""What takes longest, in the order in which it begins, so that no process is left with it when the others have nothing
to do. What is not named comes afterwards."""


def turn_of(name: str) -> int:
    """When the test of this name begins, beside others."""
    return next((place for place, start in enumerate(FIRST) if name.startswith(start)), len(FIRST))


def shared_by(name: str) -> str | None:
    """What the test of this name shares with others; None where it shares nothing."""
    return next((what for start, what in TOGETHER.items() if name.startswith(start)), None)


class Together(LoadScopeScheduling):  # type: ignore[misc]
    """Each test goes to whoever is free, in the order in which they were collected; those that share something all to
    one process."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # else what has most tests would come first, however short they are

    def _split_scope(self, nodeid: str) -> str:
        return shared_by(nodeid) or nodeid

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """What is done is forgotten: else all that was ever done would be counted after each of ten thousand tests."""
        super().mark_test_complete(node, item_index, duration)
        nodeid = self.registered_collections[node][item_index]
        scope = self._split_scope(nodeid)
        if all(self.assigned_work[node][scope].values()):
            del self.assigned_work[node][scope]
