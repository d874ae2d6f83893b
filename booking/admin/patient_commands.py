"""`turnero pacientes`: who is on file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import appointment_listing, come_back_commands, composition, output
from booking.admin.failures import CommandRefused
from booking.admin.looks import shown_whole
from booking.admin.operating_user import name_at_the_desk

if TYPE_CHECKING:
    from booking.desk.patient_records import Shown

app = typer.Typer(name="pacientes", no_args_is_help=True, help="Buscar, ver, corregir, unir y borrar pacientes.")

ID = Annotated[int, typer.Argument(metavar="ID", help="Número del paciente.")]
JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado quién lo pidió.")]
YES = Annotated[bool, typer.Option("--si", "--sí", help="No preguntar.")]


@app.command("buscar")
def find(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXTO", help="Parte del nombre, teléfono o número.")],
    json: JSON = False,
) -> None:
    """Busca pacientes por nombre, teléfono o número."""
    from booking.desk import patient_records

    with composition.opened(context) as wired, wired.begin() as uow:
        found = patient_records.find(uow, text)
        whole = shown_whole(wired, uow, json, f"pacientes buscar: {', '.join(str(one.id) for one in found)}")
        rows = patient_records.rows(uow, found, wired.clock.now(), whole=whole)
        shown = [patient_records.as_json(patient_records.look(uow, one.id)) for one in found] if json else []
        if whole:
            uow.commit()
    if json:
        output.as_json(shown)
    else:
        output.table(patient_records.COLUMNS, rows, "Para ver uno: turnero pacientes ver NÚMERO")


@app.command("ver")
def show(context: typer.Context, patient_id: ID, json: JSON = False) -> None:
    """Muestra todos los teléfonos de un paciente, y sus citas pasadas y por venir."""
    from booking.desk import patient_records

    with composition.opened(context) as wired, wired.begin() as uow:
        shown = patient_records.look(uow, patient_id)
        whole = shown_whole(wired, uow, json, f"pacientes ver {patient_id}")
        if whole:
            uow.commit()
    if json:
        output.as_json(patient_records.as_json(shown))
    else:
        _tell(shown, whole=whole)


@app.command("editar")
def edit(
    context: typer.Context,
    patient_id: ID,
    name: Annotated[str | None, typer.Option("--nombre", help="El nombre correcto.")] = None,
    phone: Annotated[str | None, typer.Option("--telefono", "--teléfono", help="El teléfono correcto.")] = None,
    email: Annotated[str | None, typer.Option("--correo", help="El correo correcto.")] = None,
) -> None:
    """Corrige el nombre, el teléfono o el correo de un paciente. Queda registrado quién lo hizo."""
    from booking.desk import patient_records
    from booking.desk.export_record import record_change

    given = {"nombre": name, "teléfono": phone, "correo": email}
    changed = [field for field, said in given.items() if said is not None]
    if not changed:
        raise typer.BadParameter("diga qué se corrige: --nombre, --telefono o --correo.", param_hint="editar")
    who = name_at_the_desk()
    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        wanted = patient_records.Correction(name, phone, email)
        patient_records.edit(uow, patient_id, wanted, wired.tools.number, now)
        record_change(uow, f"pacientes editar {patient_id}: {', '.join(changed)}", who, now)
        shown = patient_records.look(uow, patient_id)
        uow.commit()
    _tell(shown, whole=False)


@app.command("unir")
def join(
    context: typer.Context,
    kept: ID,
    left: Annotated[int, typer.Argument(metavar="OTRO", help="El que deja de existir: sus citas pasan al primero.")],
    yes: YES = False,
) -> None:
    """Hace de dos registros de la misma persona uno, después de preguntar: citas, notas y teléfonos. No se deshace.
    Queda registrado quién lo hizo."""
    from booking.desk import patient_records
    from booking.desk.export_record import record_change

    who = name_at_the_desk()
    with composition.opened(context) as wired:
        with wired.begin() as uow:
            both = patient_records.to_join(uow, kept, left)
        if not yes:
            for shown in both:
                _tell(shown, whole=False)
            if not output.agreed(f"¿Unir el {left} al {kept}? No se puede deshacer. (sí/no)"):
                raise CommandRefused("No se unió nada. Para unirlos sin preguntar, añada --si.")
        with wired.begin() as uow:
            patient_records.join(uow, kept, left, wired.clock.now())
            record_change(uow, f"pacientes unir {kept} {left}", who, wired.clock.now())
            shown = patient_records.look(uow, kept)
            uow.commit()
    _tell(shown, whole=False)
    output.say(f"Listo: el {left} ya es parte del {kept}.")


@app.command("borrar")
def forget(context: typer.Context, patient_id: ID, yes: YES = False) -> None:
    """Borra los datos de un paciente que lo pide, después de mostrar qué se borra y preguntar. No se deshace. Sus citas
    pasadas se quedan, sin nombre. Queda registrado quién lo hizo."""
    from booking.desk import forget_patient
    from booking.desk.export_record import record_change

    who = name_at_the_desk()
    with composition.opened(context) as wired:
        with wired.begin() as uow:
            leaving = forget_patient.to_forget(uow, patient_id, wired.clock.now())
        if not yes:
            _tell(leaving.shown, whole=False)
            for line in forget_patient.account(leaving):
                output.say(line)
            if not output.agreed(f"¿Borrar los datos del paciente {patient_id}? No se puede deshacer. (sí/no)"):
                raise CommandRefused("No se borró nada. Para borrar sin preguntar, añada --si.")
        with wired.begin() as uow:
            forget_patient.forget(uow, patient_id, wired.clock.now())
            record_change(uow, f"pacientes borrar {patient_id}", who, wired.clock.now())
            uow.commit()
    output.say(f"Listo: los datos del paciente {patient_id} ya no están.")


def _tell(shown: Shown, *, whole: bool) -> None:
    from booking.desk import patient_records

    for line in patient_records.account(shown, whole=whole):
        output.say(line)
    if shown.appointments:
        appointment_listing.show(shown.appointments, whole=whole)
    else:
        output.say("Sin citas.")


come_back_commands.add_to(app)
