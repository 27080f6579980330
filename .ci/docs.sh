#!/usr/bin/env bash
# Documents that are made from the program: the diagram of a study's phases. `docs.sh --check` only compares.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CANDOR_DATA="$scratch/data"

.venv/bin/python manage.py phase_diagram --out "$scratch/phases.md" >/dev/null
if [ "${1:-}" = --check ]; then
  diff -u docs/phases.md "$scratch/phases.md" >&2 || { echo "docs/phases.md is stale. Run: make docs" >&2; exit 1; }
  echo "docs: fresh"
else
  cp "$scratch/phases.md" docs/phases.md
  git --no-pager diff --stat -- docs
fi
