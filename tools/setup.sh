#!/bin/sh
# Makes $VENV with the packages of $LOCK: locks/work.txt is everything that running and
# testing need, locks/compile.txt is enough to play. Says what it does, names a missing
# system package with the command that installs it, and installs it itself when it runs
# as root.
set -eu
python=${PYTHON:-python3}
venv=${VENV:-.venv}
lock=${LOCK:-locks/work.txt}

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
        say "without python3-lgpio the pins are reached through gpiod, on 64-bit systems; Raspberry Pi OS has lgpio"
fi

# install_locked FILE: the packages of a lock file, with a line that says how far it is.
install_locked() {
    total=$(grep -c '^[a-z]' "$1")
    log=$venv/setup.log
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input \
        --require-hashes --requirement "$1" >"$log" 2>&1 &
    while kill -0 $! 2>/dev/null; do
        if [ -t 1 ]; then
            printf '\rsetup:     %s of %s ' "$(grep -c '^Collecting' "$log")" "$total"
        fi
        sleep 1
    done
    if [ -t 1 ]; then printf '\r                           \r'; fi
    wait $! || { tail -n 20 "$log" >&2; fail "the packages of $1 could not be installed; is there a network?"; }
}

say "1/3 making $venv with $("$python" -V)"
"$python" -m venv $share "$venv"
case $lock in
    */work.txt) size="150 MB, one to two minutes" ;;
    *) size="40 MB, a minute" ;;
esac
say "2/3 fetching the packages named in $lock: about $size"
install_locked "$lock"
say "3/3 trying it"
# A plain path to this folder: no finder is loaded at each start, and pip has nothing to warn of.
"$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-deps \
    --no-build-isolation --config-settings editable_mode=compat --editable .
"$venv/bin/cabinet" --version
