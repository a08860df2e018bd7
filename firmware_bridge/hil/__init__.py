"""The real firmware in a simulated chip: in lock-step for tests, or behind a pty.

No part of the cabinet's own programs: they meet it as they would meet a board, as a
serial port (`python -m firmware_bridge.hil`).
"""
