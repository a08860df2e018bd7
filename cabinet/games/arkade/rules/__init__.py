"""The rules of Arkade: pure positions, actions and their texts."""
