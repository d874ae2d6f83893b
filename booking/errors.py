"""The tree of errors. The docstring of a class is its message; no Spanish, no HTTP, no settings."""

from __future__ import annotations


class TurneroError(Exception):
    """Something went wrong."""

    def __str__(self) -> str:
        detail = super().__str__()
        said = (self.__class__.__doc__ or "").strip()
        return f"{said} {detail}".strip() if detail else said


class InvalidTable(TurneroError):
    """The transition table breaks one of its own rules."""


class InvalidReplies(TurneroError):
    """A reply asks what it does not say how to answer, or the other way round."""


class InvalidTool(TurneroError):
    """A tool of staff's is not whole."""


class ConversationMoved(TurneroError):
    """The conversation changed while it was being understood; read it again."""


class ChangedMeanwhile(TurneroError):
    """What was to be done together changed while it was being done; nothing of it is."""


class ServiceUnavailable(TurneroError):
    """A service that a turn asked did not answer in time."""


class WhatsAppRefused(ServiceUnavailable):
    """WhatsApp refuses."""

    def __init__(self, said: str, code: int | None = None, subcode: int | None = None) -> None:
        """`code` and `subcode` are those of the Graph API's error."""
        super().__init__(said)
        self.code, self.subcode = code, subcode


class DocumentUnreadable(TurneroError):
    """A document cannot be read."""

    def __init__(self, why: str) -> None:
        """One word of `nlu/document_files`."""
        super().__init__(why)
        self.why = why


class SettingsInvalid(TurneroError):
    """A setting is missing or cannot be used."""


class AddressNotFree(SettingsInvalid):
    """Turnero cannot be reached at that address."""


class ServedAlready(SettingsInvalid):
    """This clinic is served already."""


class NotConnected(SettingsInvalid):
    """WhatsApp is not connected."""


class DatabaseUnavailable(TurneroError):
    """The database cannot be used."""


class TablesDiffer(DatabaseUnavailable):
    """The database's tables are not of this version."""


class CopyNewer(TablesDiffer):
    """A copy of the database is of a newer version."""


class CopyInvalid(TurneroError):
    """A copy of the database cannot be made or used."""

    def __init__(self, said: str, why: str, where: object = "") -> None:
        """`why`: one word of `storage/copies` or `runtime/backups`; `where`: the file or folder that it is about."""
        super().__init__(said)
        self.why, self.where = why, where


class NotCovered(TurneroError):
    """A calendar was asked about a day that was not read."""


class Unstorable(TurneroError):
    """The database will not have these values, now or later."""


class NotFound(TurneroError):
    """There is no such record."""
