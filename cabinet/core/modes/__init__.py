"""What the cabinet does next: `step(state, event, settings)` and its parts."""
