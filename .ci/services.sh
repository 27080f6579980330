#!/usr/bin/env bash
# What the tests need from the system:
#   services.sh ensure         Chromium and PostgreSQL are there, or are installed, or the line to run is printed
#   services.sh start STATE    start a private PostgreSQL on loopback, note it in the file STATE, print its URL
#   services.sh stop STATE     stop it and remove all of it
set -euo pipefail
cd "$(dirname "$0")/.."
. .ci/packages.sh

# The folder of PostgreSQL's programs: TEST_POSTGRES_BIN, else the newest of Debian's, else what the path has.
find_postgres() {
  local found
  for found in ${TEST_POSTGRES_BIN:-} $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV) \
    "$(dirname "$(command -v initdb || echo /nowhere/initdb)")"; do
    if [ -x "$found/initdb" ] && [ -x "$found/pg_ctl" ]; then
      echo "$found"
      return
    fi
  done
}

find_chromium() { command -v "${TEST_CHROMIUM:-chromium}" || command -v chromium-browser || true; }

ensure() {
  local packages=()
  [ -n "$(find_chromium)" ] || packages+=(chromium fonts-dejavu-core)
  [ -n "$(find_postgres)" ] || packages+=(postgresql)
  [ "${#packages[@]}" -eq 0 ] || ensure_packages "Chromium and PostgreSQL for the tests" "${packages[@]}"
  echo "services: $(find_chromium), $("$(find_postgres)/postgres" --version)"
}

# As root the server runs as the system's user postgres, since it refuses to run as root.
as_server() {
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && runuser -u postgres -- "$@")
  else
    "$@"
  fi
}

free_port() {
  .venv/bin/python -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# A folder in memory where there is room: the server still syncs all it acknowledges, and waits for no disk.
find_scratch() {
  local free
  free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)
  if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "${free:-0}" -gt $((2 * 1024 * 1024)) ]; then
    echo /dev/shm
  else
    echo "${TMPDIR:-/tmp}"
  fi
}

start() {
  local state=$1 bin folder password port
  bin=$(find_postgres)
  folder=$(mktemp -d "$(find_scratch)/candor-postgres.XXXXXX")
  echo "$folder" >"$state"
  password=$(.venv/bin/python -c 'import secrets; print(secrets.token_hex(16))')
  (umask 077 && echo "$password" >"$folder/password")
  [ "$(id -u)" -ne 0 ] || chown -R postgres: "$folder"
  as_server "$bin/initdb" --pgdata "$folder/data" --username candor --pwfile "$folder/password" \
    --auth scram-sha-256 --encoding UTF8 --locale C.UTF-8 >"$folder.log" 2>&1 || { cat "$folder.log" >&2; return 1; }
  for _ in 1 2 3 4 5; do # another process may take the port between the look and the start
    port=$(free_port)
    if as_server "$bin/pg_ctl" --pgdata "$folder/data" --log "$folder/log" --wait --timeout 60 --silent \
      --options "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c max_connections=200" \
      start >>"$folder.log" 2>&1; then
      PGPASSWORD=$password "$bin/createdb" --host 127.0.0.1 --port "$port" --username candor candor
      echo "postgres://candor:$password@127.0.0.1:$port/candor"
      return
    fi
  done
  cat "$folder.log" "$folder/log" >&2 || true
  return 1
}

stop() {
  local state=$1 folder
  [ -s "$state" ] || return 0
  folder=$(cat "$state")
  as_server "$(find_postgres)/pg_ctl" --pgdata "$folder/data" --mode immediate --wait --silent stop >/dev/null 2>&1 || true
  rm -rf "$folder" "$folder.log" "$state"
}

case "${1:-}" in
  ensure) ensure ;;
  start) start "$2" ;;
  stop) stop "$2" ;;
  *)
    echo "usage: services.sh ensure | start STATE | stop STATE" >&2
    exit 2
    ;;
esac
