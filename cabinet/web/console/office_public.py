"""The snapshot as the console tells it to a browser."""

from dataclasses import asdict
from typing import Any

from cabinet.protocol.snapshot import Snapshot


def public(snapshot: Snapshot) -> dict[str, Any]:
    """The snapshot without what only one player, or one at the cabinet, may know.

    Seed and log would tell every hand, a token is the right to look at one, and the
    pairing code is for whoever stands at the open door.
    """
    shown = asdict(snapshot)
    shown.pop("phones")
    shown.pop("pairing")
    if snapshot.match is not None:
        shown["match"]["moves"] = len(shown["match"].pop("log"))
        shown["match"].pop("seed")
    return shown
