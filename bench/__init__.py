"""Measuring the cabinet: `make bench` runs every module here and prints one table.

A module has `rows()`, which yields what it measured as it goes, each number with
the bar it is held to, and beside it the bare thing it is built on (the disk, the
interpreter, an empty loop), measured in the same run on the same machine.
"""
