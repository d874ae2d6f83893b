"""`turnero` run within a test. Its commands are put together once: anew each time takes longer than most calls do."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner, Result

from booking.admin import app

_command = cache(get_command)


def run(*args: str, root: object, stdin: str | bytes | None = None) -> Result:
    """One call on this composition root. Raises what the command raises."""
    command, runner = _command(app), CliRunner()
    left: SystemExit | None = None
    with runner.isolation(input=stdin) as printed:
        try:
            command.main(args=list(args), prog_name=runner.get_default_prog_name(command), obj=root)
        except SystemExit as exit_:
            left = exit_
            if exit_.code is not None and not isinstance(exit_.code, int):
                sys.stdout.write(f"{exit_.code}\n")
        sys.stdout.flush()
        sys.stderr.flush()
        out, err, both = (stream.getvalue() for stream in printed)
    code: Any = left.code if left is not None else 0
    code = 0 if code is None else code if isinstance(code, int) else 1
    return Result(runner, out, err, both, None, code, left if code else None)
