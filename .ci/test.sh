#!/usr/bin/env bash
# All tests, inside with_services.sh: on SQLite with coverage, those with a database again on PostgreSQL, then the
# browser's. Options go to each call of pytest: .ci/with_services.sh .ci/test.sh -k seal
set -euo pipefail
cd "$(dirname "$0")/.."

rooms=("scoring/*" "annotate/blinding/*" "annotate/access/*" "annotate/services/*") # 100% of their branches

failed=()
say() { printf '\n== %s\n' "$*"; }

# With options of the caller's own a call may select nothing (exit 5); without any that is a failure.
options=("$@")
tests() {
  local status=0
  "$@" "${options[@]}" || status=$?
  [ "$status" -eq 0 ] || { [ "$status" -eq 5 ] && [ "${#options[@]}" -gt 0 ]; }
}

say "tests on SQLite, with coverage"
.venv/bin/python -m coverage erase
tests .venv/bin/python -m coverage run -m pytest --durations 10 --durations-min 3 || failed+=("tests on SQLite")

if [ "${#options[@]}" -eq 0 ]; then
  for room in "${rooms[@]}"; do
    say "branch coverage of $room"
    .venv/bin/python -m coverage report --include="$room" --fail-under=100 || failed+=("coverage of $room")
  done
fi

say "tests with a database, on PostgreSQL"
DATABASE_URL=$TEST_POSTGRES_URL tests .venv/bin/python -m pytest -m "database and not browser and not long" tests ||
  failed+=("tests on PostgreSQL")

[ "${#failed[@]}" -eq 0 ] || say "failed so far:$(printf ' %s;' "${failed[@]}")"

say "browser"
tests .venv/bin/python -m pytest -m "browser and not long" tests/browser || failed+=("browser")

[ "${#failed[@]}" -eq 0 ] || { say "FAILED:$(printf ' %s;' "${failed[@]}")" && exit 1; }
