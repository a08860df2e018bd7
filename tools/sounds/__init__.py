"""Our own sounds, made from arithmetic: nothing is sampled, nothing is borrowed.

A build tool: `make sounds` renders every effect, jingle and loop and writes the OGG
files the cabinet ships. The same code gives the same samples on every run.
"""
