"""How Azteka looks, sounds and is played with a stick."""
