"""What is installed from a wheel, away from the checkout and with nothing but the locked dependencies, books."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("booking", "nlu", "storage", "tools", "webhook")
MIGRATIONS = "storage/migrations"
"""Where a wheel has what the checkout keeps in `alembic/`."""

IMPORT_ALL = """
import importlib, pkgutil
for name in ("booking", "nlu", "storage", "tools", "webhook"):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        if not module.name.startswith(("booking.testing.", "storage.migrations", "booking.admin.__main__")):
            importlib.import_module(module.name)
"""
"""The kit for tests takes what only tests have; migrations are run, never imported."""


def tracked(*folders: str) -> list[str]:
    """The files under version control, as paths from the root of the checkout."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    return [name for name in listed.decode().split("\0") if name and (ROOT / name).exists()]


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A new directory away from the checkout that any account can reach."""
    made = Path(tempfile.mkdtemp(prefix="turnero-wheel-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def wheel(place: Path) -> Path:
    """Built from what is under version control alone, by the tools of requirements-build.lock."""
    source = place / "source"
    for name in tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*build, "--wheel-dir", place, source], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def turnero(place: Path, wheel: Path) -> Path:
    """The command, in an environment that has the wheel and what requirements.lock names, and nothing of this
    checkout or its tests."""
    environment = place / "venv"
    venv.create(environment, symlinks=True, with_pip=False)
    paths = sysconfig.get_paths(vars={"base": str(environment), "platbase": str(environment)})
    _link_locked(Path(paths["purelib"]))
    install = [sys.executable, "-m", "pip", "--python", environment, "install", "--quiet", "--no-deps", "--no-index"]
    done = subprocess.run([*install, wheel], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return environment / "bin" / "turnero"


def _link_locked(target: Path) -> None:
    """What is installed here of each locked distribution, without going through the installer again."""
    for name in re.findall(r"^([A-Za-z0-9._-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE):
        try:
            found = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform or an older Python
        for part in {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}:
            link = target / part
            if not link.exists():
                link.symlink_to(Path(str(found.locate_file(part))).resolve())


def run(turnero: Path, *words: str, said: str = "") -> str:
    """What a command prints, run in an empty folder with an environment that says nothing of this checkout."""
    folder = turnero.parents[2] / "empty"
    folder.mkdir(mode=0o755, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name in ("HOME", "PATH", "TMPDIR")}
    settings = {"LANG": "C.UTF-8", "TURNERO_NOW": "2026-11-24T10:00:00-08:00"}
    done = subprocess.run(
        [turnero, *words], input=said, cwd=folder, env=kept | settings, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_has_every_file_of_its_packages(wheel: Path) -> None:
    expected = set(tracked(*PACKAGES))
    expected |= {name.replace("alembic", MIGRATIONS, 1) for name in tracked("alembic")}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == expected


def test_installed_alone_it_books(turnero: Path) -> None:
    program = [turnero.with_name("python"), "-I", "-c", IMPORT_ALL]
    done = subprocess.run(program, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    run(turnero, "db", "upgrade")
    run(turnero, "db", "demo")
    talk = ("Hola, quiero una cita el jueves 26 de noviembre a las 10:00", "Me llamo Rosa Campos Vega", "sí")
    answered = run(turnero, "chat", said="\n".join(talk))
    assert "✅" in answered, answered
    listed = json.loads(run(turnero, "citas", "listar", "--json"))
    assert "Rosa Campos Vega" in json.dumps(listed, ensure_ascii=False)
