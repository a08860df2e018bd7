"""A whole cabinet in virtual time: for scenario files, replays and tests."""
