"""The opponents of Arkade."""
