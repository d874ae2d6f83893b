"""Whether the clinic is connected: each thing that can be wrong at Meta or at our door, and what is said of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from booking.desk import connection_steps
from booking.desk.connection_steps import HEARD, Mend, State
from booking.settings import Settings
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_limits import Refusal
from tests.webhook.moment import NOW
from webhook.business_account import BusinessAccount

STEPS = ["datos", "token", "número", "cuenta", "secreto", "registro", "dirección", "firma", "webhook", "suscripción"]
HIDDEN = ("EAAGfaketoken", "app-secret", "verify-token")


@pytest.fixture
def well(meta: FakeMeta, connected: FakeMeta) -> FakeMeta:
    """A clinic that is connected."""
    known = meta.settings
    known.subscribed, known.callback, known.fields = [known.app_id], meta.webhook_url, list(HEARD)
    return meta


def settings(meta: FakeMeta, **changed: object) -> Settings:
    known: dict[str, object] = {
        "whatsapp_phone_number_id": meta.phone_number_id,
        "whatsapp_business_account_id": meta.account,
        "whatsapp_access_token": "EAAGfaketoken",
        "whatsapp_app_secret": "app-secret",
        "whatsapp_verify_token": "verify-token",
        "whatsapp_webhook_url": meta.webhook_url,
        "whatsapp_api_base_url": meta.base_url,
        "whatsapp_timeout_seconds": 5,
    }
    return Settings(_env_file=None, **{**known, **changed})


def look(meta: FakeMeta, mend: Mend | None = None, **changed: object) -> dict[str, tuple[str, str, str | None]]:
    """State, words and next step of each."""
    known = settings(meta, **changed)
    steps = connection_steps.check(BusinessAccount(known), known, NOW, mend)
    assert [step.name for step in steps] == STEPS
    assert all(step.do for step in steps if step.state in (State.WRONG, State.NOTE)), "each has its next step"
    assert not any(secret in f"{step.said} {step.do}" for step in steps for secret in HIDDEN)
    return {step.name: (step.state.value, step.said, step.do) for step in steps}


def wrong(found: dict[str, tuple[str, str, str | None]]) -> list[str]:
    return [name for name, (state, *_) in found.items() if state == "mal"]


def test_all_is_well_and_nothing_is_changed(well: FakeMeta) -> None:
    found = look(well)
    assert {state for state, *_ in found.values()} == {"bien"}, found
    assert "526641110000 «Clínica San Rafael»" in found["número"][1]


Break = Callable[[FakeMeta], object]


def known(**changes: object) -> Break:
    return lambda meta: [setattr(meta.settings, name, value) for name, value in changes.items()]


def refuses(path: str, refusal: Refusal) -> Break:
    return lambda meta: meta.settings.refusals.update({path: refusal})


@pytest.mark.parametrize(
    ("breaks", "step", "said"),
    [
        (known(expires_at=NOW - dt.timedelta(days=1)), "token", "el token venció"),
        (known(scopes={"whatsapp_business_messaging"}), "token", "le falta el permiso whatsapp_business_management"),
        (known(scopes={"whatsapp_business_management"}), "token", "le falta el permiso whatsapp_business_messaging"),
        (refuses("debug_token", Refusal(190, "Invalid OAuth access token")), "token", "no acepta el token"),
        (refuses("debug_token", Refusal(4, "Application request limit reached")), "token", "demasiados intentos"),
        (known(phone_number_id="999"), "número", "ese identificador no existe"),
        (known(overrides={"phone_number": "https://otro.example/w"}), "número", "sus mensajes van a otro.example"),
        (refuses("phone_numbers", Refusal(10, "Permission denied")), "cuenta", "al token le falta un permiso"),
        (known(id="999"), "cuenta", "ese identificador no existe"),
        (known(app_secret=lambda: "another"), "secreto", "no es el secreto de la app"),
        (known(status="PENDING"), "registro", "el número no está registrado (PENDING)"),
        (known(callback=None), "webhook", "la app no manda a ninguna parte"),
        (known(callback="https://otro.example/w"), "webhook", "la app manda a otro.example"),
        (known(fields=["account_update"]), "webhook", "la app no manda los mensajes"),
        (known(subscribed=["1"]), "suscripción", "la cuenta no avisa a la app"),
        (refuses("subscribed_apps", Refusal(200, "Permissions error")), "suscripción", "al token le falta un permiso"),
        (refuses("subscriptions", Refusal(368, "Temporarily blocked")), "webhook", "detenida la cuenta"),
    ],
)
def test_what_meta_has_otherwise_is_told(well: FakeMeta, breaks: Break, step: str, said: str) -> None:
    breaks(well)
    found = look(well)
    assert wrong(found) == [step]
    assert said in found[step][1]


@pytest.mark.parametrize(
    ("changed", "step", "said"),
    [
        ({"whatsapp_verify_token": "another"}, "dirección", "contesta Turnero, con otra palabra de verificación"),
        ({"whatsapp_webhook_url": "http://clinica.example/webhook"}, "dirección", "no es https://"),
        ({"whatsapp_webhook_url": "http://127.0.0.1:9/webhook"}, "dirección", "nadie contesta ahí"),
        ({"whatsapp_access_token": "EAAanother"}, "token", "no acepta el token"),
        ({"whatsapp_business_account_id": None}, "datos", "falta el identificador de la cuenta"),
        ({"whatsapp_access_token": None, "whatsapp_app_secret": None}, "datos", "falta el token, el secreto de la app"),
    ],
)
def test_what_is_set_up_otherwise_is_told(well: FakeMeta, changed: dict[str, object], step: str, said: str) -> None:
    found = look(well, **changed)
    assert wrong(found) == [step]
    assert said in found[step][1]
    assert any(state == "sin revisar" for state, *_ in found.values())


def test_a_server_with_another_secret_does_not_believe_signatures(well: FakeMeta) -> None:
    well.app_secret = "another"  # Meta's and ours; `turnero serve` was started with the old one
    found = look(well, whatsapp_app_secret="another")
    assert wrong(found) == ["firma"]
    assert "reinicie turnero serve" in str(found["firma"][2])


def test_a_path_without_the_webhook_is_somebody_else(well: FakeMeta) -> None:
    found = look(well, whatsapp_webhook_url=str(well.webhook_url).replace("/webhook", "/healthz/"))
    assert found["dirección"][1] == "contesta otro programa (404)"


def test_whatsapp_that_does_not_answer_is_no_refusal(well: FakeMeta) -> None:
    found = look(well, whatsapp_api_base_url="http://127.0.0.1:9")
    assert wrong(found) == ["token"]
    assert "WhatsApp no contestó" in found["token"][1]


def test_a_token_that_expires_works_and_is_remarked_upon(well: FakeMeta) -> None:
    well.settings.expires_at = NOW + dt.timedelta(hours=20)
    found = look(well)
    assert wrong(found) == []
    assert found["token"][0] == "aviso"
    assert "vence el 25/11/2026" in found["token"][1]


def test_what_can_be_mended_is(well: FakeMeta) -> None:
    known = well.settings
    known.subscribed, known.callback, known.fields, known.status = [], None, ["account_update"], "PENDING"
    well.webhook_url, address = None, well.webhook_url
    found = look(well, Mend(pin="123456"), whatsapp_webhook_url=address)
    assert wrong(found) == []
    assert (known.subscribed, known.callback) == ([known.app_id], address)
    assert known.fields == ["account_update", *HEARD]  # what others asked for stays
    assert (known.status, known.pin) == ("CONNECTED", "123456")
    assert well.webhook_url == address
    assert {state for state, *_ in look(well).values()} == {"bien"}


def test_another_address_is_replaced_only_when_that_is_said(well: FakeMeta) -> None:
    well.settings.callback = "https://otro.example/w"
    found = look(well, Mend())
    assert wrong(found) == ["webhook"]
    assert "conectar --si" in str(found["webhook"][2])
    assert well.settings.callback == "https://otro.example/w"
    assert wrong(look(well, Mend(replace=True))) == []
    assert well.settings.callback == well.webhook_url


def test_a_wrong_pin_is_told_and_so_is_trying_too_often(well: FakeMeta) -> None:
    well.settings.status, well.settings.pin = "PENDING", "654321"
    for _ in range(10):
        assert look(well, Mend(pin="123456"))["registro"][1] == "ese no es el PIN"
    assert "demasiados intentos" in look(well, Mend(pin="654321"))["registro"][1]


def test_a_number_that_is_not_registered_sends_nothing(well: FakeMeta) -> None:
    from tests.webhook.sending import client, item, refused

    well.settings.status = "PENDING"
    api = client(well)
    try:
        assert refused(api.send(item())).code == 133010
    finally:
        api.close()
