"""Names and numbers in what was written are short, wherever they stand, and nothing else of it is another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.desk.masking import short_name
from booking.desk.veil import Veil, texts_in
from booking.models.folded_text import folded

letters = st.text("abcdefghijklmnñopqrstuvzáéíóúü", min_size=2, max_size=9).map(str.capitalize)
names = st.lists(letters, min_size=2, max_size=8).map(" ".join)
around = st.sampled_from(("", "*", "«", "(", "• ", "hola, ", "9:00 a.m. · ", "para "))
behind = st.sampled_from(("", "*", "»", ")", ".", ", a las 9", " · Dra. Ríos", "\n• 10:00"))


@given(names, around, behind, st.sampled_from((str, str.upper, str.lower)))
def test_a_name_is_short_wherever_it_stands(name: str, before: str, after: str, spelt: object) -> None:
    assert callable(spelt)
    written = f"{before}{spelt(name)}{after}"
    shown = Veil({folded(name)}).over(written)
    assert folded(name) not in folded(shown)
    assert shown == f"{before}{short_name(spelt(name))}{after}"


@given(st.text(max_size=80).filter(lambda text: sum(letter.isdigit() for letter in text) < 9))
def test_nothing_else_is_another(text: str) -> None:
    assert Veil({"ana ruiz lopez"}).over(text) == text


def test_of_two_names_the_longer_one_and_numbers_by_their_last_digits() -> None:
    veil = Veil({"ana ruiz", "ana ruiz lopez"})
    said = {"texto": "Ana Ruiz López, +52 664 123 4567, el 24/11/2026 10:00", "opciones": [("Ana  Ruíz", 3)], "n": 1}
    assert veil.over_all(said) == {"texto": "Ana R., ···4567, el 24/11/2026 10:00", "opciones": [["Ana R.", 3]], "n": 1}
    assert [*texts_in(said)] == [said["texto"], "Ana  Ruíz"]
