"""The till and the state machine as pure values: events in, state and effects out."""
