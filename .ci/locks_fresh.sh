#!/usr/bin/env bash
# The lock files belong to the *.in files they lie beside, and hold no address of a registry or a machine. No network.
set -euo pipefail
cd "$(dirname "$0")/../requirements"

if ! sha256sum --quiet --strict --check locked.sha256 >/dev/null 2>&1; then
  echo "requirements/: the lock files are stale (or were edited by hand). Run: make lock" >&2
  sha256sum --quiet --check locked.sha256 >&2 || true
  exit 1
fi
if grep -nE '://|^-i |--(extra-)?index|--find' ./*.txt >&2; then
  echo "requirements/: a lock file holds an address. Run: make lock" >&2
  exit 1
fi
if unhashed=$(grep -nE '^[A-Za-z0-9._-]+==[^\\]*$' ./*.txt); then
  echo "requirements/: pinned without a hash: $unhashed. Run: make lock" >&2
  exit 1
fi
echo "locks: fresh, hashed, without addresses"
