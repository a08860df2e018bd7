"""What the cabinet shows: one small module a mode, each a function to a picture."""
