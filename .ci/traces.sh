#!/usr/bin/env bash
# No traces of one machine and no silenced checks in tracked files.
set -uo pipefail
cd "${1:-$(dirname "$0")/..}" || exit 1

found=0
# refuse WHY PATTERN PATH...
refuse() {
  local why=$1 pattern=$2 hits
  shift 2
  hits=$(git grep -nIE --untracked -e "$pattern" -- "$@" ':!.ci/traces.sh')
  case $? in
    0) ;;
    1) return ;;
    *) exit 2 ;;
  esac
  printf '%s:\n%s\n' "$why" "$hits" >&2
  found=1
}

here=$(dirname "$(pwd -P)")
refuse "a path of one machine" "(^|[^A-Za-z0-9_.-])(/home/|/root/|/Users/|/mnt/|/srv/)[A-Za-z0-9]" .
[ "$here" = / ] || refuse "a path of this machine" "(^|[^A-Za-z0-9_.-])$here/" .
refuse "an address of a package index" "--(extra-)?index-u|--find-l|pypi\.org/simple" .
refuse "unfinished" '\b(TODO|FIXME|XXX|NotImplementedError)\b' '*.py' '*.js' '*.css' '*.html'
refuse "a silenced check" 'pragma: no (cover|branch)|\bxfail\b|noqa *$|noqa *#|# type: ignore($|[^[])' '*.py'
refuse "a type error is ignored without a reason" '# type: ignore\[[a-z, -]*\] *$' '*.py'
[ "$found" -eq 0 ] && echo "traces: none"
exit "$found"
