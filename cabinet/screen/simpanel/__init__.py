"""The simulated front panel under the picture."""
