#!/bin/sh
# compile.sh RELEASE SOURCE [WHEELS]: rules and search of a release as machine code, where
# this machine has a compiler; bots think several times as fast then. Takes some minutes
# on a Pi, once for each release. Says why not and ends with 1 otherwise.
set -eu
release=$1 source=$2 wheels=${3:-}
site=$(echo "$release"/lib/python3*/site-packages)
python=$release/bin/python

say() { printf 'compile: %s\n' "$*"; }
# Whether its rules are compiled, and run without what compiled them. Isolated: where we
# are called from there may be another cabinet to import.
is_compiled() {
    "$python" -I -c 'import sys; from cabinet import compiled
compiled.use({}) or sys.exit(1)
import cabinet.games.aztec.rules.rules'
}

# The folder itself may be all that is ours to write to.
clear_away() { if [ -d "$site/build" ]; then find "$site/build" -mindepth 1 -delete; fi; }

if is_compiled; then exit; fi
clear_away
if [ -d "$source/build/compiled" ]; then
    mkdir -p "$site/build"
    cp -r "$source/build/compiled" "$site/build"
    if is_compiled; then exit; fi
    clear_away
fi
if ! command -v gcc >/dev/null; then
    say "this machine has no compiler; for faster bots: apt-get install gcc python3-dev, and install again" >&2
    exit 1
fi
headers=$("$python" -I -c 'from sysconfig import get_path; print(get_path("include"))')
if [ ! -e "$headers/Python.h" ] && ! apt-get install -y -qq python3-dev >/dev/null; then
    say "Python's header files are missing; for faster bots: apt-get install python3-dev, and install again" >&2
    exit 1
fi
# What compiles is no part of the release.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
if ! "$python" -I -m pip install --no-cache-dir --disable-pip-version-check --quiet --target "$tools" \
    ${wheels:+--no-index --find-links "$wheels"} --require-hashes --only-binary :all: --requirement "$source/locks/compile.txt"; then
    say "the compiler's own packages (locks/compile.txt) cannot be had" >&2
    exit 1
fi
say "compiling rules and search: some minutes on a Pi, once for each release"
PYTHONPATH=$tools "$python" "$source/tools/compile.py"
if ! is_compiled; then
    clear_away
    exit 1
fi
