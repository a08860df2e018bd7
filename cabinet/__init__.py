"""The software of a coin-operated arcade cabinet."""
