"""The opponents of Aztec."""
