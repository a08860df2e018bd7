"""Players' phones: their pages, and the relay to the screen."""
