"""What people see: the only place that knows pygame."""

import os

# pygame greets on stdout when it is first imported; a cabinet has nothing to greet.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
