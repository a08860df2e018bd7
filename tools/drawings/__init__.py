"""The drawings of docs/wiring.md: from symbols and, where pins are, from settings."""
