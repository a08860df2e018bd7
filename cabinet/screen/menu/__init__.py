"""The service menu under a stick: rows, editors, and what they ask for."""
