#!/usr/bin/env bash
# Everything that is checked without running the program; all checks run, then the failed ones are named.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CANDOR_DATA="$scratch/data" # settings make their secrets there, not in the tree
unset DATABASE_URL CANDOR_WING

bin=.venv/bin
failed=()
check() {
  local name=$1
  shift
  printf '\n== %s\n' "$name"
  "$@" || failed+=("$name")
}

check "style (ruff)" "$bin/ruff" check .
check "format (ruff)" "$bin/ruff" format --check --output-format concise .
check "types (mypy)" "$bin/mypy"
check "rooms (import-linter)" "$bin/lint-imports" --no-cache --no-logo
check "file lengths" "$bin/python" .ci/file_length.py
check "templates" "$bin/python" .ci/templates.py
check "traces" .ci/traces.sh
check "locks" .ci/locks_fresh.sh
check "migrations" "$bin/python" manage.py makemigrations --check --dry-run
check "generated documents" .ci/docs.sh --check

if [ "${#failed[@]}" -gt 0 ]; then
  printf '\ncheck: FAILED:%s\n' "$(printf ' %s;' "${failed[@]}")" >&2
  exit 1
fi
printf '\ncheck: all passed\n'
