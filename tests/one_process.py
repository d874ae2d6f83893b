"""Which tests share what is costly to make, so that a parallel run keeps them in one process.

xdist writes what its own `xdist_group` says to an attribute that pytest 9.2 no longer reads: with that, every process
would make everything."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

TOGETHER = {
    "tests/fsm/test_verification.py": "the proof of the table",
    "tests/fsm/test_against_naive.py": "a few inputs, explored plainly",
    "tests/inspector/": "the server and the browser of the pages",
    "tests/kit/test_conversations.py": "the scripted conversations, played",
    "tests/kit/test_coverage.py::test_nothing_in_the_machine_is_left_unused": "the scripted conversations, played",
    "tests/kit/test_kit.py::test_every_turn_of_a_scripted_conversation_": "the scripted conversations, played",
}
"""What is shared, by the start of a test's name."""


def shared_by(name: str) -> str | None:
    """What the test of this name shares with others; None where it shares nothing."""
    return next((what for start, what in TOGETHER.items() if name.startswith(start)), None)


class Together(LoadScopeScheduling):  # type: ignore[misc]
    """Each test goes to whoever is free; those that share something all to one process."""

    def _split_scope(self, nodeid: str) -> str:
        return shared_by(nodeid) or nodeid
