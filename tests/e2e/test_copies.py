"""A clinic is copied while it works, goes on, is put back as it was, and works again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import UNAVAILABLE
from booking.testing.channel.meta_phone import Phone
from tests.e2e.house import wait_until
from tests.e2e.processes import PATIENCE, ROOT, Server, persistent


class Clinic:
    """The demo clinic in a home of its own, with the embedded server."""

    def __init__(self, home: Path, meta: FakeMeta) -> None:
        self.home, self.meta = home, meta
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "TURNERO_HOME": str(home / "home"),
            "WHATSAPP_APP_SECRET": meta.app_secret,
            "WHATSAPP_VERIFY_TOKEN": meta.verify_token,
            "WHATSAPP_ACCESS_TOKEN": meta.token,
            "WHATSAPP_PHONE_NUMBER_ID": meta.phone_number_id,
            "WHATSAPP_API_BASE_URL": meta.base_url,
            "TURN_PAUSE_MS": "50",
        }
        self.server = Server(self.environment, home)

    def run(self, *words: str, code: int = 0) -> str:
        command = [sys.executable, "-m", "booking.admin", *words]
        done = subprocess.run(
            command, env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def book(self, number: str, name: str) -> Phone:
        phone = self.meta.phone(number, name=name)
        for words in ("quiero una cita lo más pronto posible", "la 1", f"me llamo {name}", "sí"):
            said = phone.ask(lambda p, words=words: p.say(words), PATIENCE)
        assert "quedó agendada" in said
        return phone

    def booked(self) -> set[str]:
        rows = json.loads(self.run("citas", "listar", "--json"))
        return {row["paciente"]["nombre"] for row in rows if row["paciente"]}


@pytest.fixture
def clinic() -> Iterator[Clinic]:
    place = Path(tempfile.mkdtemp(prefix="turnero-copies-"))
    place.chmod(0o755)
    with FakeMeta(post=persistent(lambda: made.server.url)) as meta:
        made = Clinic(place, meta)
        try:
            made.run("db", "demo")
            yield made
        finally:
            made.server.stop()
            shutil.rmtree(place, ignore_errors=True)


def test_copied_at_work_and_put_back(clinic: Clinic) -> None:
    meta, copy = clinic.meta, str(clinic.home / "clinic.turnero")
    clinic.server.start()
    clinic.book("526640000001", "Ana Robles")
    # An answer waits to go out while the copy is made.
    meta.keep_failing(UNAVAILABLE, to="526640000002")
    beto = meta.phone("526640000002", name="Beto")
    beto.say("hola")
    wait_until(lambda: len(meta.refused) > 0, "a refusal", PATIENCE)
    clinic.run("db", "backup", copy)
    meta.heal()
    beto.wait(timeout=PATIENCE)
    clinic.book("526640000003", "Carla Nava")
    assert {"Ana Robles", "Carla Nava"} <= clinic.booked()
    answered, sent = list(beto.inbox), len(meta.sent)

    assert "Detenga antes «turnero serve»" in clinic.run("db", "restore", copy, "--si", code=1)
    clinic.server.stop()
    assert "No se restauró nada: hay datos (Clínica Las Palmas (demostración), con" in clinic.run(
        "db", "restore", copy, code=1
    )
    said = clinic.run("db", "restore", copy, "--si")
    assert "No se mandó lo que esperaba en la copia (respuestas: 1)." in said
    assert {"Ana Robles", "Carla Nava"} & clinic.booked() == {"Ana Robles"}

    clinic.server.start()
    clinic.book("526640000004", "Dora Luz")
    assert list(beto.inbox) == answered
    assert {message.to for message in meta.sent[sent:]} == {"526640000004"}
    assert beto.ask(lambda phone: phone.say("hola"), PATIENCE)
    clinic.server.stop()

    (before,) = (clinic.home / "home").glob("before-restore-*.turnero")
    clinic.run("db", "restore", str(before), "--si")
    assert {"Ana Robles", "Carla Nava", "Dora Luz"} & clinic.booked() == {"Ana Robles", "Carla Nava"}
