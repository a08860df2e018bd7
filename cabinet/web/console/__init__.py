"""The operator's web console."""
