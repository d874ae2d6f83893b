"""The patient's name as it is said: whole, or one word of it put right. Pure."""

from __future__ import annotations

from booking.conversation.turn import Turn
from booking.intents import ProvideCustomerData, Whose
from booking.models import Booking, Person, State
from booking.models.draft_parts import booking_of, patient_name_of
from booking.models.folded_text import without_accents

_HEARD = str.maketrans("zcvjxwyk", "ssbggbiq")


def said_name(turn: Turn) -> str | None:
    """The name that this message gives. A correction of what is not in the name gives none, nor does the person's own
    name given to somebody else: two patients would become one."""
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData) or not intent.name or namesake(turn):
        return None
    if intent.instead_of is None:
        return intent.name
    before = turn.booking.name or (None if for_somebody_else(turn) else turn.conversation.person.name) or ""
    words = before.split()
    if same_name(intent.instead_of, intent.name):
        return _respelt(words, intent.name)
    right = [intent.name if same_name(word, intent.instead_of) else word for word in words]
    return " ".join(right) if right != words else None


def _respelt(words: list[str], right: str) -> str | None:
    """The name with the word that sounds so put right, else its only surname; that word where no name is known."""
    alike = [place for place, word in enumerate(words) if _sound(word) == _sound(right)]
    if not words:
        return right
    if not alike and len(words) == 2:
        alike = [1]
    if len(alike) != 1 or words[alike[0]] == right:
        return None
    return " ".join(right if place == alike[0] else word for place, word in enumerate(words))


def full_name(turn: Turn, name: str) -> str:
    """A first name alone is the person's own, or that of the patient whom they have brought before, if it is just one;
    somebody else of the person's own first name is not the person. Needs the read of these patients."""
    if not is_first_name(name):
        return name
    own, called = turn.conversation.person.name, [p.name for p in turn.found.brought_before or ()]
    if own and not for_somebody_else(turn):
        called.append(own)
    called = [other for other in dict.fromkeys(called) if same_name(other.split()[0], name)]
    if own and for_somebody_else(turn):
        called = [other for other in called if not same_name(other, own)]
    return called[0] if len(called) == 1 else name


def is_first_name(name: str) -> bool:
    """Whether a name is one word: the surname is asked for."""
    return len(name.split()) == 1


def gives_name(turn: Turn) -> bool:
    """Whether the message gives a name that needs no more, or says that the known one is meant."""
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData):
        return False
    name, own = said_name(turn), turn.conversation.person.name
    if intent.for_self and own and name is None:
        return not is_first_name(own)
    if name is None or turn.state is State.IDLE:  # where nothing is being arranged, a first name is one
        return name is not None
    return insisted(turn, name) or not is_first_name(full_name(turn, name))


def has_name(booking: Booking, writer: Person) -> bool:
    """Whether the patient's whole name is known."""
    return patient_name_of(booking, writer) is not None and without_surname(booking, writer) is None


def without_surname(booking: Booking, writer: Person | None) -> str | None:
    """The first name whose surname is to be asked for; that of the writer too, if one is given."""
    name = patient_name_of(booking, writer)
    return name if name and is_first_name(name) and not booking.whole_name else None


def insisted(turn: Turn, name: str) -> bool:
    """Whether a first name is said again where its surname was asked for: it is all of it then."""
    began = turn.began
    if began.state is not State.CUSTOMER_DATA:
        return False
    asked = without_surname(booking_of(began.draft), began.person)
    return asked is not None and is_first_name(name) and same_name(asked, name)


def is_theirs(patient: str, said: Whose, own: str | None) -> bool:
    """Whether an appointment of this patient is one that is spoken of so. Somebody else's without a name is anybody's
    but the person's own."""
    if said.own:
        return own is None or same_name(patient, own)
    if said.name is None:
        return own is None or not same_name(patient, own)
    of, words = without_accents(patient).split(), without_accents(said.name).split()
    return words[:1] == of[:1] and set(words) <= set(of)


def for_somebody_else(turn: Turn) -> bool:
    """Whether the appointment is another person's, by this message or by what was said before."""
    intent, before = turn.intent, turn.booking.for_other
    if not isinstance(intent, ProvideCustomerData):
        return before
    return (intent.for_other or before) and not intent.for_self


def another_patient(turn: Turn) -> bool:
    """Whether the message is about somebody else than the patient whose appointment is being moved."""
    intent, draft = turn.intent, turn.draft
    if not isinstance(intent, ProvideCustomerData) or draft is None or draft.kind != "move":
        return False
    whose = next((p.name for p in draft.patients if p.id == draft.appointment.patient_id), None)
    if whose is None:  # their own
        return intent.for_other
    if not intent.name:
        return intent.for_self
    said = intent.name.split()
    return (intent.for_other or intent.for_self) and not all(any(same_name(w, n) for n in whose.split()) for w in said)


def namesake(turn: Turn) -> str | None:
    """The name that this message gives to somebody else although it is the person's own."""
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData) or not intent.name or not for_somebody_else(turn):
        return None
    own = turn.conversation.person.name
    return own if own and same_name(" ".join(intent.name.split()), own) else None


def same_name(one: str, other: str) -> bool:
    """Whether two spellings differ by capitals and accents alone."""
    return without_accents(one) == without_accents(other)


def _sound(name: str) -> str:
    """How a name sounds in Mexico: z and c as s, v as b, no h, one of two letters."""
    heard = without_accents(name).replace("ll", "y").replace("h", "").translate(_HEARD)
    return "".join(letter for letter, before in zip(heard, " " + heard, strict=False) if letter != before)
