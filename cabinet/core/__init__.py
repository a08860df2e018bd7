"""The till and the floor as pure values: events in, state and effects out."""
