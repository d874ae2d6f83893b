"""Templates and files: what our types allow WhatsApp takes, what it does not take they refuse, and staff read it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from booking.conversation.replies import templates
from booking.desk.chat_views import words
from booking.models import OutMedia, OutTemplate, OutText, Tap
from booking.ports import Sent
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_limits import Refusal, Template, check_message
from booking.testing.profiles import a_share
from tests.webhook.intake import MemoryIntake
from tests.webhook.sending import PHONE, item, refused
from webhook import request_bodies
from webhook.client import CloudApi

REMINDER = Template("recordatorio_cita", "es_MX", "Hola {{1}}, tu cita es el {{2}}. ¿Vienes?", ("Sí", "No"))
FILLED = OutTemplate(
    name="recordatorio_cita", language="es_MX", parameters=("Ana", "jueves"), payloads=("t1|yes", "no")
)

LINES = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), min_size=1, max_size=1024).filter(
    lambda text: text.strip() and " " * 5 not in text
)
TEMPLATES = st.builds(
    OutTemplate,
    name=st.from_regex(r"[a-z0-9_]{1,40}", fullmatch=True),
    language=st.sampled_from(["es", "es_MX", "en_US"]),
    parameters=st.lists(LINES, max_size=4).map(tuple),
    payloads=st.lists(LINES.map(lambda text: text[:256].strip() or "x"), max_size=3).map(tuple),
)
FILES = st.builds(
    OutMedia,
    kind=st.sampled_from(["image", "document", "video"]),
    id=st.from_regex(r"[0-9]{1,20}", fullmatch=True),
    caption=st.none() | LINES,
) | st.sampled_from(
    [
        OutMedia(kind="audio", id="1013859600285441"),
        OutMedia(kind="document", link="https://clinica.example/a.pdf", filename="Indicaciones.pdf", caption="Léelas"),
    ]
)


def approved(content: OutTemplate) -> Template:
    """A template that this fills."""
    body = "Hola " + " y ".join(f"{{{{{n}}}}}" for n, _ in enumerate(content.parameters, 1)) + "."
    return Template(content.name, content.language, body, tuple(f"b{n}" for n, _ in enumerate(content.payloads)))


@a_share(2)
@given(TEMPLATES)
def test_a_template_that_is_filled_as_approved_is_taken(content: OutTemplate) -> None:
    check_message(request_bodies.message(item(content)), [approved(content)])


@a_share(2)
@given(FILES)
def test_every_file_is_taken(content: OutMedia) -> None:
    check_message(request_bodies.message(item(content)))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": "otra"}, 132001),
        ({"language": "en_US"}, 132001),
        ({"parameters": ("Ana",)}, 132000),
        ({"parameters": ("Ana", "jueves", "de más")}, 132000),
        ({"payloads": ("a", "b", "c")}, 132000),
    ],
)
def test_another_template_than_was_approved_is_refused_for_good(
    meta: FakeMeta, api: CloudApi, changed: dict[str, object], code: int
) -> None:
    meta.templates = [REMINDER]
    outcome = refused(api.send(item(FILLED.model_copy(update=changed))))
    assert (outcome.code, outcome.retry_after) == (code, None)
    assert [because for _, because in meta.refused] == [code]


@pytest.mark.parametrize(
    "wrong",
    [
        {"parameters": ("dos\nlíneas",)},
        {"parameters": ("con     hueco",)},
        {"parameters": ("",)},
        {"parameters": ("x" * 1025,)},
        {"name": "Con Mayúsculas"},
        {"payloads": ("x" * 257,)},
        {"payloads": ("x",) * 11},
    ],
)
def test_what_no_template_takes_cannot_be_made(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        OutTemplate.model_validate(FILLED.model_dump() | wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "image"},
        {"kind": "image", "id": "1", "link": "https://a.example/a.png"},
        {"kind": "image", "link": "http://a.example/a.png"},
        {"kind": "image", "id": "1", "filename": "a.png"},
        {"kind": "audio", "id": "1", "caption": "voz"},
        {"kind": "video", "id": "1", "caption": "x" * 1025},
        {"kind": "document", "id": "1", "filename": "x" * 241},
        {"kind": "sticker", "id": "1"},
    ],
)
def test_what_is_no_file_cannot_be_made(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        OutMedia.model_validate(wrong)


def test_a_template_goes_out_after_the_window_and_its_button_comes_back(
    connected: FakeMeta, api: CloudApi, intake: MemoryIntake
) -> None:
    connected.templates, connected.window = [REMINDER], dt.timedelta(0)
    phone = connected.phone(PHONE)
    assert refused(api.send(item(OutText(body="hola")))).code == 131047
    assert isinstance(api.send(item(FILLED)), Sent)
    assert str(phone.last) == "Hola Ana, tu cita es el jueves. ¿Vienes?\n[Sí] [No]"
    phone.tap("Sí")
    assert [message.content for message in intake.messages.values()] == [Tap(payload="t1|yes", title="Sí")]


LATE = (
    "[plantilla] Hola, te escribimos de C. Hoy D va con 9 minutos de retraso. La cita de A (hoy) empezará "
    "más tarde.\n\n"
    "¿Puedes esperar? Toca un botón o respóndenos por aquí. Escribe *privacidad* para ver el aviso de privacidad, "
    "o *BAJA* para no recibir mensajes."
)


def test_a_parameter_is_shown_where_the_template_has_it() -> None:
    with pytest.raises(Refusal):
        check_message(request_bodies.message(item(FILLED)))
    assert REMINDER.filled(("Ana", "lunes")) == "Hola Ana, tu cita es el lunes. ¿Vienes?"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (FILLED, "[plantilla] recordatorio_cita · Ana · jueves"),
        (
            templates.filled(templates.Name.DOCTOR_LATE, clinic="C", doctor="D", minutes="9", patient="A", when="hoy"),
            LATE,
        ),
        (OutMedia(kind="document", id="1", filename="a.pdf", caption="Léelo"), "[documento] a.pdf Léelo"),
        (OutMedia(kind="audio", id="1"), "[audio]"),
        (OutText(body="hola"), "hola"),
    ],
)
def test_staff_read_what_it_was(content: OutTemplate | OutMedia | OutText, said: str) -> None:
    assert words(content) == said
