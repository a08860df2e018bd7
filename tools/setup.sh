#!/bin/sh
# Makes $VENV with everything that running and testing need. Says what it does,
# names a missing system package with the command that installs it, and installs
# it itself when it runs as root.
set -eu
python=${PYTHON:-python3}
venv=${VENV:-.venv}

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# need PACKAGE COMMAND…: COMMAND must succeed; PACKAGE is what provides it.
need() {
    package=$1
    shift
    if "$@" >/dev/null 2>&1; then return; fi
    if ! command -v apt-get >/dev/null 2>&1; then
        fail "$package is missing; install it with your system's package manager"
    fi
    if [ "$(id -u)" != 0 ]; then
        fail "$package is missing. Install it and run make again:
    sudo apt-get install -y $package"
    fi
    say "installing the system package $package"
    apt-get update -qq && apt-get install -y -qq "$package"
    "$@" >/dev/null 2>&1 || fail "$package is installed, but '$*' still fails"
}

need python3 command -v "$python"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, $python is $("$python" -V 2>&1).
    Name another one: make setup PYTHON=python3.11"
need python3-venv "$python" -c 'import venv, ensurepip'

# From Python 3.13 on lgpio comes from the system; the simulation needs none.
share=
if grep -qs "Raspberry Pi" /proc/device-tree/model &&
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; then
    share=--system-site-packages
    "$python" -c 'import lgpio' 2>/dev/null ||
        say "without python3-lgpio the pins cannot be used: apt-get install it on Raspberry Pi OS, Debian itself has none"
fi

say "1/4 making $venv with $("$python" -V)"
"$python" -m venv $share "$venv"
say "2/4 fetching the packages (about 60 MB the first time)"
"$venv/bin/python" -m pip install --disable-pip-version-check --quiet --upgrade pip
"$venv/bin/python" -m pip install --disable-pip-version-check --quiet --editable '.[dev]'
say "3/4 trying it"
"$venv/bin/cabinet" --version
say "4/4 compiling rules and search, so that bots think faster (a minute or two)"
"$venv/bin/python" tools/compile.py || say "bots think in plain Python: tools/compile.py failed"
