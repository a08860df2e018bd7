"""From edges to events: what the wires of buttons and coin acceptors mean."""
