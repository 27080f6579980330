"""Templates keep the content security policy: no inline script, style or handler, nothing from another host, no `safe`.

``python .ci/templates.py [FOLDER]`` reads ``templates/**/*.html`` and, for ``mark_safe``, ``annotate/**/*.py``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

IN_TEMPLATES = {
    r"<style\b": "inline style: put it into static/",
    r"<script\b(?![^>]*\bsrc=)": "inline script: put it into static/",
    r"\sstyle\s*=": "style attribute: use a class",
    r"\son[a-z]+\s*=": "event handler attribute: add it in a script under static/",
    r"\bhx-on\b|\bhx-vals\s*=\s*[\"']js:": "code in an htmx attribute",
    r"javascript:": "script in an address",
    r"\b(?:src|href|action|poster|srcset|data)\s*=\s*[\"']?(?:https?:)?//": "address of another host",
    r"\|\s*safe\b|\{%\s*autoescape\s+off": "text that is not escaped",
    r"\{%\s*debug\b|<!--": "left for developers; write {# … #}, which is not sent",
}
IN_PYTHON = {r"\bmark_safe\b|\bSafe(?:String|Text)\(": "text that is marked safe: use format_html or a template"}


def find_in(path: Path, rules: dict[str, str]) -> Iterator[str]:
    """One line for each place where a rule is broken."""
    text = path.read_text(encoding="utf-8")
    for pattern, reason in rules.items():
        for match in re.finditer(pattern, text, re.IGNORECASE if path.suffix == ".html" else 0):
            yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group().strip()!r}: {reason}"


def main(folder: Path) -> int:
    """Print each broken rule; 1 when there is one."""
    templates = sorted((folder / "templates").rglob("*.html"))
    found = [line for path in templates for line in find_in(path, IN_TEMPLATES)]
    found += [line for path in sorted((folder / "annotate").rglob("*.py")) for line in find_in(path, IN_PYTHON)]
    for line in found:
        print(line, file=sys.stderr)
    print(f"templates: {len(templates)} files, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
