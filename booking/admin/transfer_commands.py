"""`turnero importar` and `turnero exportar`: patients and appointments from and to other programs' files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused
from booking.admin.operating_user import at_the_desk

if TYPE_CHECKING:
    import datetime as dt

    from booking.desk.import_appointments import Wanted
    from booking.desk.importing import Outcome
    from booking.models import Actor
    from booking.ports import UnitOfWork
    from booking.runtime.composition_root import App

    Run = Callable[[bool], list[Outcome]]

T = TypeVar("T")

importing = typer.Typer(name="importar", no_args_is_help=True, help="Traer pacientes y citas de otro programa.")
exporting = typer.Typer(name="exportar", no_args_is_help=True, help="Sacar pacientes y citas a un archivo.")

_BATCH = 100
_MOST = 30_000_000
_ON = "Primero muestra qué pasaría, fila por fila, y pregunta; sin un sí no se guarda nada."

FROM = Annotated[Path, typer.Argument(metavar="ARCHIVO", exists=True, dir_okay=False, help="Un .csv.")]
CALENDAR_TOO = Annotated[
    Path, typer.Argument(metavar="ARCHIVO", exists=True, dir_okay=False, help=".csv, o .ics de un calendario.")
]
TO = Annotated[Path, typer.Argument(metavar="ARCHIVO", dir_okay=False, help="Archivo nuevo.")]
SIMULATE = Annotated[bool, typer.Option("--simular", help="Solo mostrar qué pasaría.")]
YES = Annotated[bool, typer.Option("--si", "--sí", help="No preguntar.")]
SINCE = Annotated[str | None, typer.Option("--desde", help="Primer día.")]
UNTIL = Annotated[str | None, typer.Option("--hasta", help="Último día, incluido.")]
OVER = Annotated[bool, typer.Option("--si", "--sí", help="Aunque el archivo ya exista.")]


@importing.command("pacientes", epilog=_ON)
def import_patients(context: typer.Context, file: FROM, simulate: SIMULATE = False, yes: YES = False) -> None:
    """Importa pacientes. Columnas: nombre; y si las hay, apellidos, teléfono y correo. La misma persona (nombre y
    teléfono) no se repite, aunque se importe dos veces."""
    from booking.desk import import_patients as desk
    from booking.desk.importing import Known

    if file.suffix.casefold() == ".ics":
        raise typer.BadParameter("los pacientes van en un .csv; un .ics trae citas.", param_hint="ARCHIVO")
    by = at_the_desk()
    sheet = desk.read(_content(file))
    _tell_unused(sheet.unused, desk.NOT_TAKEN)
    with composition.opened(context) as wired:
        now, number = wired.clock.now(), wired.tools.number

        def run(simulate: bool) -> list[Outcome]:
            outcomes: list[Outcome] = []
            with wired.begin() as uow:
                known = Known.of(uow)
            for rows in _shown(_batches(sheet.rows), len(sheet.rows)):
                with wired.begin() as uow:
                    outcomes += desk.enter(uow, known, rows, number, now, simulate=simulate)
                    if not simulate:
                        uow.commit()
            return outcomes

        _decide(wired, run, run(True), f"importar pacientes {file.name}", by, simulate, yes)


@importing.command("citas", epilog=_ON)
def import_appointments(
    context: typer.Context,
    file: CALENDAR_TOO,
    doctor: Annotated[str | None, typer.Option("--doctor", help="De las citas que no dicen de quién son.")] = None,
    overbook: Annotated[bool, typer.Option("--sobrecupo", help="También donde no hay lugar u horario.")] = False,
    simulate: SIMULATE = False,
    yes: YES = False,
) -> None:
    """Importa citas por venir. Columnas: paciente, fecha y hora (o inicio), doctor; y si las hay, teléfono, correo,
    tipo, motivo y estado. El día va primero: 24/11/2026. De un calendario, el título es el paciente. La misma cita
    (doctor, inicio y paciente) no se repite, aunque después se haya movido o cancelado. A los pacientes no se les
    avisa."""
    from booking.desk.import_appointments import Wanted

    by, content = at_the_desk(), _content(file)
    with composition.opened(context) as wired:
        run = _appointments(wired, content, file.suffix.casefold() == ".ics", Wanted(doctor, overbook), by)
        _decide(wired, run, run(True), f"importar citas {file.name}", by, simulate, yes)


def _appointments(wired: App, content: bytes, calendar: bool, wanted: Wanted, by: Actor) -> Run:
    from zoneinfo import ZoneInfo

    from booking.desk import calendar_files, find_people
    from booking.desk import import_appointments as desk
    from booking.desk.importing import Known

    with wired.begin() as uow:
        zone = ZoneInfo(find_people.clinic_of(uow).zone)
        if wanted.doctor:
            find_people.find_doctor(uow, wanted.doctor)
    if calendar:
        rows = calendar_files.read(content, zone)
    else:
        sheet = desk.read(content)
        rows = sheet.rows
        _tell_unused(sheet.unused, desk.NOT_TAKEN)
    days, timeless = desk.by_day(rows, zone)

    def run(simulate: bool) -> list[Outcome]:
        outcomes = list(timeless)
        with wired.begin() as uow:
            importer = desk.Importer(Known.of(uow), wanted, wired.tools.number, by)
        for day in _shown(days, len(rows)):
            with wired.begin() as uow:
                entered = importer.day(uow, day, wired.clock.now())
                outcomes += entered.outcomes
                if simulate:
                    for newcomer in entered.newcomers:
                        importer.known.forget(newcomer)
                else:
                    uow.commit()
        return outcomes

    return run


def _decide(wired: App, run: Run, tried: Sequence[Outcome], what: str, by: Actor, simulate: bool, yes: bool) -> None:
    """Show what would come of each row, ask, and do it."""
    from booking.desk.export_record import record_change
    from booking.desk.importing import Came

    _tell(tried)
    if simulate:
        output.say("No se guardó nada: era una simulación.")
        return
    if all(outcome.came in (Came.THERE, Came.REFUSED) for outcome in tried):
        output.say("No hay nada nuevo que guardar.")
        return
    if not yes and not output.agreed("¿Importar lo que se puede? (sí/no)"):
        raise CommandRefused("No se importó nada. Para importar sin preguntar, añada --si.")
    done = run(False)
    counted = _counted(done)
    with wired.begin() as uow:
        record_change(uow, f"{what}: {counted}", by.name or "", wired.clock.now())
        uow.commit()
    output.say(f"Listo. {counted}.")
    other = {outcome.row: outcome.came for outcome in tried}
    if changed := [outcome for outcome in done if outcome.came is not other[outcome.row]]:
        output.say("Estas cambiaron mientras tanto:")
        _tell(changed)


def _tell(outcomes: Sequence[Outcome]) -> None:
    from booking.desk.importing import Came

    told: dict[tuple[Came, str], list[int]] = {}
    for outcome in sorted(outcomes):
        if outcome.why:
            told.setdefault((outcome.came, outcome.why), []).append(outcome.row)
    if told:
        output.table(("Fila", "", "Por qué"), [(_ranges(rows), c.value, why) for (c, why), rows in told.items()])
    refused = any(outcome.came is Came.REFUSED for outcome in outcomes)
    end = " Corrija esas filas e importe otra vez el mismo archivo: lo que ya está no se repite." if refused else ""
    output.say(f"{_counted(outcomes)}.{end}")


def _ranges(rows: Sequence[int]) -> str:
    """3, 4, 5, 9 → 3–5, 9"""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _counted(outcomes: Sequence[Outcome]) -> str:
    from booking.desk.importing import Came

    counts = Counter(outcome.came for outcome in outcomes)
    words = ("nuevas", "ya estaban", "completadas", "no se importan")
    named = zip(Came, words, strict=True)
    told = ", ".join(f"{counts[came]} {came if counts[came] == 1 else word}" for came, word in named if counts[came])
    return f"{len(outcomes)} filas: {told or 'ninguna'}"


def _tell_unused(headings: Sequence[str], not_taken: Mapping[str, str]) -> None:
    """Headings that mean nothing to us, and those of our own export that cannot be taken, with the reason."""
    ours = [heading for heading in headings if heading.casefold() in not_taken]
    others = [heading for heading in headings if heading not in ours]
    for heading in ours:
        output.say(f"La columna «{heading}» no se importa: {not_taken[heading.casefold()]}.")
    if others:
        output.say(f"No se usan estas columnas: {', '.join(others)}")


def _content(file: Path) -> bytes:
    if file.stat().st_size > _MOST:
        raise typer.BadParameter("es demasiado grande; pártalo en varios.", param_hint="ARCHIVO")
    return file.read_bytes()


def _batches(rows: Sequence[T]) -> list[Sequence[T]]:
    return [rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH)]


def _shown(batches: Iterable[Sequence[T]], total: int) -> Iterator[Sequence[T]]:
    """Each of them, with how far it is on a terminal."""
    import sys

    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Filas", total=total)
        for batch in batches:
            yield batch
            bar.advance(task, len(batch))


@exporting.command("pacientes")
def export_patients(
    context: typer.Context, file: TO, since: SINCE = None, until: UNTIL = None, yes: OVER = False
) -> None:
    """Guarda los pacientes, con sus datos completos, en un .csv; con fechas, los que tienen o tuvieron cita entonces.
    Queda registrado quién lo hizo."""
    from booking.desk import export_files

    def made(uow: UnitOfWork, now: dt.datetime) -> tuple[bytes, int]:
        found = export_files.patients(uow, now, since, until)
        return export_files.patients_csv(found), len(found)

    _written(context, file, "pacientes", (".csv",), made, yes)


@exporting.command("citas")
def export_appointments(
    context: typer.Context, file: TO, since: SINCE = None, until: UNTIL = None, yes: OVER = False
) -> None:
    """Guarda las citas, con los datos completos de los pacientes, en un .csv o un .ics. Queda registrado quién."""
    from booking.desk import calendar_files, export_files

    def made(uow: UnitOfWork, now: dt.datetime) -> tuple[bytes, int]:
        rows = export_files.appointments(uow, now, since, until)
        calendar = file.suffix.casefold() == ".ics"
        return calendar_files.written(rows, now) if calendar else export_files.appointments_csv(rows), len(rows)

    _written(context, file, "citas", (".csv", ".ics"), made, yes)


def _written(
    context: typer.Context,
    file: Path,
    what: str,
    kinds: Sequence[str],
    made: Callable[[UnitOfWork, dt.datetime], tuple[bytes, int]],
    over: bool,
) -> None:
    """Record who takes the data, then write the file, for its owner's eyes."""
    from booking.desk.export_record import record_export

    if file.suffix.casefold() not in kinds:
        raise typer.BadParameter(f"termina en {' o '.join(kinds)}.", param_hint="ARCHIVO")
    if file.exists() and not over:
        raise CommandRefused(f"Ya existe {file}. Elija otro nombre, o añada --si para escribir encima.")
    who = at_the_desk().name or ""
    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        content, count = made(uow, now)
        record_export(uow, f"exportar {what} {file.name}", who, now)
        uow.commit()
    try:
        with open(file, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
            out.write(content)
    except OSError as error:
        raise CommandRefused(f"No se puede escribir {file}: {error.strerror}. Elija otra carpeta.") from error
    output.say(f"{count} {what} en {file}. Son datos personales: bórrelo cuando ya no haga falta.")
