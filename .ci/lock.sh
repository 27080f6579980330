#!/usr/bin/env bash
# Compile requirements/*.in to *.txt with hashes and without addresses. `make lock UPGRADE=1` takes newer releases.
set -euo pipefail
cd "$(dirname "$0")/.."

export CUSTOM_COMPILE_COMMAND="make lock"
unset PIP_FIND_LINKS # a folder of this machine has no place in a lock

for level in base test dev; do
  echo "locking requirements/$level.txt"
  .venv/bin/pip-compile --quiet --generate-hashes --no-emit-options --strip-extras --allow-unsafe \
    ${UPGRADE:+--upgrade} --output-file "requirements/$level.txt" "requirements/$level.in"
done

(cd requirements && sha256sum ./*.in ./*.txt >locked.sha256)
.ci/locks_fresh.sh
