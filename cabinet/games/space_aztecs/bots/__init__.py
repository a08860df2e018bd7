"""The opponents of Space Aztecs."""
