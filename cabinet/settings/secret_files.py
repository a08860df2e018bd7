"""Passwords and tokens in files of their own: no setting, no history, no journal."""

from pathlib import Path

from cabinet.core.errors import CabinetError


def read_secret(path: Path) -> str:
    """What a file holds that not everybody on this machine may read."""
    try:
        if path.stat().st_mode & 0o007:
            raise CabinetError(
                f"{path}: everybody on this machine may read this; chmod 640"
            )
        return path.read_text(encoding="utf-8").strip()
    except OSError as wrong:
        raise CabinetError(f"{path}: cannot be read ({wrong.strerror})") from None
    except UnicodeDecodeError:
        raise CabinetError(f"{path}: expected a line of text") from None
