"""No sentence ends in two full stops, whatever abbreviation stands last in it."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.texts import TEXTS
from booking.desk.desk_errors import BadValue, DeskRefused, Field

_TWO = re.compile(r"\w\.[*_]*\.(?!\.)")
ENDED = ("martes 1 de diciembre, 5:00 p.m.", "Clínica del Mar, S.A.", "Ana G.", "Dra.")


@pytest.mark.parametrize("last", ENDED)
def test_no_reply_ends_a_sentence_in_two(last: str) -> None:
    values = defaultdict(lambda: f" {last}")  # what may be left out brings its space along
    for key, text in TEXTS.items():
        for words in filter(None, (text.body, text.notice, text.staff_notice)):
            said = one_point(words.format_map(values))
            assert not _TWO.search(said), f"{key}: {said}"


def test_they_would_without_it() -> None:
    values = defaultdict(lambda: ENDED[0])
    assert any(_TWO.search(text.body.format_map(values)) for text in TEXTS.values())


@given(st.text(alphabet="a.*_/ »\n…", max_size=30))
def test_what_was_put_right_stays_so(said: str) -> None:
    assert not re.search(r"[a»]\.[*_]*\.(?![a./_])", one_point(said))
    assert one_point(said.replace(".", "")) == said.replace(".", "")


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("a las 5:00 p.m..", "a las 5:00 p.m."),
        ("*el martes, 5:00 p.m.*.", "*el martes, 5:00 p.m.*"),
        ("Espera...", "Espera..."),
        ("en ../copias/hoy y /a/../b", "en ../copias/hoy y /a/../b"),
        ("No. Sí.", "No. Sí."),
    ],
)
def test_only_that_is_put_right(said: str, right: str) -> None:
    assert one_point(said) == right


def test_what_the_desk_says_has_one_too() -> None:
    assert (
        str(DeskRefused("ocupado: la cita 5, de Ana G.. Los libres: …"))
        == "ocupado: la cita 5, de Ana G. Los libres: …"
    )
    assert str(BadValue(Field.DOCTOR, "«Dra.»: es Dra..")) == "«Dra.»: es Dra."
