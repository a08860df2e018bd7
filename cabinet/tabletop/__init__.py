"""What all board games share: the protocol, the match, the engine, opponents."""
