"""What a clinic answers to the usual questions, in its own words, and which of it a question asks for."""

from __future__ import annotations

import re
from typing import Final

from pydantic import Field

from booking.intents import Frozen, Topic
from booking.models.folded_text import without_accents

_SMALL: Final = frozenset(
    "a al con cual cuanto de del el en es hacen hay la las lo los mi no o para por que se si su tienen un una y".split()
)
_ENDS_SO: Final = frozenset("imss menos mas gas tos".split())


def words_of(text: str) -> frozenset[str]:
    """The words of a text as they are compared: accents, capitals, a plural and small words aside."""
    return frozenset(_singular(word) for word in re.findall(r"[^\W_]+", without_accents(text)) if word not in _SMALL)


def is_of_specialty(name: str | None, beginning: str) -> bool:
    """Whether a specialty has a word that begins so, folded: "Ginecología y obstetricia" is called "gineco"."""
    return bool(beginning) and any(word.startswith(beginning) for word in words_of(name or ""))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and word not in _ENDS_SO else word


_VISIT: Final = words_of("cita consulta visita valoración revisión")
"""What a price may be asked of without saying which visit."""
_TITLES: Final = words_of("dr dra doctor doctora")
_MEANS: Final = words_of("dólar dólares cheque despensa amex american paypal oxxo meses bitcoin cripto")
"""Means of payment that not every clinic takes. None that is another word as well: "¿cuánto vale con tarjeta?"."""
_INSURED: Final = words_of("seguro aseguradora médico gasto mayor convenio")
_ASKING: Final = _TITLES | words_of(
    """cuanto cuanta cuantos cuesta cuestan cobra cobran vale valen sale saldria seria costaria costara costo precio
    tarifa tiene me nos cual esta estan dinero hola buenas buenos dias tardes noches oiga oye disculpe favor
    gracias saber quisiera quiero info ahi ustedes algun primera vez seguimiento general sesion cada ir venir
    ahorita aproximado aproximadamente mas menos pagar paga pagaria pues pero bueno ah ok entonces le les manejan antes
    primero solo nomas solamente decir dime diga digame digan dicen conocer ver preguntar pregunta duda puede
    puedes pueden podria podrian gustaria necesito ocupo nada total todo eso esa ese esto
    confirmar confirmo agendar apartar final"""
)
"""Words of a question about prices that name nothing that has one."""


class Price(Frozen):
    """What something costs, as patients are told: `said` is "$600" or "desde $900". With one doctor, or any (None)."""

    what: str = Field(min_length=1, max_length=80)
    said: str = Field(min_length=1, max_length=80)
    doctor: str | None = None


class OwnAnswer(Frozen):
    """An answer to whatever question has these words: all of those of one choice ("wifi; clave internet")."""

    words: str = Field(min_length=2, max_length=200)
    says: str = Field(min_length=1, max_length=700)


class Answers(Frozen):
    """What patients ask about and only the clinic knows. None, or nothing: it has not said."""

    map_link: str | None = None
    specialties: tuple[str, ...] = ()
    prices: tuple[Price, ...] = Field(default=(), max_length=60)
    insurances: tuple[str, ...] | None = Field(default=None, max_length=60)  # none of them: it takes no insurance
    cards: str | None = None
    bring: str | None = None
    fasting: str | None = None
    emergency_words: tuple[str, ...] = Field(default=(), max_length=60)  # beside those that everybody knows
    emergency_text: str | None = None  # what is told besides the number that everybody knows
    others: tuple[OwnAnswer, ...] = Field(default=(), max_length=60)

    def own_answer(self, query: str) -> str | None:
        """The clinic's answer to a question of its own; of several the one with the most of its words."""
        asked = words_of(query)
        fits = [
            (len(choice), answer.says)
            for answer in self.others
            for part in re.split("[;,]", answer.words)
            if (choice := words_of(part)) and choice <= asked
        ]
        return max(fits, key=lambda fit: fit[0])[1] if fits else None

    def prices_of(self, query: str) -> tuple[Price, ...]:
        """The prices of what a question names; none for what is none of them."""
        asked = words_of(query)
        named = [price for price in self.prices if (own := words_of(price.what) - _VISIT) and own <= asked]
        return _with_whom(named, asked)

    def prices_asked(self, query: str) -> tuple[Price, ...]:
        """The prices that a question about prices asks for: of what it names, else of the visits; all where a clinic
        has no price of a visit."""
        if named := self.prices_of(query):
            return named
        asked = words_of(query)
        doctors = {word for price in self.prices for word in words_of(price.doctor or "")}
        if asked - _ASKING - doctors and not asked & _VISIT:
            return ()  # something else that has no price here
        visits = [price for price in self.prices if words_of(price.what) & _VISIT]
        return _with_whom(visits or list(self.prices), asked)

    def says(self, topic: Topic, query: str = "") -> str | None:
        """The clinic's own words about a topic that has one text. Whether it takes a means of payment that they do not
        name, "¿aceptan dólares?", they do not say."""
        match topic:
            case Topic.CARDS:
                unnamed = (words_of(query) & _MEANS) - words_of(self.cards or "")
                return None if unnamed else self.cards
            case Topic.BRING:
                return self.bring
            case Topic.FASTING:
                return self.fasting
        return None

    def specialties_called(self, beginning: str) -> tuple[str, ...]:
        """Those of the clinic's specialties that have a word which begins so, folded."""
        return tuple(name for name in self.specialties if is_of_specialty(name, beginning))

    def insurances_named(self, query: str) -> tuple[str, ...]:
        """Those of the clinic's insurers that a question names."""
        asked = words_of(query)
        return tuple(name for name in self.insurances or () if (words_of(name) - _INSURED) & asked)


def _with_whom(prices: list[Price], asked: frozenset[str]) -> tuple[Price, ...]:
    """Those of the doctor who is named, where one is; those with any doctor where none is known by that name."""
    theirs = [price for price in prices if (words_of(price.doctor or "") - _TITLES) & asked]
    return tuple(theirs or prices)
