"""Files stay short: none over 300 lines (scoring/verify.py: under 800, one file by purpose), median under 100.

``python .ci/file_length.py [FOLDER]`` looks at the Python, JavaScript, CSS and HTML files that git knows or would add.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

LONGEST = 300
EXCEPTIONS = {"scoring/verify.py": 799}
MEDIAN = 100
PATTERNS = ("*.py", "*.js", "*.css", "*.html")
GENERATED = "annotate/migrations/"


def list_files(folder: Path) -> list[str]:
    """Paths of the files to look at, those not yet added included, migrations not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *PATTERNS],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = sorted(set(listed.split("\0")) - {""})
    return [name for name in names if not name.startswith(GENERATED) and (folder / name).is_file()]


def count_lines(path: Path) -> int:
    """Number of lines, an unfinished last one included."""
    return len(path.read_bytes().splitlines())


def main(folder: Path) -> int:
    """Print the files that are too long and the median; 1 when there is one too long."""
    lengths = {name: count_lines(folder / name) for name in list_files(folder)}
    too_long = {name: n for name, n in lengths.items() if n > EXCEPTIONS.get(name, LONGEST)}
    for name, n in sorted(too_long.items()):
        print(f"{name}: {n} lines, at most {EXCEPTIONS.get(name, LONGEST)}: split it by subject", file=sys.stderr)
    python = [n for name, n in lengths.items() if name.endswith(".py") and n]
    if python:
        median = statistics.median(python)
        over = " (warning: the aim is under 100)" if median >= MEDIAN else ""
        print(f"file lengths: {len(lengths)} files, median of the Python files {median:g}{over}")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
