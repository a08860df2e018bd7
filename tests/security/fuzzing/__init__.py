"""Fuzzers: what strangers, cables and editors can send, looked for by coverage.

`targets` says what is attacked and what must hold, `__main__` runs one of them under
atheris, `corpus` keeps what was found: one file a target in tests/security/corpus, one
input a line. `make test` sends all of those again.
"""
