"""The link to a microcontroller at the coin slot: its words and the host's side."""
