"""What staff ask for on the command line loads nothing that it does not use; beside `serve` all of it is loaded."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from booking.command import ROOT, address
from booking.runtime.composition_root import load_demo, opened
from booking.settings import Settings

HEAVY = (
    *("litellm", "numpy", "sentence_transformers", "googleapiclient", "starlette", "uvicorn", "hypothesis", "httpx"),
    *("alembic", "procrastinate", "phonenumbers", "structlog", "transitions"),
    *(
        "booking.conversation.engine",
        "booking.runtime.services",
        "tools.catalog",
        "nlu.model.extractor",
        "webhook.client",
    ),
)
WARM = """
import json
import sys
from booking import standing_ready
standing_ready._load()
before = {name.partition(".")[0] for name in sys.modules}
from booking.admin import main
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    try:
        main()
    except SystemExit:
        pass
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules} - before)), file=sys.stderr)
"""
AT_ONCE = "import sys\nfrom booking.command import handed_over\nprint(handed_over(sys.argv), 'typer' in sys.modules)"
A_COMMAND = (
    "import sys\nfrom booking.admin import main\n"
    "try:\n    main()\nexcept SystemExit as end:\n    print(end.code, file=sys.stderr)\n"
    f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
)


@pytest.fixture
def environment(database: str, tmp_path: Path) -> dict[str, str]:
    """Of a process that works on a demo clinic."""
    settings = Settings(database_url=SecretStr(database), turnero_home=tmp_path, _env_file=None)  # type: ignore[call-arg]
    with opened(settings) as app:
        load_demo(app)
    return {**os.environ, "DATABASE_URL": database, "TURNERO_HOME": str(tmp_path)}


def run(program: str, words: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, check=False)


@pytest.mark.parametrize(
    "words",
    [
        ["citas", "listar"],
        ["citas", "agendar", "--doctor=1", "--inicio=2099-01-05 09:00", "--paciente=1", "--como=Ana"],
    ],
    ids=" ".join,
)
def test_a_command_loads_nothing_that_it_does_not_use(words: list[str], environment: dict[str, str]) -> None:
    done = run(A_COMMAND, words, environment)
    code, loaded = done.stderr.splitlines()[-2:]
    assert loaded == "[]"
    assert code in ("0", "1")  # that far ahead nobody is booked


def test_who_stands_ready_has_loaded_every_library_that_a_command_uses(environment: dict[str, str]) -> None:
    done = run(WARM, [json.dumps([["agenda"], ["citas", "listar"], ["horarios"]])], environment)
    assert done.stdout.count("Dra. Laura Méndez") >= 3, done.stderr
    assert {"holidays", "rich", "babel", "alembic"}.isdisjoint(json.loads(done.stderr.splitlines()[-1]))


def stand(home: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "booking.standing_ready", str(home)], stdin=subprocess.PIPE, cwd=ROOT
    )


def answered(home: Path) -> bool:
    """Whether somebody answers there within a minute."""
    where = address(home)
    assert where is not None
    for _ in range(600):
        with socket.socket(socket.AF_UNIX) as line:
            if line.connect_ex(str(where)) == 0:
                return True
        time.sleep(0.1)
    return False


@pytest.fixture
def ready(environment: dict[str, str], tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of processes beside which one stands ready."""
    process = stand(tmp_path)
    where = address(tmp_path)
    assert where is not None
    assert answered(tmp_path)
    yield environment
    process.communicate(timeout=90)
    assert not where.exists()


def test_beside_the_server_a_command_is_answered_by_who_has_loaded_everything(ready: dict[str, str]) -> None:
    done = run(AT_ONCE, ["citas", "listar"], ready)
    assert done.stdout.splitlines()[-1] == "0 False"
    assert "Dra. Laura Méndez" in done.stdout
    refused = run(AT_ONCE, ["citas", "ver", "99999"], ready)
    assert (refused.stdout, refused.stderr) == (
        "1 False\n",
        "No hay ninguna cita 99999. Búsquela con: turnero citas listar\n",
    )
    assert "No existe la orden" in (wrong := run(AT_ONCE, ["citas", "lista"], ready)).stderr
    assert wrong.stdout == "2 False\n"


def test_newer_code_is_run_by_a_process_of_its_own(ready: dict[str, str], tmp_path: Path) -> None:
    where = address(tmp_path)
    assert where is not None
    os.utime(where, (0, 0))  # as if it had loaded the code before this was written
    assert run(AT_ONCE, ["citas", "listar"], ready).stdout == "None False\n"


def test_where_nobody_stands_ready_nothing_is_handed_over(environment: dict[str, str]) -> None:
    assert run(AT_ONCE, ["citas", "listar"], environment).stdout == "None False\n"


@pytest.mark.parametrize("killed", [False, True], ids=["ended", "killed"])
def test_a_second_one_on_the_same_home_waits_for_the_place_of_the_first(
    killed: bool, environment: dict[str, str], tmp_path: Path
) -> None:
    where = address(tmp_path)
    assert where is not None
    with stand(tmp_path) as first:
        assert answered(tmp_path)
        found = where.stat().st_ino
        with stand(tmp_path) as second, stand(tmp_path) as third:
            third.communicate(timeout=90)  # it ends with who started it, having taken nothing away
            assert (where.stat().st_ino, second.poll()) == (found, None)
            assert run(AT_ONCE, ["citas", "listar"], environment).stdout.endswith("0 False\n")
            if killed:
                first.kill()
            first.communicate(timeout=90)
            assert answered(tmp_path)
            assert run(AT_ONCE, ["citas", "listar"], environment).stdout.endswith("0 False\n")
            second.communicate(timeout=90)
    assert not where.exists()
