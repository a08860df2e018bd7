"""Makes a signed release: the files that an operator downloads and `install.sh` checks.

Everything follows from one commit: archive, wheel, locks, bill of materials and the
number that only grows. Made twice it is the same, byte for byte.
"""
