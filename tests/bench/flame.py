"""Where a turn's time goes, as a picture: py-spy's flame graph of turns that run in a process of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.bench.clinic import ROOT


def draw(path: Path) -> None:
    """Write an SVG that a browser opens. On Linux the one who asks must be allowed to trace a process (root, or
    `kernel.yama.ptrace_scope` 0 or 1). Raises CalledProcessError with what py-spy said."""
    path.parent.mkdir(parents=True, exist_ok=True)
    spy = Path(sys.executable).parent / "py-spy"
    turns = [sys.executable, "-m", "tests.bench", "--turns-only"]
    wanted = ["record", "--format", "flamegraph", "--rate", "200", "--function", "--output", str(path.absolute())]
    subprocess.run([str(spy), *wanted, "--", *turns], cwd=ROOT, check=True)
    drawn = path.read_text(encoding="utf-8")  # its title is the command, with the places of this machine
    path.write_text(re.sub(r'(<text id="title"[^>]*>)[^<]*', r"\1Where a turn's time goes", drawn), encoding="utf-8")
