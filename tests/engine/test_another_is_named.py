"""Where one of theirs is asked about and another is named: that one takes its place, with a question of its own, and a
yes beside it is none to the first."""

from __future__ import annotations

import pytest

from tests.engine.test_own_visits import LATER, TUESDAY, live, shown
from tests.engine.test_theirs_not_anew import ana_and_leo


@pytest.mark.parametrize("no", ["no, ", "no era esa, ", "no, esa no, ", "yo decía ", "mejor ", "", "digo ", "y "])
@pytest.mark.parametrize("other", ["la de Leo", "la del 22", "la del martes 22"])
def test_the_other_one_takes_the_place_of_what_is_asked_about(no: str, other: str) -> None:
    clinic = ana_and_leo()
    clinic.say("Ana", "cancela la del 15")
    assert "Leo" in shown(clinic.say("Ana", f"{no}{other}"))
    clinic.say("Ana", "sí, cancélala")
    assert live(clinic) == [TUESDAY]
    clinic = ana_and_leo()
    clinic.say("Ana", "cambia la del 15 al miércoles 16 a las 12 con Salas")
    clinic.say("Ana", f"{no}{other}")
    assert "Leo" in shown(clinic.say("Ana", "el miércoles 16 a las 12 con Salas"))
    assert live(clinic) == [TUESDAY, LATER]


@pytest.mark.parametrize("yes", ["sí cancela ", "sí, ", "sí, cancélame ", "sí pero "])
@pytest.mark.parametrize("which", ["la de Leo", "la del 22", "la del martes 22 a las 10"])
def test_a_yes_that_names_another_is_no_yes_to_this_one(yes: str, which: str) -> None:
    clinic = ana_and_leo()
    clinic.say("Ana", "cancela la del 15")
    asked = clinic.say("Ana", f"{yes}{which}")
    assert live(clinic) == [TUESDAY, LATER]
    assert asked.keys[-1] != "cancel_proposal" or "Leo" in shown(asked)


@pytest.mark.parametrize("text", ["la de Leo también, a las 12", "y la de Leo a las 12", "digo la de Leo a las 12"])
def test_what_is_said_of_another_does_not_move_this_one(text: str) -> None:
    clinic = ana_and_leo()
    clinic.say("Ana", "cambia la del 15 al miércoles 16 a las 12 con Salas")
    asked = clinic.say("Ana", text)
    assert "Leo" in shown(asked) or asked.keys[-1] in ("offer_slots", "offer_others")
    clinic.say("Ana", "sí")
    assert TUESDAY in live(clinic)


@pytest.mark.parametrize("text", ["la de Leo también", "y la de Leo", "y también la de Leo"])
def test_what_was_done_to_one_is_asked_for_the_other_too(text: str) -> None:
    clinic = ana_and_leo()
    clinic.say("Ana", "cancela la del 15")
    clinic.say("Ana", "sí, cancélala")
    assert live(clinic) == [LATER]
    assert clinic.say("Ana", text.replace("de Leo", "del 22")).keys == ["cancel_proposal"]
    assert live(clinic) == [LATER]
    clinic = ana_and_leo()
    clinic.say("Ana", "cambia la del 15 al miércoles 16 a las 12 con Salas")
    clinic.say("Ana", "sí")
    asked = clinic.say("Ana", f"{text} a las 12")
    assert asked.keys[-1] in ("move_proposal", "offer_slots", "offer_others")
    assert LATER in live(clinic)
    assert "a nombre de quién" not in shown(asked)
