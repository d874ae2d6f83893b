"""Logs say where something failed, never what a person wrote."""

from __future__ import annotations

import json
import logging

import pytest

from booking import logs


def test_what_libraries_log_keeps_no_words_of_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    try:
        raise ValueError("input_value=['tengo VIH']")
    except ValueError as error:
        logging.getLogger("procrastinate.worker").error("Job failed: tengo VIH", exc_info=error)
    said = capsys.readouterr().err
    assert "VIH" not in said
    line = json.loads(said)
    assert line["logger"] == "procrastinate.worker"
    assert line["error"][0] == "ValueError"
    assert line["level"] == "error"
