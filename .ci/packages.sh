# Sourced: Debian packages, installed as root or with passwordless sudo; otherwise the one line to run is printed.

# ensure_packages WHAT-FOR PACKAGE...
ensure_packages() {
  local what=$1
  shift
  if ! command -v apt-get >/dev/null; then
    echo "$what: not found, and this is no Debian. Install the equivalent of: $*" >&2
    return 1
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! { command -v sudo && sudo -n true; } >/dev/null 2>&1; then
      echo "$what: not found. Run: sudo apt-get install --yes $*" >&2
      return 1
    fi
    as_root=(sudo -n)
  fi
  echo "$what: installing $*"
  if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@"; } >&2; then
    echo "$what: could not be installed. Run: apt-get update && apt-get install --yes $*" >&2
    return 1
  fi
}
