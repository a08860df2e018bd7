#!/bin/sh
# Writes locks/run.txt (what a cabinet runs on), locks/work.txt (that, and what working on
# it needs) and locks/compile.txt (that, and what compiling the rules needs) from the
# ranges in pyproject.toml: one version of each package for every Python and system we
# support, with the hashes of its files. Set-up and install.sh install exactly these.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}

say() { printf 'lock: %s\n' "$*"; }

"$python" -c 'import uv' 2>/dev/null ||
    "$python" -m pip install --disable-pip-version-check --quiet uv
lock() {
    "$python" -m uv pip compile --quiet --upgrade --universal --python-version 3.11 \
        --generate-hashes --no-annotate --custom-compile-command "make lock" \
        --output-file "$@" pyproject.toml
    say "$1: $(grep -c '^[a-z]' "$1") packages"
}
lock locks/run.txt
lock locks/work.txt --extra dev
lock locks/compile.txt --extra compile
