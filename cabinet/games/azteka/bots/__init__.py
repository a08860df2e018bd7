"""The opponents of Azteka."""
