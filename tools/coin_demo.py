"""`make loop`: the firmware in the simulator, bouncing coins on its pin, credits.

The cabinet is the real one, as processes, without a window and on books of its own
that are thrown away. Every credit shown was counted by the chip's own program and is
on the disk; the exit code is 0 only if each coin became exactly one.
"""

import select

from bench.running import Running, running
from cabinet.protocol.codec import Touch

COINS = 5
TIMEOUT_S = 60.0
CABINET = ("--sim", "--chip", "--headless", "--config", "config/cabinet.yaml")


def main() -> int:
    """Drop the coins one after the other, and say what became of them."""
    with running(
        *CABINET, "--state", "{state}", timeout=TIMEOUT_S, quiet=False
    ) as cabinet:
        cabinet.until(lambda shown: shown.lockout_open)
        print("the slot is open")
        for coins in range(1, COINS + 1):
            credited = drop_a_coin(cabinet, coins)
            print(f"bouncing coin {coins}: credits {credited}")
    return 0 if credited == COINS else 1


def drop_a_coin(cabinet: Running, coins: int) -> int:
    """Put a coin into the slot until it is taken; the credits with it."""
    while True:
        cabinet.line.send(Touch("coin.1", active=True))
        try:
            while (found := cabinet.next_snapshot().credits) < coins:
                continue
        except RuntimeError as refused:
            # The counter opens the slot some milliseconds before the chip's coil does.
            print(f"{refused}; again")
            select.select([], [], [], 0.1)
        else:
            return found


if __name__ == "__main__":
    raise SystemExit(main())
