"""The rules of Azteka: pure positions, actions and their texts."""
