"""What is heard: cues are decided here as values, and sounded in one place."""
