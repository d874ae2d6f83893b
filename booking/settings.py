"""Settings, read once from the environment, `.env` and what Turnero keeps in its home. Nothing else reads them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from booking.models.patient_files import LARGEST_DOCUMENT, MEGABYTE
from booking.models.retention import CLINICAL_KEPT, FILES_KEPT

KEPT = "whatsapp.env"
"""The file of `TURNERO_HOME` with the settings of WhatsApp that `turnero whatsapp conectar` keeps. What the environment
or `.env` says goes before."""

_PREFIX = "whatsapp_"


class _Kept(PydanticBaseSettingsSource):
    """What lies in the home that the sources before this one name."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        raise NotImplementedError  # the file is read whole

    def __call__(self) -> dict[str, Any]:
        home = self.current_state.get("turnero_home") or self.settings_cls.model_fields["turnero_home"].default
        read = DotEnvSettingsSource(self.settings_cls, env_file=Path(home) / KEPT, env_ignore_empty=True)()
        return {name: value for name, value in read.items() if name.startswith(_PREFIX)}


class Settings(BaseSettings):
    """Every setting, under the name of its environment variable (case does not matter). `_env_file=None` reads no file.

    Without `DATABASE_URL` an embedded PostgreSQL lives in `TURNERO_HOME`. Without WhatsApp credentials
    outgoing messages wait in the outbox. Secrets never appear in a repr.
    """

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True)

    turnero_home: Path = Path(".turnero")
    database_url: SecretStr | None = None
    """A PostgreSQL of one's own, as its application role. None: the embedded one."""
    database_pool_size: int = Field(default=12, ge=2)
    """Connections to it of each process, at most."""

    clinic_timezone: str = "America/Tijuana"
    """Of a clinic that is entered without one."""
    admin_phone_number: str | None = None
    """Whom `turnero personal alta admin` is for, where it names no number."""

    whatsapp_verify_token: SecretStr | None = None
    whatsapp_app_secret: SecretStr | None = None
    whatsapp_access_token: SecretStr | None = None
    whatsapp_phone_number_id: str | None = None
    whatsapp_business_account_id: str | None = None
    """Whose templates `turnero plantillas comprobar` compares with ours."""
    whatsapp_webhook_url: str | None = None
    """Where the internet reaches `turnero serve`: https://…/webhook. Meta sends messages there."""
    whatsapp_api_base_url: str = "https://graph.facebook.com/v26.0"
    whatsapp_timeout_seconds: float = Field(default=10, gt=0)
    """To the first byte of each answer, and for the answer as a whole."""

    llm_primary_model: str = "deepseek/deepseek-flash"
    llm_fallback_model: str = "anthropic/claude-sonnet-4-6"
    llm_primary_api_base: str | None = None
    llm_fallback_api_base: str | None = None
    llm_primary_api_key: SecretStr | None = None
    llm_fallback_api_key: SecretStr | None = None
    """Any model that litellm knows by name ("openai/…", "gemini/…", "ollama/…"). One with an address of its own needs
    no key; deepseek/… and anthropic/… have theirs below too."""
    deepseek_api_key: SecretStr | None = None
    anthropic_api_key: SecretStr | None = None
    transcription_model: str | None = None
    transcription_api_base: str | None = None
    transcription_api_key: SecretStr | None = None
    """Writes down voice notes, as litellm names it ("groq/whisper-large-v3", "openai/whisper-1"), with a key or at an
    address of one's own. None: patients are asked to write."""
    transcription_timeout_seconds: float = Field(default=15, gt=0)
    llm_timeout_seconds: float = Field(default=8, gt=0)
    """For the answer of each model; what comes later is not waited for."""
    llm_keep_texts: bool = False
    """Store what a model was shown of a message beside the call's cost, for `TEXTS_KEPT`: to see what rules miss."""

    embeddings_model: str = "paraphrase-multilingual-MiniLM-L12-v2"
    """Makes vectors of the clinic's documents and of what is asked of them, where the extra `embeddings` is installed:
    a model of sentence-transformers, or the folder of one. With the extra `embeddings-small` there is
    "universal-sentence-encoder-multilingual-3". "no": words alone are looked for."""
    embeddings_threshold: float | None = Field(default=None, gt=0, lt=1)
    """The cosine from which a passage is about a question. None: what is known of the model, or
    what it measures of itself as it is loaded."""

    documents_ask_model: bool = False
    """Whether the models that read messages are also shown a question with the passages of the clinic's documents that
    words found, to quote the one that answers or to say that none does. What is told is the passage as it stands."""

    turns_kept_days: int = Field(default=CLINICAL_KEPT.days, ge=1)
    """For so long a turn can be replayed; then what it learnt of patients is forgotten."""

    http_connections: int = Field(default=512, ge=16)
    http_waiting_per_address: int = Field(default=128, ge=1)
    """Connections of one address that wait for their next request; what is being answered is not counted. A reverse
    proxy is one address: let it have as many as it keeps open."""

    turn_pause_ms: int = Field(default=700, ge=0)
    """Texts that come within such a pause of one another are one turn."""
    conversation_idle_hours: float = Field(default=24, gt=0)
    """What was under way ends after so long a silence."""
    handoff_hours: float = Field(default=12, gt=0)
    """A chat that a person took goes back to the bot after so long."""
    worker_threads: int = Field(default=32, ge=1)
    """Jobs that a worker process runs at once."""

    paginas_en: str | None = None
    """The names, with a comma between them, under which staff open the pages from elsewhere ("agenda.clinica.mx"),
    through a proxy that speaks HTTPS. None: the pages are for this machine alone."""

    turnero_como: str | None = None
    """Who works at this machine's desk, where the command does not say."""

    nombres_completos: bool = False
    """Whether the desk's commands show whole names and numbers of patients; then each look is recorded."""

    archivos_de_pacientes: Literal["guardar", "rechazar"] = "rechazar"
    """What becomes of pictures (JPEG, PNG) and PDF that patients send: kept for the staff, or refused in words."""
    archivos_mb: int = Field(default=16, ge=1, le=LARGEST_DOCUMENT // MEGABYTE)
    """The largest document that is kept. A picture has 5 MB at most, at WhatsApp."""
    archivos_dias: int = Field(default=FILES_KEPT.days, ge=1)
    """For so long they are kept."""

    turnero_now: dt.datetime | None = None
    turnero_clock_file: Path | None = None
    """A demo clinic's clock: started then, or read from a file at each use, which goes before."""
    turnero_now_since: float | None = None
    """When it was `turnero_now`, in seconds since 1970; by default as the process starts. `serve` tells its workers,
    whose clock is its own."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        said = (init_settings, env_settings, dotenv_settings)
        files = isinstance(dotenv_settings, DotEnvSettingsSource) and dotenv_settings.env_file is not None
        return (*said, _Kept(settings_cls)) if files else said

    @field_validator("clinic_timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, OSError) as error:  # a folder's name is an OSError
            raise ValueError("CLINIC_TIMEZONE is no zone of the IANA list, for example America/Tijuana") from error
        return value

    @field_validator("turnero_now")
    @classmethod
    def _with_offset(cls, value: dt.datetime | None) -> dt.datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("TURNERO_NOW needs an offset, for example 2026-11-24T10:00:00-08:00")
        return value

    @property
    def clock_is_set(self) -> bool:
        """Somebody moved the clock; only a demo clinic may run on it."""
        return self.turnero_now is not None or self.turnero_clock_file is not None

    @property
    def zone(self) -> ZoneInfo:
        """The clinic's time zone."""
        return ZoneInfo(self.clinic_timezone)
