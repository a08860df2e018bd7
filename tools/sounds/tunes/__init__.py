"""The five loops: one for each game, one for the cabinet when nobody plays."""
