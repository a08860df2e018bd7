"""A machine with a real kernel and simulated pins, to try the wires on."""
