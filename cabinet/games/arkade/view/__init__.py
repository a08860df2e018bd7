"""How Arkade looks, sounds and is played with a stick."""
