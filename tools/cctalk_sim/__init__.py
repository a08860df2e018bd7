"""A coin acceptor that speaks ccTalk, simulated byte by byte, with its faults."""
