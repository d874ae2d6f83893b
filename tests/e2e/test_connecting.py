"""From nothing to a number that patients can write to, by the commands alone."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine

from booking.testing.channel.meta import FakeMeta
from storage.demo import load_demo
from tests.e2e.house import wait_until
from tests.e2e.processes import PATIENCE, ROOT, Server

SECRETS = ("EAAGfaketoken", "app-secret", "una-palabra")


class Clinic:
    """A home without a word of WhatsApp, and its server."""

    def __init__(self, database: str, home: Path, meta: FakeMeta) -> None:
        """Nobody works for it where nobody says otherwise: messages are taken all the same."""
        self.home, self.meta = home, meta
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": database,
            "TURNERO_HOME": str(home),
            "WHATSAPP_API_BASE_URL": meta.base_url,
            "TURN_PAUSE_MS": "50",
        }
        self.server = Server(self.environment, home, "--no-worker")

    def run(self, *words: str, stdin: str = "", code: int = 0) -> str:
        command = [sys.executable, "-m", "booking.admin", "whatsapp", *words]
        done = subprocess.run(
            command, env=self.environment, cwd=self.home, input=stdin, capture_output=True, text=True, timeout=PATIENCE
        )
        said = done.stdout + done.stderr
        assert done.returncode == code, said
        assert not any(secret in said for secret in SECRETS)
        return done.stdout if code == 0 else said

    def steps(self, *words: str, code: int = 0) -> dict[str, str]:
        said = self.run(*words, "--json", code=code)
        told = json.loads(said[: said.rindex("}") + 1])
        return {step["name"]: step["state"] for step in told["pasos"]}

    def file(self, **changed: str) -> str:
        known = {
            "numero_id": self.meta.phone_number_id,
            "cuenta_id": self.meta.account,
            "token": "EAAGfaketoken",
            "secreto": "app-secret",
            "palabra": "una-palabra",
            "direccion": f"http://127.0.0.1:{self.server.port}",
        }
        return "[whatsapp]\n" + "".join(f'{name} = "{value}"\n' for name, value in {**known, **changed}.items())


@pytest.fixture
def clinic(database: str, engine: Engine, tmp_path: Path) -> Iterator[Clinic]:
    with FakeMeta() as meta:
        load_demo(engine, meta.now(), ZoneInfo("America/Tijuana"))
        made = Clinic(database, tmp_path, meta)
        try:
            yield made
        finally:
            made.server.stop()


def test_from_nothing_to_a_message_that_arrives(clinic: Clinic) -> None:
    meta, home = clinic.meta, clinic.home
    clinic.server = Server(clinic.environment, home)
    kept = home / "whatsapp.env"
    assert "es el identificador" in clinic.run(
        "conectar", "--archivo", "-", stdin=clinic.file(cuenta_id="6641234567"), code=2
    )
    assert not kept.exists()
    # Nobody answers at the address yet.
    said = clinic.run("conectar", "--archivo", "-", stdin=clinic.file(), code=1)
    assert "encienda turnero serve" in said
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert meta.settings.callback is None

    clinic.server.start()
    clinic.run("conectar", "--archivo", "-", stdin=clinic.file())
    assert meta.settings.callback == f"{clinic.server.url}/webhook"
    assert set(clinic.steps("probar").values()) == {"bien"}

    # Who has not written is sent templates alone, and none has been approved.
    said = clinic.run("probar", "--a", "664 555 0199", code=1)
    assert "escriba «hola» desde ese teléfono" in said.replace("Escriba", "escriba")
    tester = meta.phone("5216645550199", name="Norma")
    tester.ask(lambda phone: phone.say("hola"), PATIENCE)

    waiting = subprocess.Popen(
        [sys.executable, "-m", "booking.admin", "whatsapp", "probar", "--a", "664 555 0199", "--espera", "60"],
        env=clinic.environment, cwd=home, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until(lambda: any("Mensaje de prueba" in said for said in tester.inbox), "the message", PATIENCE)
    meta.report("delivered")
    said, _ = waiting.communicate(timeout=PATIENCE)
    assert (waiting.returncode, "Mensaje de prueba: llegó." in said) == (0, True), said


def test_what_the_environment_says_goes_before_and_that_is_told(clinic: Clinic) -> None:
    clinic.environment["WHATSAPP_ACCESS_TOKEN"] = "EAAGanother"
    said = clinic.run("conectar", "--archivo", "-", stdin=clinic.file(), code=1)
    assert "WHATSAPP_ACCESS_TOKEN está en el ambiente o en .env con otro valor" in said


def test_asked_one_thing_at_a_time(clinic: Clinic) -> None:
    """An answer that cannot be used is asked for again; what is there stays."""
    clinic.server.start()
    address = f"http://127.0.0.1:{clinic.server.port}"
    answers: Sequence[str] = (
        *("6641234567", clinic.meta.phone_number_id, clinic.meta.account),
        *("EAAGfaketoken", "app-secret", "", "http://clinica.example", address, "", ""),
    )
    said = clinic.run("conectar", "--preguntar", stdin="\n".join(answers) + "\n", code=1)
    assert "parece un teléfono" in said
    assert "empieza con https://" in said
    assert "reinicie turnero serve" in said  # it was started before
    clinic.server.stop()
    clinic.server.start()
    clinic.run("conectar", "--preguntar", stdin="\n" * 8)
    assert clinic.meta.settings.subscribed == [clinic.meta.settings.app_id]
