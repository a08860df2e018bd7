"""How Space Aztecs looks, sounds and is played with a stick."""
