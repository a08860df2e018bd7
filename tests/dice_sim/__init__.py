"""The laboratory: dice, tournaments, the tower."""
