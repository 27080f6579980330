#!/usr/bin/env bash
# Each measurement prints its numbers and its bounds, and fails where a bound is broken.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
shopt -s nullglob

status=0
for script in tests/load/bench_*.py; do
  printf '\n== %s\n' "$script"
  PYTHONPATH=. .venv/bin/python "$script" || status=1
done
exit "$status"
