"""How Aztec looks, sounds and is played with a stick."""
