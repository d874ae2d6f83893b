"""`turnero serve` as a person meets it: at a terminal, on a new home, until Ctrl-C."""

from __future__ import annotations

import datetime as dt
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import Engine

from booking.models import Clinic
from booking.runtime import serving
from booking.settings import Settings
from storage.seed import seed
from tests.e2e.processes import readiness

TURNERO = [sys.executable, "-m", "booking.admin"]


@pytest.fixture
def environment() -> Iterator[Mapping[str, str]]:
    """A new home, whose path has what paths of people have."""
    place = Path(tempfile.mkdtemp(prefix="turnero-serving-"))
    place.chmod(0o755)
    home = place / "Mis cosas, año 2026 100%" / ("largo" * 20)
    yield {**os.environ, "TURNERO_HOME": str(home), "DATABASE_URL": ""}
    shutil.rmtree(place, ignore_errors=True)


def write_from_the_page(address: str) -> None:
    """An hour later, which is also the worker's, a message is written on a telephone and is answered there."""
    with httpx.Client(base_url=address, trust_env=False, timeout=120) as browser:
        page = browser.get("/").text
        browser.headers["X-Ficha"] = page.partition('"X-Ficha": "')[2].partition('"')[0]
        browser.headers["HX-Request"] = "true"
        (number,) = set(re.findall(r'id="tel-(\d+)" [^>]*aria-label="Teléfono de Rosa Delgado"', page))
        before = browser.get("/palancas/barra").text
        assert browser.post("/palancas/reloj", data={"a": "hora"}).status_code == 200
        assert clock_of(browser.get("/palancas/barra").text) - clock_of(before) >= dt.timedelta(hours=1)
        browser.post(f"/telefonos/{number}/escribir", data={"texto": "hola"})
        deadline = time.monotonic() + 90
        while "¿En qué te ayudo" not in (chat := browser.get(f"/telefonos/{number}/hilo").text):
            assert time.monotonic() < deadline, chat
            time.sleep(0.1)


def clock_of(bar: str) -> dt.datetime:
    """What the bar of levers shows."""
    return dt.datetime.fromisoformat(re.findall(r'id="hora" datetime="([^"]+)"', bar)[0])


def test_up_until_ctrl_c(environment: Mapping[str, str]) -> None:
    terminal, inside = pty.openpty()
    command = [*TURNERO, "serve", "--demo", "--port", "0", "--workers", "1"]
    served = subprocess.Popen(
        command, env=environment, stdin=inside, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    told_to_stop = False
    try:
        assert served.stdout
        told = (line for line in served.stdout if not line.startswith("{"))  # a worker may log before it
        opened = next(told)
        address = opened.split()[1]
        assert opened.startswith("Open http://127.0.0.1:")
        assert f"Turnero is up: {address}/webhook" in next(told)
        assert "A demo: Clínica Las Palmas (demostración)" in next(told)
        assert httpx.get(f"{address}/healthz", trust_env=False, timeout=60).status_code == 200
        assert readiness(address).status_code == 200, "said to be up, and is not ready"
        write_from_the_page(address)
        port = address.rpartition(":")[2]
        elsewhere = {**environment, "TURNERO_HOME": f"{environment['TURNERO_HOME']} otra"}
        for there, on, said in (
            (environment, "0", f"Another `serve` works on {environment['TURNERO_HOME']}, at {address}."),
            (elsewhere, port, f"type: turnero serve --demo --port {int(port) + 1}"),
        ):
            second = subprocess.run([*TURNERO, "serve", "--demo", "--port", on], env=there, capture_output=True)
            assert second.returncode == 1
            assert said in second.stderr.decode()
            assert "Traceback" not in second.stderr.decode()
        checked = subprocess.run([*TURNERO, "check"], env=environment, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert "503" not in checked.stdout
        assert "A demo" in checked.stdout
        with httpx.stream("GET", f"{address}/novedades", trust_env=False, timeout=60) as news:  # a page that is open
            lines = news.iter_lines()
            assert next(lines).startswith("retry")
            served.send_signal(signal.SIGINT)
            told_to_stop = True
            assert [line for line in lines if line.startswith("retry")] == [], "it is let go, whole"
    finally:
        if not told_to_stop:
            served.send_signal(signal.SIGINT)
        rest, _ = served.communicate(timeout=90)
        os.close(terminal)
        os.close(inside)
    assert served.returncode == 0, rest
    assert "Traceback" not in rest
    assert "CancelledError" not in rest, "what was open was cut off"


def test_a_demo_is_not_served_where_a_real_clinic_is(database: str, engine: Engine, tmp_path: Path) -> None:
    """What it would send went to the demo's end of WhatsApp, which takes everything, and counted as sent."""
    seed(engine, Clinic(name="Clínica Las Lomas", zone="America/Tijuana"))
    environment = {**os.environ, "TURNERO_HOME": str(tmp_path), "DATABASE_URL": database, "WHATSAPP_ACCESS_TOKEN": ""}
    refused = subprocess.run(
        [*TURNERO, "serve", "--demo", "--port", "0"], env=environment, capture_output=True, text=True, timeout=90
    )
    assert (refused.returncode, refused.stdout) == (1, "")
    said = " ".join(refused.stderr.split())
    assert "una clínica de verdad" in said
    assert "Para atenderla: turnero serve." in said
    assert not (tmp_path / "whatsapp_app_secret").exists(), "nothing is made up for it"


@pytest.mark.parametrize("own", [None, "from Meta"])
def test_the_greeting_names_the_secret_that_is_in_use(tmp_path: Path, own: str | None) -> None:
    """A demo made one up here before; what runs now has it no more."""
    before = Settings(_env_file=None, turnero_home=tmp_path, whatsapp_app_secret=None)
    demo = serving.with_secrets(before)
    now = before.model_copy(update={"whatsapp_app_secret": own and SecretStr(own)})
    assert "app secret, made up" in serving._greeting(demo, None, "http://here", demo_end=False)
    told = serving._greeting(now, None, "http://here", demo_end=False)
    assert "made up" not in told
    assert ("messages are refused" in told) is (own is None)
