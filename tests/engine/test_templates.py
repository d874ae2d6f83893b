"""Every template can be approved, and what it is filled with is what WhatsApp takes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from booking.conversation.buttons import decode
from booking.conversation.replies import templates
from booking.conversation.replies.templates import LONGEST, TEMPLATES, Name, Template
from booking.models import OutTemplate
from booking.testing.profiles import a_share

NAMES = pytest.mark.parametrize("name", list(Name))


@NAMES
def test_its_samples_fill_it(name: Name) -> None:
    template = TEMPLATES[name]
    made = templates.filled(name, **template.parameters)
    said = templates.words(made)
    assert "{{" not in said
    assert all(sample in said for sample in template.parameters.values())
    assert [decode(payload).intent for payload in made.payloads] == [button.intent for button in template.buttons]


@a_share(2)
@given(st.sampled_from(Name), st.data())
def test_whatever_a_name_holds_can_be_sent(name: Name, data: st.DataObject) -> None:
    template = TEMPLATES[name]
    values = {key: data.draw(st.text(max_size=LONGEST), key) for key in template.parameters}
    made = templates.filled(name, **values)
    assert len(made.parameters) == len(values)
    assert len(templates.words(made)) <= LONGEST


def test_a_button_may_mean_what_it_is_sent_with() -> None:
    values = TEMPLATES[Name.MOVED].parameters
    assert templates.filled(Name.MOVED, ("a", "b", "c"), **values).payloads == ("a", "b", "c")
    with pytest.raises(ValueError, match="3 buttons"):
        templates.filled(Name.MOVED, ("a",), **values)
    with pytest.raises(ValueError, match="filled with clinic"):
        templates.filled(Name.MOVED, clinic="San Rafael")


def test_a_template_of_another_release_is_read_nevertheless() -> None:
    assert templates.words(OutTemplate(name="otra", language="es", parameters=("Ana",))) == "otra · Ana"
    assert templates.words(OutTemplate(name="cita_movida", language="es", parameters=("Ana",))) == "cita_movida · Ana"


@pytest.mark.parametrize(
    "body",
    [
        "{{1}} va primero. *BAJA* *privacidad*",
        "*BAJA* *privacidad* y al final {{1}}",
        "Dos juntos: {{1}} {{2}}. *BAJA* *privacidad*",
        "Al revés: {{2}} y {{1}}. *BAJA* *privacidad*",
        "Falta {{1}} uno. *BAJA* *privacidad*",
        "Hola {{1}} y {{2}}, sin decir cómo dejar de recibir mensajes.",
    ],
)
def test_what_whatsapp_or_the_law_would_refuse_is_refused_here(body: str) -> None:
    wanted = {"a": "Ana", "b": "Beto"}
    with pytest.raises(ValidationError):
        Template(name=Name.MOVED, language="es_MX", category="utility", to="patient", body=body, parameters=wanted)
