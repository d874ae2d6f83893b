"""What files say, section by section, and how those that cannot be read are refused."""

from __future__ import annotations

import io
import random
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.errors import DocumentUnreadable
from booking.models.documents import LARGEST_FILE
from nlu.document_files import KINDS, read

MARKDOWN = """# Precios

Antes de todo.

## Estudios
El *ultrasonido* cuesta **$900**.
- uno
- dos

### De sangre
Ocho horas.

## Otros
| Qué | Cuánto |
|---|---|
| Consulta | $600 |
"""
HTML = """<html><head><title>x</title><style>p{}</style></head><body><nav>Inicio</nav><h1>Precios</h1>
<div>Antes de <b>todo</b>.</div><h2>Estudios</h2><p>El ultrasonido<br>cuesta $900.<script>alert(1)</script></p>
<!-- nadie lo ve --><table><tr><td>Consulta</td><td>$600</td></tr></table></body></html>"""


def docx() -> bytes:
    """As a word processor writes one, with a heading."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    kinds = "http://schemas.openxmlformats.org/package/2006/content-types"
    office = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as out:
        out.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{kinds}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
            'relationships+xml"/><Override PartName="/word/document.xml"'
            f' ContentType="{office}.document.main+xml"/></Types>',
        )
        out.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/'
            'officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        )
        style = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
        out.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{word}"><w:body><w:p>{style}<w:r><w:t>Precios</w:t></w:r></w:p>'
            "<w:p><w:r><w:t>La consulta cuesta $600.</w:t></w:r></w:p></w:body></w:document>",
        )
    return made.getvalue()


def pdf(text: str, password: str | None = None) -> bytes:
    """One page that says this."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    page = writer.add_blank_page(400, 400)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/F1"): font})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 20 300 Td ({text}) Tj ET".encode("latin-1"))
    page[NameObject("/Contents")] = writer._add_object(stream)
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def test_markdown_by_its_headings() -> None:
    written = read("precios.md", MARKDOWN.encode())
    assert written.title == "Precios"
    assert [(part.headings, part.text) for part in written.sections] == [
        ((), "Antes de todo."),
        (("Estudios",), "El ultrasonido cuesta $900.\n• uno\n• dos"),
        (("Estudios", "De sangre"), "Ocho horas."),
        (("Otros",), "Qué: Cuánto\nConsulta: $600"),
    ]


def test_each_cell_of_a_table_says_of_which_column_it_is() -> None:
    table = "| Estudio | Precio | Ayuno |\n|---|---|---|\n| Perfil tiroideo | $680 | 4 h |\n| Orina | $90 | |"
    (part,) = read("tabla.md", table.encode()).sections
    assert part.text == "Perfil tiroideo: Precio $680, Ayuno 4 h\nOrina: Precio $90"


def test_html_without_what_no_reader_sees() -> None:
    written = read("precios.HTML", HTML.encode())
    assert written.title == "Precios"
    assert [(part.headings, part.text) for part in written.sections] == [
        ((), "Antes de todo."),
        (("Estudios",), "El ultrasonido\ncuesta $900.\nConsulta: $600"),
    ]


def test_text_docx_and_pdf() -> None:
    text = read("a.txt", "PREPARACIÓN\n\nVenga en ayunas.\n\nSangre\n\nOcho horas.".encode("cp1252"))
    assert [(part.headings, part.text) for part in text.sections] == [
        (("PREPARACIÓN",), "Venga en ayunas."),
        (("Sangre",), "Ocho horas."),
    ]
    document = read("a.docx", docx())
    assert (document.title, [part.text for part in document.sections]) == ("Precios", ["La consulta cuesta $600."])
    page = read("a.pdf", pdf("La consulta cuesta $600."))
    assert [part.text for part in page.sections] == ["La consulta cuesta $600."]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.exe", b"MZ", "other_kind"),
        ("a", b"hola", "other_kind"),
        ("a.md", b" \n ", "no_text"),
        ("a.pdf", b"%PDF-1.7 nothing", "damaged"),
        ("a.docx", b"PK nothing", "damaged"),
        ("a.txt", b"x" * (LARGEST_FILE + 1), "too_large"),
        ("a.txt", b"hola. " * 400_000, "too_long"),
        ("a.pdf", pdf("secreto", "clave"), "locked"),
        ("a.pdf", pdf(""), "no_text"),
    ],
)
def test_what_cannot_be_read_is_refused_with_why(name: str, content: bytes, why: str) -> None:
    with pytest.raises(DocumentUnreadable) as refused:
        read(name, content)
    assert refused.value.why == why


@given(st.sampled_from(KINDS), st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_it_holds_is_read_or_refused(kind: str, content: bytes) -> None:
    try:
        written = read(f"a{kind}", content)
    except DocumentUnreadable:
        return
    assert all(part.text.strip() for part in written.sections)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"])
def test_a_text_is_read_however_it_was_written(encoding: str) -> None:
    said = "ESTACIONAMIENTO\nHay cajón y no cuesta; está atrás, después del baño."
    written = read("a.txt", said.encode(encoding))
    assert written.sections[0].text == "Hay cajón y no cuesta; está atrás, después del baño."


@pytest.mark.parametrize("kind", [".txt", ".md", ".html"])
@pytest.mark.parametrize(
    "content",
    [
        bytes(range(256)) * 40,
        *(random.Random(seed).randbytes(3000) for seed in range(20)),
        *(b"\xff\xfe" + random.Random(seed).randbytes(3000) for seed in range(5)),
        b"El precio es $500.\0\0",
        b"Precio \x01\x02\x03 $500",
        b"\x89\xfe\xea\xf0 \xd8\xff\xe0 hola",
        zlib.compress(b"El ultrasonido cuesta $900. " * 5 + bytes(range(200))),
    ],
)
def test_what_is_no_text_is_refused_whatever_its_name(kind: str, content: bytes) -> None:
    with pytest.raises(DocumentUnreadable, match="binary"):
        read(f"a{kind}", content)


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman"])
def test_what_somebody_wrote_is_text_however_it_was_kept(code: str) -> None:
    said = "¿Cuánto cuesta? El niño paga $500; después del año, «más».\r\n" * 4
    assert "cuesta? El niño paga" in read("a.txt", said.encode(code)).sections[0].text


def test_a_control_character_among_many_letters_is_left_out() -> None:
    assert read("a.txt", ("La consulta cuesta $500. " * 20 + "\x1b\f").encode()).sections[0].text.endswith("$500.")
