"""The rules of Aztec: pure positions, actions and their texts."""
