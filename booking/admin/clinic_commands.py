"""`turnero clinica`: what the clinic is and what it answers; a real one of one's own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from booking.admin import appointment_listing, composition, output
from booking.admin.failures import CommandRefused
from booking.admin.looks import touched_whole

if TYPE_CHECKING:
    from booking.desk.clinic_file import ClinicFile
    from booking.models import Clinic
    from booking.runtime.composition_root import App

app = typer.Typer(name="clinica", no_args_is_help=True, help="Dar de alta la clínica, verla y cambiarla.")

JSON = Annotated[bool, typer.Option("--json", help="Todos los datos.")]
SIMULATE = Annotated[bool, typer.Option("--simular", help="Solo decir qué cambiaría.")]
FILE = Annotated[
    Path | None, typer.Option("--archivo", metavar="clinica.toml", help="Todo escrito en un archivo; - es la entrada.")
]

_EXAMPLE = "Clínica Ejemplo"
SAMPLE = f"""\
# Una clínica para Turnero. Cambie lo que sea suyo y borre lo demás. Lo que no se diga aquí se queda como está.
[clinica]
nombre = "{_EXAMPLE}"
direccion = "Av. Reforma 10, Centro, Tijuana, B. C."
mapa = "https://maps.app.goo.gl/ejemplo"
telefono = "664 123 4567"
zona = "America/Tijuana"
abre = "08:00"
cierra = "20:00"

[respuestas]                      # lo que se contesta; sin un dato, se ofrece pasar con recepción
seguros = ["GNP", "AXA"]          # [] si no aceptan ninguno
tarjetas = "Sí, de crédito y débito."
estacionamiento = "gratis, en el sótano"
que_llevar = "Identificación y estudios anteriores."
ayuno = "Solo para análisis de sangre: 8 horas."

[recordatorios]                   # cuántas horas antes de la cita se recuerda; [] nunca
horas = [72, 24, 2]

[[recordatorios.tipos]]           # solo ese tipo de consulta; sin horas, las de todas
tipo = "laboratorio"
horas = [24, 2]
preparacion = "en ayunas"         # con qué venir preparado: pocas palabras, las ve quien mire la pantalla

[emergencias]                     # además de las palabras y del 911 de siempre
palabras = ["se me botó la sutura"]
texto = "Guardia: 664 765 4321."

[[precios]]
de = "Consulta"
precio = "$600"

[[precios]]
de = "Ultrasonido"
precio = "desde $900"

[[preguntas]]
palabras = "wifi; clave internet" # con cualquiera de estos grupos de palabras
respuesta = "La clave está en la sala de espera."

[[consultas]]
tipo = "primera_vez"
minutos = 40

[[consultas]]
tipo = "laboratorio"
minutos = 20

[[doctores]]
nombre = "Dra. Eva Luna"
especialidad = "Medicina general"
consultorio = "3"

[[doctores.horarios]]
dias = ["lun-vie"]
horas = ["09:00-14:00", "16:00-19:00"]
minutos = 30
"""


@app.command("crear")
def create(
    context: typer.Context,
    file: FILE = None,
    simulate: SIMULATE = False,
    ask: Annotated[bool, typer.Option("--preguntar", help="Preguntar, aunque no sea una terminal.")] = False,
    sample: Annotated[bool, typer.Option("--plantilla", help="Imprimir un clinica.toml de ejemplo.")] = False,
    instead: Annotated[
        bool, typer.Option("--en-lugar-de-la-demo", help="Borrar antes la clínica de demostración, con todo.")
    ] = False,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Borrar la demostración sin preguntar.")] = False,
    json: JSON = False,
) -> None:
    """Da de alta la clínica: pregunta una cosa a la vez, o la lee de --archivo, con sus doctores y horarios.

    El mismo archivo otra vez no cambia nada; uno cambiado, solo eso. Para empezar uno: --plantilla.
    """
    if sample:
        output.say(SAMPLE.rstrip())
        return
    if file is None and not ask and not sys.stdin.isatty():
        raise CommandRefused(
            "No hay a quién preguntarle: esto no es una terminal. Escriba la clínica en un archivo: turnero clinica"
            " crear --plantilla > clinica.toml, y después turnero clinica crear --archivo clinica.toml"
        )
    wanted = _read(context, file)
    if wanted is not None and wanted.clinica.nombre == _EXAMPLE and not simulate:
        raise CommandRefused(
            f"No se guardó nada: el archivo es todavía el ejemplo («{_EXAMPLE}»). Escriba en él lo de su clínica, y"
            " borre lo que no sea suyo: los pacientes leerían esos teléfonos y precios."
        )
    with composition.opened(context) as wired:
        there = composition.clinic(wired)
        if there is not None and there.demo:
            _leave_the_demo(context, wired, there, instead=instead, simulate=simulate, yes=yes)
            there = None
        if there is not None and wanted is None:
            raise CommandRefused(
                f"Ya está dada de alta: {there.name}. Para cambiarla: turnero clinica editar; para verla: turnero"
                " clinica ver"
            )
        _write(wired, wanted or _asked(wired), simulate=simulate, json=json)


@app.command("ver")
def show(
    context: typer.Context,
    toml: Annotated[bool, typer.Option("--toml", help="Como un archivo que «crear --archivo» lee.")] = False,
    json: JSON = False,
) -> None:
    """Muestra lo que la clínica dice de sí misma y lo que contesta."""
    from booking.desk import clinic_views

    with composition.opened(context) as wired, wired.begin() as uow:
        told = clinic_views.as_json(uow)
    if toml:
        output.say(clinic_views.as_toml(told).rstrip())
    elif json:
        output.as_json(told)
    else:
        caption = "Para cambiar algo: turnero clinica editar. Los doctores: turnero doctores listar"
        output.table(("Dato", "Valor"), clinic_views.rows(told), caption)


@app.command("editar")
def edit(
    context: typer.Context,
    name: Annotated[str | None, typer.Option("--nombre")] = None,
    address: Annotated[str | None, typer.Option("--direccion", "--dirección")] = None,
    map_link: Annotated[str | None, typer.Option("--mapa", help="Liga, https://…")] = None,
    phone: Annotated[str | None, typer.Option("--telefono", "--teléfono")] = None,
    zone: Annotated[str | None, typer.Option("--zona", help="America/Tijuana…")] = None,
    opens: Annotated[str | None, typer.Option("--abre", help="08:00")] = None,
    closes: Annotated[str | None, typer.Option("--cierra", help="20:00")] = None,
    specialties: Annotated[list[str] | None, typer.Option("--especialidad", help="Se puede repetir.")] = None,
    insurances: Annotated[list[str] | None, typer.Option("--seguro", help="Se puede repetir; «ninguno».")] = None,
    cards: Annotated[str | None, typer.Option("--tarjetas", help="Qué se dice de las tarjetas.")] = None,
    parking: Annotated[str | None, typer.Option("--estacionamiento", help="Qué se dice de él.")] = None,
    bring: Annotated[str | None, typer.Option("--llevar", help="Qué hay que llevar.")] = None,
    fasting: Annotated[str | None, typer.Option("--ayuno", help="Si hay que ir en ayunas.")] = None,
    prices: Annotated[
        list[str] | None, typer.Option("--precio", help="«Consulta=$600», «Consulta con Méndez=$800»; «…=» lo quita.")
    ] = None,
    questions: Annotated[list[str] | None, typer.Option("--pregunta", help="«wifi=Sí hay»; «wifi=» la quita.")] = None,
    words: Annotated[list[str] | None, typer.Option("--emergencia", help="Palabras de una emergencia.")] = None,
    urgent: Annotated[str | None, typer.Option("--texto-emergencia", help="Qué decir además del 911.")] = None,
    simulate: SIMULATE = False,
    json: JSON = False,
) -> None:
    """Cambia lo que se diga, y nada más; «--telefono ""» lo borra. Sin opciones, pregunta una cosa a la vez."""
    from booking.desk import clinic_edits

    clinic = {
        "nombre": name,
        "direccion": address,
        "mapa": map_link,
        "telefono": phone,
        "zona": zone,
        "abre": opens,
        "cierra": closes,
        "especialidades": specialties,
    }
    answers = {
        "seguros": [] if insurances in (["ninguno"], ["no"]) else insurances,
        "tarjetas": cards,
        "estacionamiento": parking,
        "que_llevar": bring,
        "ayuno": fasting,
    }
    given: dict[str, Any] = {
        "clinica": clinic,
        "respuestas": answers,
        "emergencias": {"palabras": words, "texto": urgent},
    }
    said = any(value is not None for table in given.values() for value in table.values())
    with composition.opened(context) as wired:
        if not (said or prices or questions):
            if not sys.stdin.isatty():
                raise CommandRefused("Diga qué cambiar, por ejemplo --telefono. Todas: turnero clinica editar --help")
            wanted = _asked(wired)
        else:
            with wired.begin() as uow:
                wanted = clinic_edits.of(uow, given, prices or (), questions or ())
        _write(wired, wanted, simulate=simulate, json=json)


@app.command("preguntas")
def questions(
    context: typer.Context,
    days: Annotated[int, typer.Option("--dias", "--días", min=1, help="De cuántos días.")] = 30,
    json: JSON = False,
) -> None:
    """Lo que preguntaron los pacientes y la clínica no ha dicho, por tema y sin sus palabras."""
    from booking.desk import unanswered

    with composition.opened(context) as wired, wired.begin() as uow:
        found = unanswered.listed(uow, days, wired.clock.now())
    if json:
        output.as_json(found)
    elif found:
        output.table(unanswered.COLUMNS, [unanswered.line(row) for row in found])
    else:
        output.say("Nada quedó sin contestar.")


def _read(context: typer.Context, file: Path | None) -> ClinicFile | None:
    if file is None:
        return None
    from booking.admin.failures import options_named
    from booking.desk import clinic_file

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{file}: no es texto en UTF-8; guárdelo así.", param_hint="--archivo") from error
    except OSError as error:
        why = "no existe" if isinstance(error, FileNotFoundError) else "no se puede leer"
        raise typer.BadParameter(f"{file}: {why}.", param_hint="--archivo") from error
    with options_named(context):
        return clinic_file.read(text)


def _asked(wired: App) -> ClinicFile:
    """What whoever is at the terminal answers."""
    from booking.admin import clinic_guide
    from booking.desk import clinic_views, edit_clinic

    with wired.begin() as uow:
        there = edit_clinic.entered(uow)
        told = clinic_views.as_json(uow) if there else edit_clinic.nothing(wired.settings.clinic_timezone)
    try:
        return clinic_guide.asked(told)
    except typer.Abort:
        raise CommandRefused("Se dejó a medias: no se guardó nada.") from None


def _write(wired: App, wanted: ClinicFile, *, simulate: bool, json: bool) -> None:
    from booking.desk import edit_clinic

    with wired.begin() as uow:
        changed, affected = edit_clinic.write(uow, wanted, wired.clock.now(), wired.settings.clinic_timezone)
        lacking = edit_clinic.lacking(uow)
        whole = touched_whole(wired, uow, affected, json, "clinica: citas afectadas")
        if not simulate:
            uow.commit()
    if json:
        output.as_json({"cambios": changed, "citas_afectadas": [row["id"] for row in affected], "falta": lacking})
        return
    for line in changed or ["Nada que cambiar: ya está así."]:
        output.say(f"• {line}")
    appointment_listing.show_touched(affected, whole=whole)
    if simulate:
        output.say("Fue un simulacro: no se guardó nada.")
        return
    for line in lacking:
        output.say(line)


def _leave_the_demo(
    context: typer.Context, wired: App, there: Clinic, *, instead: bool, simulate: bool, yes: bool
) -> None:
    """Nothing invented becomes a real clinic's. Raises CommandRefused unless it is to be erased."""
    if not instead or simulate:
        raise CommandRefused(
            f"Aquí está {there.name}: sus doctores, pacientes y citas son inventados, y no se mezclan con los de una"
            " clínica de verdad. Para la suya, en otra carpeta: TURNERO_HOME=~/mi-clinica turnero clinica crear."
            " O borrando la demostración: turnero clinica crear --en-lugar-de-la-demo"
        )
    contents = composition.root(context).demo_erases(wired)
    if contents is not None and not (contents.untouched or yes):
        output.note(f"Se va a borrar todo lo de {contents.clinic}: {contents}.")
        if not output.agreed("¿Borrarlo? (sí/no)"):
            raise CommandRefused("No se borró ni se guardó nada. Para no preguntar: --si")
    composition.root(context).erase_demo(wired)
