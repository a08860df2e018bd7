"""A whole cabinet in virtual time: for scenario files, replays and tests.

`runner.run_files` plays scenario files, `replay.replay` a tape from real wires; both
run the real counter and screen controller, set up by `rig.Rig`.
"""
