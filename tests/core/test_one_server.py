"""A home is served by one process at a time, however the one before it ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from booking.errors import ServedAlready
from booking.runtime.one_server import the_only_server

HOLDS = """
import sys, time
from pathlib import Path
from booking.runtime.one_server import the_only_server
with the_only_server(Path(sys.argv[1]), "turnero serve") as tell:
    tell("http://127.0.0.1:8000")
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_one_is_told_where_it_is_served_and_a_killed_one_blocks_nobody(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(tmp_path)], stdout=subprocess.PIPE, text=True) as first:
        try:
            assert first.stdout
            assert first.stdout.readline() == "held\n"
            for _ in range(2):
                with pytest.raises(ServedAlready, match=f"{tmp_path}, at http://127.0.0.1:8000"):
                    the_only_server(tmp_path, "turnero serve").__enter__()
            with the_only_server(tmp_path / "other", "turnero serve"):
                pass
        finally:
            first.send_signal(signal.SIGKILL)
    with the_only_server(tmp_path, "turnero serve"), pytest.raises(ServedAlready, match="just starting"):
        the_only_server(tmp_path, "turnero serve").__enter__()


def test_once_it_has_ended_another_may(tmp_path: Path) -> None:
    for address in ("http://a", "http://b"):
        with the_only_server(tmp_path, "turnero serve") as tell:
            tell(address)
            with pytest.raises(ServedAlready, match=f"at {address}[.]"):
                the_only_server(tmp_path, "turnero serve").__enter__()
