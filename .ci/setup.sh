#!/usr/bin/env bash
# Make .venv and install the locked requirements, when the locks changed: setup.sh base | test | dev.
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/packages.sh

level=${1:-dev}
case "$level" in
  base) files=(base) ;;
  test) files=(base test) ;;
  dev) files=(base test dev) ;;
  *)
    echo "usage: setup.sh base | test | dev" >&2
    exit 2
    ;;
esac

find_python() {
  local name
  for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
}

if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
  python=$(find_python)
  if [ -z "$python" ]; then
    ensure_packages "Python 3.11 or newer" python3 python3-venv
    python=$(find_python)
    [ -n "$python" ] || { echo "Python 3.11 or newer is needed; name it: make setup PYTHON=/path/to/python" >&2; exit 1; }
  fi
  "$python" -c 'import ensurepip, venv' 2>/dev/null || ensure_packages "Python's venv module" python3-venv
  echo "making .venv with $("$python" --version)"
  "$python" -m venv --clear .venv
fi

stamp_of() { cat "${files[@]/#/requirements/}" | sha256sum | cut -d' ' -f1; }

files=("${files[@]/%/.txt}")
stamp=$(stamp_of)
if [ "$(cat ".venv/locked-$level" 2>/dev/null)" != "$stamp" ]; then
  echo "installing the locked requirements (${files[*]})"
  env PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip --quiet install --require-hashes \
    "${files[@]/#/-rrequirements/}"
  # what the wider set holds, the narrower ones hold too
  while [ "${#files[@]}" -gt 0 ]; do
    last=${files[-1]}
    stamp_of >".venv/locked-${last%.txt}"
    unset 'files[-1]'
  done
fi
