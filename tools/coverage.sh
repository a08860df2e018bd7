#!/bin/sh
# Every line and every branch of what counts money is run by a test that is not left to
# chance: the coin lines, core's money, and the books. Takes some 15 s of a processor.
# Which lines cannot be reached is in pyproject.toml, under coverage.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}

mkdir -p build
# Properties try something else each time, and a counter that is killed tells nothing.
"$python" -m coverage run -m pytest tests/core tests/books \
    -m "not soak and not hypothesis" \
    --deselect tests/books/test_books_and_the_disk.py::test_kill_the_counter_anywhere_and_all_it_showed_is_there
"$python" -m coverage report
