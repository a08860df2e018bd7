"""The link to a microcontroller at the coin slot."""
