"""What every store must do with files that patients send."""

from __future__ import annotations

from booking.models import FileState, Identity, PatientFile, Unsupported
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import ANA, BETO, DAY, HOUR, MINUTE, NOW, message

CONTENT = b"%PDF-1.7\n\x00\xff\xfe what it says"


def brought(begin: UnitOfWorkFactory, wamid: str, who: Identity = ANA, name: str | None = None) -> PatientFile:
    """The file of one message of theirs, which is still to be fetched."""
    content = Unsupported(what="document", media=f"media-{wamid}")
    with begin() as uow:
        accepted = uow.inbox.accept(message(wamid, who, content=content), NOW)
        assert accepted is not None
        for _ in range(2):
            uow.files.expect(accepted.conversation_id, accepted.message_id, f"media-{wamid}", name, NOW)
        uow.commit()
    with begin() as uow:
        return uow.files.of(accepted.conversation_id)[-1]


class FilesContract:
    """`PatientFiles`."""

    def test_a_file_is_expected_once_and_asked_for_again_later(self, begin: UnitOfWorkFactory) -> None:
        file = brought(begin, "1", name="estudios ñ.pdf")
        assert (file.state, file.attempts, file.media, file.name) == (
            FileState.EXPECTED,
            0,
            "media-1",
            "estudios ñ.pdf",
        )
        with begin() as uow:
            assert uow.files.due(file.conversation_id, NOW) == [file]
            uow.files.count_attempt(file.id, NOW + MINUTE)
            uow.commit()
        with begin() as uow:
            assert uow.files.due(file.conversation_id, NOW) == []
            (again,) = uow.files.due(file.conversation_id, NOW + MINUTE)
            assert again.attempts == 1
            assert uow.files.waiting(NOW, NOW - HOUR) == []
            assert uow.files.waiting(NOW + MINUTE, NOW - HOUR) == [file.conversation_id]

    def test_what_is_kept_comes_out_as_it_went_in_and_is_settled_for_good(self, begin: UnitOfWorkFactory) -> None:
        one, other = brought(begin, "1"), brought(begin, "2")
        with begin() as uow:
            uow.files.keep(one.id, CONTENT, "application/pdf", NOW + MINUTE)
            uow.files.give_up(other.id, FileState.GONE, NOW + MINUTE)
            uow.files.give_up(one.id, FileState.TOO_LARGE, NOW + HOUR)
            uow.files.keep(other.id, CONTENT, "application/pdf", NOW + HOUR)
            uow.commit()
        with begin() as uow:
            kept, gone = uow.files.of(one.conversation_id)
            assert (kept.state, kept.kind, kept.size) == (FileState.KEPT, "application/pdf", len(CONTENT))
            assert (gone.state, gone.kind, gone.size) == (FileState.GONE, None, None)
            assert {kept.settled_at, gone.settled_at} == {NOW + MINUTE}
            assert (uow.files.content(one.id), uow.files.content(other.id)) == (CONTENT, None)
            assert uow.files.due(one.conversation_id, NOW + DAY) == []
            assert list(uow.files.untold(one.conversation_id)) == [kept, gone]
            assert uow.files.waiting(NOW, NOW + HOUR) == [one.conversation_id]
            uow.files.mark_told([kept.id, gone.id], NOW + HOUR)
            uow.commit()
        with begin() as uow:
            assert list(uow.files.untold(one.conversation_id)) == []
            assert uow.files.waiting(NOW + DAY, NOW + DAY) == []

    def test_nothing_is_left_of_what_is_erased_or_old(self, begin: UnitOfWorkFactory) -> None:
        mine, theirs = brought(begin, "1"), brought(begin, "2", BETO)
        with begin() as uow:
            uow.files.keep(mine.id, CONTENT, "application/pdf", NOW)
            assert uow.files.erase(mine.conversation_id) == 1
            assert uow.files.content(mine.id) is None
            assert uow.files.of(mine.conversation_id) == []
            assert list(uow.files.of(theirs.conversation_id)) == [theirs]
            assert uow.files.forget(NOW) == 0
            assert uow.files.forget(NOW + MINUTE) == 1
            assert uow.files.of(theirs.conversation_id) == []
