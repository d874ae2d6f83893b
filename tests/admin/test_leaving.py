"""A signal that ends a command does so wherever it comes, with its exit code and without a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

COMES = {
    "in a command": "signal.raise_signal(signal.SIGTERM)",
    "in a task": """
async def task():
    signal.raise_signal(signal.SIGTERM)
async def main():
    asyncio.create_task(task())
    await asyncio.sleep(5)
asyncio.run(main())""",
    "while an object is cleared away": """
class Cleared:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
Cleared()
time.sleep(5)""",
}


@pytest.mark.parametrize("where", COMES)
def test_it_ends_there_and_says_nothing(where: str) -> None:
    code = f"import asyncio, signal, time\nfrom booking.admin.leaving import politely\npolitely()\n{COMES[where]}\n"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (143, "", "")
