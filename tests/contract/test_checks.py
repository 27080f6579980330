"""The checks of `make check` can fail: each rule is broken once in a small tree of its own, and named."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BAD_TEMPLATES = {
    "<style>a{}</style>": "inline style",
    "<script>go()</script>": "inline script",
    '<p style="color:red">': "style attribute",
    '<button onclick="go()">': "event handler",
    '<div hx-on:click="go()">': "htmx",
    '<a href="javascript:go()">': "script in an address",
    '<img src="https://example.org/a.png">': "another host",
    '<link href="//example.org/a.css">': "another host",
    "{{ response|safe }}": "not escaped",
    "{% autoescape off %}": "not escaped",
    "<!-- for us -->": "developers",
}
GOOD_TEMPLATE = '{# ours #}<script src="{% static \'code.js\' %}" defer></script><p class="onward">{{ text }}</p>\n'


def check(project: Path, script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = [sys.executable] if script.endswith(".py") else ["bash"]
    return subprocess.run(
        [*program, project / ".ci" / script, folder], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """An empty git tree."""
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True, timeout=60)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_lengths(project: Path, tree: Path) -> None:
    write(tree, "scoring/verify.py", "a = 1\n" * 799)
    write(tree, "static/page.js", "a\n" * 300)
    assert check(project, "file_length.py", tree).returncode == 0
    write(tree, "scoring/verify.py", "a = 1\n" * 800)
    write(tree, "static/page.js", "a\n" * 301)
    write(tree, "annotate/long.py", "a = 1\n" * 301)
    done = check(project, "file_length.py", tree)
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
        "annotate/long.py",
        "scoring/verify.py",
        "static/page.js",
    ]


def test_a_median_over_the_aim_is_said(project: Path, tree: Path) -> None:
    write(tree, "a.py", "a = 1\n" * 100)
    done = check(project, "file_length.py", tree)
    assert (done.returncode, "warning" in done.stdout) == (0, True)
    write(tree, "a.py", "a = 1\n" * 99)
    assert "warning" not in check(project, "file_length.py", tree).stdout


@pytest.mark.parametrize("text,reason", BAD_TEMPLATES.items())
def test_templates(project: Path, tmp_path: Path, text: str, reason: str) -> None:
    write(tmp_path, "templates/code/item.html", GOOD_TEMPLATE)
    assert check(project, "templates.py", tmp_path).returncode == 0
    write(tmp_path, "templates/code/item.html", GOOD_TEMPLATE + text)
    done = check(project, "templates.py", tmp_path)
    assert done.returncode == 1
    assert "item.html:2: " in done.stderr
    assert reason in done.stderr


def test_text_marked_safe(project: Path, tmp_path: Path) -> None:
    write(tmp_path, "annotate/web/page.py", "from django.utils.safestring import mark_safe\n")
    assert "page.py:1: 'mark_safe'" in check(project, "templates.py", tmp_path).stderr


@pytest.mark.parametrize(
    "line,reason",  # the bars are taken out again: this file is checked as well
    [
        ("DATA = '/ho|me/somebody/data'", "path of one machine"),
        ("x = 1  # TO|DO", "unfinished"),
        ("x = 1  # pragma: no| cover", "silenced"),
        ("import x  # no|qa", "silenced"),
        ("x = 1  # type: ig|nore", "silenced"),
        ("x = 1  # type: ig|nore[arg-type]", "without a reason"),
    ],
)
def test_traces(project: Path, tree: Path, line: str, reason: str) -> None:
    fine = "x = 1  # type: ig|nore[arg-type]  # the stub lacks this overload\nimport x  # no|qa: F401\n".replace(
        "|", ""
    )
    write(tree, "annotate/page.py", fine)
    assert check(project, "traces.sh", tree).returncode == 0
    write(tree, "annotate/page.py", fine + line.replace("|", "") + "\n")
    done = check(project, "traces.sh", tree)
    assert done.returncode == 1
    assert reason in done.stderr
    assert "annotate/page.py:3:" in done.stderr


def test_stale_locks(project: Path, tmp_path: Path) -> None:
    shutil.copytree(project / "requirements", tmp_path / "requirements")
    shutil.copytree(project / ".ci", tmp_path / ".ci")
    own = tmp_path / ".ci"
    assert check(tmp_path, "locks_fresh.sh", own).returncode == 0
    with (tmp_path / "requirements/base.in").open("a", encoding="utf-8") as file:
        file.write("something-new\n")
    done = check(tmp_path, "locks_fresh.sh", own)
    assert done.returncode == 1
    assert "make lock" in done.stderr
    assert "base.in" in done.stderr
