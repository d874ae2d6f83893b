"""Judging thousands of changes can stop and go on: a verdict that is kept is not made again."""

from __future__ import annotations

from pathlib import Path

import pytest

from booking.verification.kept_verdicts import KeptVerdicts, OtherCode
from booking.verification.mutants import mutants
from booking.verification.run_mutants import judged
from booking.verification.verdicts import Fate, Verdict

FIRST, SECOND, THIRD = list(mutants())[:3]


def test_what_is_kept_is_not_judged_again(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    kept = KeptVerdicts(file)
    kept.keep(Verdict(FIRST, Fate.CAUGHT, "de lo que se dijo"))
    kept.keep(Verdict(SECOND, Fate.EQUAL, "the same"))
    # Nothing is explored: that would take longer than any test may.
    found = list(judged([FIRST, SECOND], 1, KeptVerdicts(file)))
    assert found == [Verdict(FIRST, Fate.CAUGHT, "de lo que se dijo"), Verdict(SECOND, Fate.EQUAL, "the same")]


def test_a_line_that_was_cut_short_is_judged_again(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    KeptVerdicts(file).keep(Verdict(FIRST, Fate.CAUGHT, "one"))
    file.write_text(file.read_text(encoding="utf-8") + '{"row": "x', encoding="utf-8")
    again = KeptVerdicts(file)
    again.keep(Verdict(THIRD, Fate.CAUGHT, "another"))
    kept = [verdict.mutant for verdict in KeptVerdicts(file).of([FIRST, SECOND, THIRD])]
    assert kept == [FIRST, THIRD]


def test_verdicts_on_other_code_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    KeptVerdicts(file)
    file.write_text('{"code": "other"}\n', encoding="utf-8")
    with pytest.raises(OtherCode, match=r"verdicts\.jsonl"):
        KeptVerdicts(file)
