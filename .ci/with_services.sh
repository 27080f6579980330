#!/usr/bin/env bash
# Run a command with what the tests need: Chromium, a private PostgreSQL at TEST_POSTGRES_URL, a data folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=$(mktemp -d "${TMPDIR:-/tmp}/candor-test.XXXXXX")
finish() {
  .ci/services.sh stop "$scratch/postgres"
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

.ci/services.sh ensure
unset DATABASE_URL CANDOR_WING CANDOR_HOSTS
export CANDOR_DATA="$scratch/data"
TEST_POSTGRES_URL=$(.ci/services.sh start "$scratch/postgres")
export TEST_POSTGRES_URL
"$@"
