"""`python -m tools.dice_sim` is `dice-sim`."""

import sys

from tools.dice_sim.cli import main

if __name__ == "__main__":
    sys.exit(main())
