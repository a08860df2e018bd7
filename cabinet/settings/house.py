"""The house's own logo and music: what is taken, and what is refused and why.

The files stay outside the operator's file, which has their paths. A cabinet whose logo
or music is gone shows and plays ours; only a change to something unusable is refused.
"""

import os
import stat
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from cabinet.i18n.message import Message, Verbatim, message
from cabinet.platform.files import put_in_place
from cabinet.settings.model import House
from cabinet.settings.problems import Flaw

FOLDER: Final = "house"
LARGEST: Final = 256 * 1024
SMALLEST_SIDE: Final = 16
LONGEST_SIDE: Final = 2000
MUSIC: Final = (".ogg", ".mp3")
_KEPT: Final = 5
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def logo_flaw(data: bytes) -> Message | None:
    """Why these bytes are no logo; None where they are one."""
    if len(data) > LARGEST:
        kb = -(-len(data) // 1024)
        return message("setting.logo_too_large", kb=kb, most=LARGEST // 1024)
    if not data.startswith(_SIGNATURE):
        return message("setting.logo_not_png")
    chunks = dict(_chunks(data))
    head = chunks.get(b"IHDR", b"")
    if len(head) != 13 or not {b"IDAT", b"IEND"} <= chunks.keys():
        return message("setting.logo_damaged")
    wide, high = (int.from_bytes(head[at : at + 4], "big") for at in (0, 4))
    if not all(SMALLEST_SIDE <= side <= LONGEST_SIDE for side in (wide, high)):
        return message(
            "setting.logo_size",
            wide=wide,
            high=high,
            least=SMALLEST_SIDE,
            most=LONGEST_SIDE,
        )
    return None


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG file, as far as they are whole."""
    at = len(_SIGNATURE)
    while at + 12 <= len(data):
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return
        yield data[at + 4 : at + 8], data[at + 8 : end]
        at = end + 4


def house_flaws(house: House) -> Iterator[Flaw]:
    """What of the house cannot be shown or played."""
    if house.logo and (what := _file_flaw(Path(house.logo))):
        yield Flaw(("house", "logo"), what)
    if house.music and (what := _music_flaw(Path(house.music))):
        yield Flaw(("house", "music"), what)


def _file_flaw(path: Path) -> Message | None:
    try:
        if not path.is_file():
            return message("setting.no_file")
        if not path.stat().st_mode & stat.S_IROTH:
            return message("setting.not_for_the_screen")
        with path.open("rb") as file:
            return logo_flaw(file.read(LARGEST + 1))
    except OSError as wrong:
        return message("setting.unreadable_file", why=Verbatim(str(wrong.strerror)))


def _music_flaw(path: Path) -> Message | None:
    try:
        if not path.is_dir():
            return message("setting.no_folder")
        found = [each for each in path.iterdir() if each.suffix.lower() in MUSIC]
        if not found:
            return message("setting.no_music", kinds=", ".join(MUSIC))
        readable = all(each.stat().st_mode & stat.S_IROTH for each in found)
        return None if readable else message("setting.not_for_the_screen")
    except OSError as wrong:
        return message("setting.unreadable_file", why=Verbatim(str(wrong.strerror)))


def keep_logo(data: bytes, state: Path) -> Path:
    """Keep a logo beside the books, for everybody to read; where it is.

    Its name is another one when the picture is, so that the screen sees a new one and
    an undo finds the old.
    """
    folder = state / FOLDER
    folder.mkdir(mode=0o755, exist_ok=True)
    folder.chmod(0o755)
    path = folder / f"logo-{sha256(data).hexdigest()[:8]}.png"
    beside = path.with_suffix(".new")
    beside.write_bytes(data)
    beside.chmod(0o644)
    put_in_place(beside, path)
    os.utime(path)
    logos = sorted(folder.glob("logo-*.png"), key=lambda each: each.stat().st_mtime_ns)
    for old in logos[:-_KEPT]:
        old.unlink()
    return path
