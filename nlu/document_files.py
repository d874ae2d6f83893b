"""What a file says, section by section: Markdown, text, HTML, DOCX and PDF. Each library is loaded when one is read."""

from __future__ import annotations

import codecs
import io
import logging
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from booking.errors import DocumentUnreadable
from booking.models.documents import LARGEST_FILE, LONGEST_TEXT, TextPart

if TYPE_CHECKING:
    from bs4.element import Tag

KINDS: Final = (".md", ".markdown", ".txt", ".html", ".htm", ".docx", ".pdf")
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS: Final = frozenset(
    {*_HEADINGS, *"p li tr div section article main body td th pre blockquote dt dd figcaption caption address".split()}
)
_ASIDE: Final = ("script", "style", "template", "noscript", "nav", "svg", "form", "iframe", "head")
_LARGEST_INSIDE: Final = 200 * 1024 * 1024
"""Bytes of what a DOCX holds, unpacked."""
_SHORT = 80
"""Letters of a line that may be a heading, where nothing marks one."""


_OF_A_MAC = re.compile(r"(?<=\w)[‡Žœ—–’](?=\w)|‡")
"""Its á, é, ú, ó, ñ and í, read as Windows writes."""
_ACCENTED = re.compile(r"[áéíóúñÁÉÍÓÚÑ]")
_CONTROL = re.compile(r"[\x01-\x08\x0e-\x1f\x7f]")
_NO_TEXT_SHARE = 0.01
"""Of the characters of a text so few may be control characters, or none at all."""
_MOST_SIGNS = 0.3
"""Of what is no UTF-8 at most so much lies outside ASCII: of Spanish it is a twentieth."""
_TEXTS_OWN = frozenset("\t\n\v\f\r\x85")
_NO_CHARACTER = frozenset({"Cc", "Cn", "Cs"})
"""Categories of what nobody writes: control characters, and numbers that are no character."""


class Written(NamedTuple):
    """A file's title, where it has one, and its sections in order."""

    title: str | None
    sections: list[TextPart]


def read(name: str, content: bytes) -> Written:
    """By the ending of the file's name. Raises DocumentUnreadable: too_large, other_kind, damaged, binary, no_text,
    too_long or locked."""
    ending = PurePath(name).suffix.lower()
    if len(content) > LARGEST_FILE:
        raise DocumentUnreadable("too_large")
    if ending not in KINDS:
        raise DocumentUnreadable("other_kind")
    try:
        written = _by_kind(ending, content)
    except DocumentUnreadable:
        raise
    except Exception as error:  # whatever a library makes of a damaged file
        raise DocumentUnreadable("damaged") from error
    letters = sum(len(part.text) for part in written.sections)
    if not letters:
        raise DocumentUnreadable("no_text")
    if letters > LONGEST_TEXT:
        raise DocumentUnreadable("too_long")
    return written


def _by_kind(ending: str, content: bytes) -> Written:
    match ending:
        case ".pdf":
            return _of_pdf(content)
        case ".docx":
            return _of_docx(content)
        case ".txt":
            return _of_lines(_decoded(content))
        case ".md" | ".markdown":
            from markdown_it import MarkdownIt

            return _of_html(MarkdownIt("commonmark", {"html": False}).enable("table").render(_decoded(content)))
    return _of_html(_decoded(content))


def _decoded(content: bytes) -> str:
    """UTF-8, as nearly all is; else UTF-16 that says so, or what Windows or an old Mac wrote. Raises
    DocumentUnreadable where it is no text."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _text(content.decode("utf-16", "replace"))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if sum(byte > 0x7F for byte in content) > _MOST_SIGNS * len(content):
            raise DocumentUnreadable("binary") from None
        text = content.decode("cp1252", "replace")
        if _OF_A_MAC.search(text) and not _ACCENTED.search(text):
            text = content.decode("mac_roman")
    return _text(text)


def _text(text: str) -> str:
    """Without the few control characters that a text may have; many of them, or a NUL, are none. Raises
    DocumentUnreadable."""
    counted = Counter(text)
    odd = sum(
        times
        for sign, times in counted.items()
        if sign == "\ufffd" or (unicodedata.category(sign) in _NO_CHARACTER and sign not in _TEXTS_OWN)
    )
    if "\0" in counted or odd > _NO_TEXT_SHARE * len(text):
        raise DocumentUnreadable("binary")
    return _CONTROL.sub("", text)


def _of_html(text: str) -> Written:
    from bs4 import BeautifulSoup
    from bs4.element import NavigableString, PreformattedString

    soup = BeautifulSoup(text, "html.parser")
    for tag in soup(_ASIDE):
        tag.decompose()
    for line_end in soup("br"):
        line_end.replace_with("\n")
    for table in soup("table"):
        _name_columns(table)

    def lines() -> Iterator[tuple[str, str]]:
        """Each block's name and text; the cells of a row are one line."""
        block: Tag | None = None
        cell: Tag | None = None
        words = ""
        for piece in soup.descendants:
            if not isinstance(piece, NavigableString) or isinstance(piece, PreformattedString):
                continue
            around = next((one for one in piece.parents if one.name in _BLOCKS), None)
            inner, row = around, around.find_parent("tr") if around is not None else None
            around = row or around
            if around is not block and words.strip():
                yield (block.name if block is not None else "p"), words
                words = ""
            elif row is not None and inner is not cell and inner is not row and words.strip() and piece.strip():
                words = f"{words.rstrip()}{',' if ':' in words else ':'} "
            if around is not block or piece.strip():
                block, cell = around, inner
            words += str(piece)
        if words.strip():
            yield (block.name if block is not None else "p"), words

    return _sections(lines())


def _name_columns(table: Tag) -> None:
    """Each cell of a row behind the first says of which column it is: "Perfil tiroideo: Precio $680, Ayuno 4 h"."""
    rows = [[*row.find_all(("th", "td"))] for row in table.find_all("tr")]
    head, rows = (rows[0], rows[1:]) if rows else ([], [])
    if len(head) < 3 or not rows or not all(cell.name == "th" for cell in head):
        return
    for row in rows:
        for column, cell in zip(head[1:], row[1:], strict=False):
            if cell.get_text(strip=True):
                cell.insert(0, f"{column.get_text(' ', strip=True)} ")
    for cell in head:
        cell.decompose()


def _sections(lines: Iterator[tuple[str, str]]) -> Written:
    """The first heading of the first rank is the title, and stands in no other."""
    title: str | None = None
    path: list[tuple[int, str]] = []
    found: list[tuple[tuple[str, ...], list[str]]] = [((), [])]
    for name, said in lines:
        text = "\n".join(" ".join(line.split()) for line in said.strip().splitlines() if line.strip())
        if not text:
            continue
        if name not in _HEADINGS:
            found[-1][1].append(f"• {text}" if name == "li" else text)
            continue
        rank = _HEADINGS.index(name)
        text = " ".join(text.split())
        if title is None and rank == 0:
            title = text
            continue
        path = [*((r, heading) for r, heading in path if r < rank), (rank, text)]
        found.append((tuple(heading for _, heading in path), []))
    parts = [TextPart(headings=headings, text="\n".join(said)) for headings, said in found if said]
    return Written(title, parts)


def _of_docx(content: bytes) -> Written:
    import mammoth

    with zipfile.ZipFile(io.BytesIO(content)) as inside:
        if sum(one.file_size for one in inside.infolist()) > _LARGEST_INSIDE:
            raise DocumentUnreadable("too_large")
    made = mammoth.convert_to_html(io.BytesIO(content), convert_image=mammoth.images.img_element(lambda image: {}))
    return _of_html(str(made.value))


def _of_pdf(content: bytes) -> Written:
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # of what is damaged whoever loads it hears one line
    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted:
        raise DocumentUnreadable("locked")
    pages: list[str] = []
    letters = 0
    for page in reader.pages:
        pages.append(page.extract_text())
        letters += len(pages[-1])
        if letters > LONGEST_TEXT:
            raise DocumentUnreadable("too_long")
    title = reader.metadata.title if reader.metadata else None
    return _of_lines("\n\n".join(pages))._replace(title=title or None)


def _of_lines(text: str) -> Written:
    """A short line alone that ends in no mark, or in capitals, is a heading."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")) if block.strip()]

    def lines() -> Iterator[tuple[str, str]]:
        for block in blocks:
            first, _, rest = block.partition("\n")
            if _is_heading(first) and (first.isupper() or not rest):
                yield "h2", first
                block = rest
            if block.strip():
                yield "p", block

    return _sections(lines())


def _is_heading(line: str) -> bool:
    said = line.strip()
    return 0 < len(said) <= _SHORT and said[-1] not in ".,;:!?" and any(c.isalpha() for c in said)
