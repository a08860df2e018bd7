"""The rules of Space Aztecs: pure positions, actions and their texts."""
