"""Finds whom staff mean: a doctor by number or name, a patient or chat by number, name or phone."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from booking.desk.desk_errors import BadValue, DeskRefused, Field, NoClinicYet
from booking.desk.masking import short_name
from booking.errors import NotFound
from booking.models import Clinic, Conversation, Doctor, Patient
from booking.models.folded_text import folded
from booking.ports import UnitOfWork

_PHONE_DIGITS = 10
"""A Mexican number without its prefixes: +52 and +521 name the same telephone."""


def digits(text: str) -> str:
    """The digits of a text that is a number or a phone; empty when it is something else."""
    kept = "".join(c for c in text if c not in " +-().")
    return kept if kept.isascii() and kept.isdigit() else ""


def same_phone(one: str | None, other: str) -> bool:
    """The same telephone, however its prefix is written."""
    return one is not None and digits(one)[-_PHONE_DIGITS:] == digits(other)[-_PHONE_DIGITS:] != ""


def clinic_of(uow: UnitOfWork) -> Clinic:
    """The clinic's record. Raises NoClinicYet while there is none."""
    try:
        return uow.schedules.clinic()
    except NotFound:
        raise NoClinicYet from None


_TITLES = {"dr": "m", "doctor": "m", "dra": "f", "doctora": "f"}


def _is_called(name: str, said: str) -> bool:
    """Every name that is said is one of theirs, and the title is no other."""
    theirs, wanted = ([word.strip(".,") for word in folded(text).split()] for text in (name, said))
    titles = [{_TITLES[word] for word in words if word in _TITLES} for words in (theirs, wanted)]
    names = {word for word in wanted if word and word not in _TITLES}
    return bool(names) and names <= set(theirs) and (not all(titles) or titles[0] == titles[1])


def find_doctor(uow: UnitOfWork, text: str, field: Field = Field.DOCTOR) -> Doctor:
    """By id, by a part of the name that only one has, or by their title and names that only one has ("Dr. Luna" is
    Dr. Héctor Luna). Raises BadValue of that field, which lists those it may be, or all."""
    doctors = uow.schedules.doctors()
    number = digits(text)
    id = int(number) if 0 < len(number) < _PHONE_DIGITS else None  # a longer one is nobody's
    part = folded(text).strip()
    found = [d for d in doctors if (d.id == id if number else part and part in folded(d.name))]
    if not found and not number:
        found = [d for d in doctors if _is_called(d.name, text)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{d.id} {d.name}" for d in found or doctors) or "todavía no hay ninguno"
    why = "puede ser más de uno" if found else "no hay tal doctor"
    raise BadValue(field, f"«{text}»: {why}. Elija entre: {known}.")


def no_doctor_of(uow: UnitOfWork, name: str) -> None:
    """Raises DeskRefused if somebody who works here is called so: patients ask for doctors by their names."""
    same = next((d for d in uow.schedules.doctors() if folded(d.name) == folded(name)), None)
    if same is not None:
        way = "" if same.active else f" Para que vuelva a recibir pacientes: turnero doctores activar {same.id}"
        raise DeskRefused(f"Ya hay un doctor con ese nombre: {same.id} {same.name}.{way}")


def patients_called(uow: UnitOfWork, text: str) -> Sequence[Patient]:
    """Those with this id, phone, or part of the name; nobody has nothing for a name."""
    number = digits(text)
    if not text.strip():
        return ()
    if number and len(number) < _PHONE_DIGITS:
        return uow.patients.get_many([int(number)])
    return uow.patients.search(phone=number) if number else uow.patients.search(name=text)


def find_patient(uow: UnitOfWork, text: str) -> Patient:
    """By id, phone, or a part of the name that only one has. Raises BadValue, which lists them."""
    found, number = patients_called(uow, text), digits(text)
    if len(found) == 1:
        return found[0]
    if found:
        known = ", ".join(f"{p.id} {short_name(p.name)}" for p in found)
        raise BadValue(Field.PATIENT, f"«{text}»: puede ser más de uno: {known}. Diga cuál por su número.")
    phone = f" --telefono {number}" if len(number) >= _PHONE_DIGITS else ""
    raise BadValue(
        Field.PATIENT,
        f"«{text}»: no hay tal paciente. Pruebe con una sola parte del nombre o con su teléfono. Para alguien nuevo, en"
        f" su lugar: --nuevo «Nombre Apellido»{phone}.",
    )


def names_of(uow: UnitOfWork, person_ids: Collection[int]) -> dict[int, str]:
    """What people who write told us of their names, by id; without those who told none."""
    if not person_ids:
        return {}
    staff = {person.id: person for person in uow.staff.list()}
    chats = (uow.conversations.of_person(id) for id in sorted(set(person_ids) - staff.keys()))
    people = [*staff.values(), *(chat.person for chat in chats if chat is not None)]
    return {person.id: person.name for person in people if person.id in person_ids and person.name}


def find_chat(uow: UnitOfWork, text: str) -> Conversation:
    """By id, or by the person's phone. Raises DeskRefused."""
    number = digits(text)
    if len(number) >= _PHONE_DIGITS:
        if found := uow.conversations.list(number_ends=number[-_PHONE_DIGITS:], limit=1):
            return found[0]
    elif number:
        try:
            return uow.conversations.get(int(number))
        except NotFound:
            pass
    raise DeskRefused(f"No hay ningún chat «{text}». Búsquelo con: turnero chats listar")
