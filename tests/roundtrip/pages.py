"""Reading a page back as a browser does: line ends first, then tags and references by the standard library's parser."""

from __future__ import annotations

from html.parser import HTMLParser

__all__ = ["Shown", "read_shown"]

VOID = {"meta", "link", "input", "br", "img", "path", "circle", "hr"}


class Shown(HTMLParser):
    """The texts of a page by the class or id that an element was asked for, in the order of the page.

    ``names`` are ids (``#response``), classes (``.text``) or fields of forms (``@note``).
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: dict[str, list[str]] = {name: [] for name in names}
        self.tags: set[str] = set()
        self._open: list[tuple[str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a text for each name that the element bears."""
        self.tags.add(tag)
        if tag in VOID:
            return
        given = dict(attrs)
        bears = {f"#{given.get('id')}", f"@{given.get('name')}", *(f".{c}" for c in (given.get("class") or "").split())}
        names = [name for name in self.texts if name in bears]
        for name in names:
            self.texts[name].append("")
        self._open.append((tag, names))

    def handle_endtag(self, tag: str) -> None:
        """Close the element; a page whose elements are not closed in order is refused."""
        if tag in VOID:
            return
        opened, _ = self._open.pop()
        if opened != tag:
            raise AssertionError(f"</{tag}> closes <{opened}>")

    def handle_data(self, data: str) -> None:
        """Text belongs to every open element that was asked for."""
        for _, names in self._open:
            for name in names:
                self.texts[name][-1] += data


def read_shown(body: bytes, *names: str) -> Shown:
    """The texts of a page's elements.

    A browser makes every plain CR or CRLF a line feed before it parses, and drops the first one of a ``textarea``.
    """
    page = Shown(names)
    page.feed(body.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n"))
    page.close()
    for name in names:
        if name.startswith("@"):
            page.texts[name] = [text.removeprefix("\n") for text in page.texts[name]]
    return page
