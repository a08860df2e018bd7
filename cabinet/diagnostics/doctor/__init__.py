"""`cabinet doctor`: how the cabinet is, a line for each part, and what to do.

One file for each kind of examination. In each, `look` reads facts from the machine
and changes nothing that stays, and `judge` turns facts into findings without reading
anything: a fault is a set of facts, so that every verdict can be tested, and shown
with `--fault`, on a machine that is well.
"""
