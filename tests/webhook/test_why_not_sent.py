"""What WhatsApp answers is told to staff in Spanish, whatever the code; nothing of its English is shown."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from booking.conversation import way_out
from booking.desk.why_not_sent import of_a_template, why_not_sent
from booking.models import TemplateState
from booking.testing.world import OPENING_DAY
from webhook.send_failures import RULES, rule_for

_ENGLISH = re.compile(
    r"\b(the|this|message|messages|person|more than|refused|cannot|hours? since|too many|window|NONE)\b"
)


@given(code=st.sampled_from(sorted(RULES)), said=st.sampled_from(["", "Re-engagement message", "the request is wrong"]))
def test_every_code_that_is_known_has_its_words(code: int, said: str) -> None:
    at_once = why_not_sent(f"{code} {rule_for(400, code).meaning} (HTTP 400: {said})")
    late = why_not_sent(f"{code}: {said}" if said else str(code))
    assert at_once == late != why_not_sent("999999 what nobody knows (HTTP 400)")
    assert f"(código {code})" in late
    assert not _ENGLISH.search(late)


@given(stored=st.sampled_from(["temporary fault of WhatsApp's (ConnectError)", "an answer that is not WhatsApp's (x)"]))
def test_what_has_no_code_is_told_without_its_english(stored: str) -> None:
    assert why_not_sent(stored) == "WhatsApp no lo aceptó o no respondió"


def test_without_a_template_staff_are_told_what_is_missing() -> None:
    assert why_not_sent(way_out.WINDOW.why).startswith("hace más de 24 horas")
    paused = way_out.without(TemplateState(name="cita_movida", language="es_MX", at=OPENING_DAY, status="PAUSED"))
    assert why_not_sent(paused.why).endswith("(cita_movida: en pausa)")
    assert of_a_template("cita_movida · REJECTED · INCORRECT_CATEGORY") == "cita_movida · rechazada · por su categoría"
