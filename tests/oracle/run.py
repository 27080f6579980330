"""Run a file of oracle cases: print each number that is not met, and end on ``N passed, M failed``.

``python -m tests.oracle.run FILE``, or ``make oracle CASES=FILE``; exit 1 where a case fails, 2 where the file can't be
read. A case passes when every number that it expects is met by the product's public functions, within its tolerance.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.oracle import answers_agreement, answers_models, answers_validity
from tests.oracle.answers_agreement import Answer
from tests.oracle.judging import judge

ANSWERS: dict[str, Callable[[dict], Answer]] = (
    answers_agreement.ANSWERS | answers_validity.ANSWERS | answers_models.ANSWERS
)


def find_misses(case: dict) -> list[str]:
    """Why a case fails, one line a number; nothing where it passes."""
    answer = ANSWERS.get(case["statistic"])
    if answer is None:
        return [f"FAIL {case['id']}: no function gives {case['statistic']}"]
    try:
        found = answer(case["input"])
    except (ArithmeticError, LookupError, TypeError, ValueError) as problem:
        return [f"FAIL {case['id']}: {type(problem).__name__}: {problem}"]
    return [str(miss) for miss in judge(case, found)]


def run_cases(cases: Iterable[dict]) -> int:
    """Run all cases, print what fails and the count; 1 where one does."""
    passed = failed = 0
    for case in cases:
        misses = find_misses(case)
        for line in misses:
            sys.stdout.write(line + "\n")
        failed += bool(misses)
        passed += not misses
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return int(failed > 0)


def main(arguments: list[str]) -> int:
    """Run the file named by the only argument."""
    if len(arguments) != 1:
        sys.stderr.write("which file of cases? make oracle CASES=FILE\n")
        return 2
    try:
        cases = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        sys.stderr.write(f"{arguments[0]} can't be read as a file of cases: {problem}\n")
        return 2
    return run_cases(cases)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
