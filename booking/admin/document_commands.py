"""`turnero documentos`: the clinic's own texts, from which patients' questions are answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.operating_user import operating_user
from booking.errors import ServiceUnavailable

if TYPE_CHECKING:
    from booking.runtime.composition_root import App

app = typer.Typer(name="documentos", no_args_is_help=True, help="Los textos de la clínica que contestan preguntas.")

JSON = Annotated[bool, typer.Option("--json", help="Todos los datos.")]
AREA = Annotated[str, typer.Option("--area", "--área", metavar="ÁREA", help="De qué trata: precios, seguros, …")]

_SECONDS = 60.0
"""For a question that staff ask: nobody waits in a chat, and the model may have to be loaded."""


@app.command("cargar")
def load(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="ARCHIVO…", help="Markdown, texto, HTML, DOCX o PDF.")],
    area: AREA,
    name: Annotated[str | None, typer.Option("--nombre", help="Cómo se llama; si no, por su título.")] = None,
    json: JSON = False,
) -> None:
    """Carga documentos. Uno del mismo nombre se sustituye por su nueva versión."""
    from booking.desk import clinic_documents

    if name is not None and len(files) > 1:
        raise typer.BadParameter("un nombre es para un solo archivo.", param_hint="--nombre")
    contents = [(file, _read(file)) for file in files]
    with composition.opened(context) as wired:
        with wired.begin() as uow:
            of, now = clinic_documents.area_of(area), wired.clock.now()
            who = operating_user()
            loaded = [clinic_documents.load(uow, file.name, said, of, now, who, name) for file, said in contents]
            rows = clinic_documents.as_json(uow, [one.document for one in loaded])
            uow.commit()
        _fill(wired, quiet=json)
    if json:
        output.as_json([{**row, "cambio": one.changed} for row, one in zip(rows, loaded, strict=True)])
        return
    for one in loaded:
        document = one.document
        became = f"{_pieces(document.passages)}, versión {document.version}" if one.changed else "ya estaba igual"
        output.say(f"{document.name} ({document.area.value}): {became}.")


@app.command("listar")
def listed(context: typer.Context, json: JSON = False) -> None:
    """Los documentos que contestan."""
    from booking.desk import clinic_documents

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = clinic_documents.as_json(uow, uow.documents.list())
    if json:
        output.as_json(rows)
    elif rows:
        output.table(clinic_documents.COLUMNS, [clinic_documents.line(row) for row in rows])
    else:
        output.say("No hay ninguno. Para cargar uno: turnero documentos cargar precios.md --area precios")


@app.command("quitar")
def remove(
    context: typer.Context,
    document: Annotated[str, typer.Argument(metavar="DOCUMENTO", help="Su número o su nombre.")],
) -> None:
    """Quita un documento con todo lo que se guardó de él."""
    from booking.desk import clinic_documents

    with composition.opened(context) as wired, wired.begin() as uow:
        found = clinic_documents.find(uow, document)
        count = uow.documents.remove(found.id)
        uow.commit()
    output.say(f"Se quitó {found.name}, con {_pieces(count)}.")


@app.command("preguntar")
def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="PREGUNTA", help="Como la haría un paciente.")],
    area: Annotated[str | None, typer.Option("--area", "--área", metavar="ÁREA", help="Buscar solo en esta.")] = None,
    json: JSON = False,
) -> None:
    """Lo que los documentos contestarían, y qué tan seguro es."""
    from booking.desk import clinic_documents

    with composition.opened(context) as wired:
        of = clinic_documents.area_of(area) if area else None
        found = wired.library.look(question, _SECONDS, of)
    rows = clinic_documents.scores(found)
    if json:
        looked = [
            {"dice": group.said, "como": list(group.ways), "peso": round(group.weight, 2)} for group in found.groups
        ]
        output.as_json(
            {"busca": looked, "consejo_medico": found.advice, "por_sentido": found.by_meaning, "pasajes": rows}
        )
        return
    output.say(f"Se busca: {', '.join(group.said for group in found.groups) or 'nada'}.")
    if found.advice:
        output.say("Pide un diagnóstico, una dosis o un tratamiento: se ofrece pasar con una persona.")
    if rows:
        output.table(clinic_documents.SCORES, [clinic_documents.score_line(row) for row in rows])
    if found.best is None:
        output.say(
            "No se contesta con los documentos: se ofrece pasar con una persona, si no hay un dato que conteste antes."
        )


@app.command("sin-respuesta")
def unanswered(
    context: typer.Context,
    days: Annotated[int, typer.Option("--dias", "--días", min=1, help="De cuántos días.")] = 30,
    json: JSON = False,
) -> None:
    """Lo que se preguntó y nadie contestó, ni contestan los documentos de hoy, por frecuencia: lo que conviene
    escribir. Las palabras, solo donde las dijeron varias personas."""
    from booking.desk import unanswered as asked

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = asked.by_words(uow, wired.library, days, wired.clock.now())
    if json:
        output.as_json(rows)
    elif rows:
        output.table(asked.WORD_COLUMNS, [asked.word_line(row) for row in rows])
    else:
        output.say("Nada quedó sin contestar.")


@app.command("modelo")
def model(
    context: typer.Context,
    fetch: Annotated[bool, typer.Option("--descargar", help="Traer el modelo a esta máquina.")] = False,
) -> None:
    """Si se busca también por sentido, con qué modelo, y cuántos pasajes tienen su vector; hace los que falten."""
    with composition.opened(context) as wired:
        if fetch:
            wired.fetch_embeddings()
        _fill(wired, quiet=False)
        output.say(wired.embeddings().said)


def _pieces(count: int) -> str:
    return "1 pasaje" if count == 1 else f"{count} pasajes"


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        why = "no existe" if isinstance(error, FileNotFoundError) else "no se puede leer"
        raise typer.BadParameter(f"{file}: {why}.", param_hint="ARCHIVO") from error


def _fill(wired: App, *, quiet: bool) -> None:
    """Vectors of what was loaded, where a model is; without one the words alone are looked for."""
    try:
        made = wired.fill_vectors()
    except ServiceUnavailable as error:
        if not quiet:
            output.note(f"Sin vectores por ahora ({error}); se busca por palabras.")
        return
    if made and not quiet:
        output.note(f"{made} vectores hechos.")
