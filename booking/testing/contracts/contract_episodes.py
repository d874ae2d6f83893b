"""What every store must do with what is remembered of people."""

from __future__ import annotations

import pytest

from booking.models import Conversation, Draft, Effect, TurnRecord
from booking.models.documents import EmbeddingModel
from booking.models.drafts import Booking
from booking.models.episodes import Episode, EpisodeKind
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import ANA, BETO, BOOKED, DAY, NOW, SEED, chat, record

MODEL = EmbeddingModel(name="small", dimension=3, threshold=0.7)
LOOKING: Draft = Booking(doctor="Dra. Paula Ríos")


def turn(conversation: Conversation, number: int, *, ends: bool = True) -> TurnRecord:
    """A turn in which an appointment was made, or nothing ended."""
    plain = record(conversation, number)
    made = Effect(name="book", value=BOOKED.model_dump(mode="json"))
    step = plain.steps[0].model_copy(update={"effects": (made,) if ends else (), "refused": None})
    return plain.model_copy(update={"steps": (step,)})


def episode(chat_id: int, number: int, kind: EpisodeKind, text: str, days_ago: int = 0) -> Episode:
    return Episode(
        conversation_id=chat_id, turn=number, kind=kind, at=NOW - days_ago * DAY, zone=SEED.clinic.zone, text=text
    )


def logged(begin: UnitOfWorkFactory, chat_id: int, *numbers: int) -> list[int]:
    """Ids of turns in each of which something ended."""
    with begin() as uow:
        talk = uow.conversations.get(chat_id)
        ids = [uow.turns.add(turn(talk, number)) for number in numbers]
        uow.commit()
    return ids


class EpisodesContract:
    """`Episodes`."""

    def test_what_ended_is_found_once_and_kept_once(self, begin: UnitOfWorkFactory) -> None:
        ana = chat(begin, ANA)
        with begin() as uow:
            talk = uow.conversations.get(ana)
            quiet = uow.turns.add(turn(talk, 1, ends=False))
            ends = uow.turns.add(turn(talk, 2))
            uow.commit()
        for new in (1, 0):
            with begin() as uow:
                found = uow.episodes.unwritten(10)
                assert [one.id for one in found] == [ends] * new
                assert uow.episodes.waiting() is bool(new)
                one = episode(ana, 2, EpisodeKind.BOOKED, "[23/11/2026 08:00] Agendar cita: mañana. Estado: agendada.")
                assert uow.episodes.keep([one], [quiet, ends]) == new
                uow.commit()
        with begin() as uow:
            person = uow.conversations.get(ana).person.id
            [kept] = uow.episodes.of_person(person)
            assert (kept.kind, kept.at, kept.text) == (one.kind, one.at, one.text)
            other = episode(
                ana, 2, EpisodeKind.UNANSWERED, "[23/11/2026 08:00] Pregunta: seguro. Estado: sin respuesta."
            )
            assert uow.episodes.keep([other, other]) == 1
            assert uow.episodes.keep([episode(ana, 99, EpisodeKind.BOOKED, "de ningún turno")]) == 0

    def test_a_rolled_back_job_leaves_it_to_the_next(self, begin: UnitOfWorkFactory) -> None:
        ana = chat(begin, ANA)
        [id] = logged(begin, ana, 1)
        with begin() as uow:
            uow.episodes.keep([episode(ana, 1, EpisodeKind.BOOKED, "cita")], [id])
        with begin() as uow:
            assert [one.id for one in uow.episodes.unwritten(10)] == [id]

    def test_a_search_finds_what_is_this_persons(self, begin: UnitOfWorkFactory) -> None:
        ana, beto = chat(begin, ANA), chat(begin, BETO)
        logged(begin, ana, 1, 2, 3)
        logged(begin, beto, 1)
        with begin() as uow:
            kinds = (EpisodeKind.BOOKED, EpisodeKind.CANCELLED, EpisodeKind.UNANSWERED)
            texts = ("Agendar cita: con Ríos", "Cancelar cita: con Salas", "Pregunta: estacionamiento")
            mine = [episode(ana, n, kinds[n - 1], texts[n - 1], 10 - n) for n in (1, 2, 3)]
            uow.episodes.keep([*mine, episode(beto, 1, EpisodeKind.BOOKED, "Agendar cita: con Ríos, de Beto")])
            uow.commit()
        with begin() as uow:
            who, other = (uow.conversations.get(id).person.id for id in (ana, beto))
            assert [one.text for one in uow.episodes.search(who, (), None, None, 3)] == list(texts[::-1])
            assert [one.text for one in uow.episodes.search(who, (), None, None, 1)] == [texts[2]]
            worded = uow.episodes.search(who, ("rios", "citas"), None, None, 1)
            assert [(one.text, one.rank > 0) for one in worded] == [(texts[2], False), (texts[0], True)]
            at = NOW - 8 * DAY
            assert [one.text for one in uow.episodes.search(who, (), None, None, 9, at, at + DAY, 5.0)] == [texts[1]]
            assert uow.episodes.search(who, ("rios",), None, None, 9, at + DAY * 3, None) == []
            [his] = uow.episodes.search(other, ("rios",), None, None, 9)
            assert his.text.endswith("de Beto")
            assert uow.episodes.search(10**6, ("rios",), None, None, 9) == []
            assert uow.episodes.purge(NOW - 8 * DAY) == 1
            assert len(uow.episodes.of_person(who)) == 2

    def test_vectors_find_what_words_do_not_and_go_with_their_episodes(self, begin: UnitOfWorkFactory) -> None:
        ana = chat(begin, ANA)
        logged(begin, ana, 1, 2)
        with begin() as uow:
            if not uow.episodes.has_vectors():
                pytest.skip("this PostgreSQL has no extension for vectors")
            uow.episodes.keep([episode(ana, n, EpisodeKind.BOOKED, f"cita {n}", 3 - n) for n in (1, 2)])
            uow.commit()
        with begin() as uow:
            who = uow.conversations.get(ana).person.id
            missing = uow.episodes.without_vector("small", 9)
            assert [text for _, text in missing] == ["cita 2", "cita 1"]
            vectors = [(1.0, 0.0, 0.0), (0.6, 0.8, 0.0)]
            uow.episodes.put_vectors(MODEL, [(id, vectors[n]) for n, (id, _) in enumerate(missing)])
            assert uow.episodes.vectors("small") == (2, 2)
            assert uow.episodes.without_vector("small", 9) == []
            found = uow.episodes.search(who, (), (0.0, 1.0, 0.0), "small", 1)
            assert [one.text for one in found] == ["cita 2", "cita 1"]
            assert found[1].similarity == pytest.approx(0.8, abs=1e-4)
            assert uow.episodes.search(who, (), (0.0, 1.0, 0.0), "other", 1)[0].similarity is None
            uow.episodes.purge(NOW)
            assert uow.episodes.vectors("small") == (0, 0)
