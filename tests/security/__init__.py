"""Attacks that were tried, each as a test that fails if the hole comes back."""
