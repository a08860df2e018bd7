"""Writing OGG Vorbis so that the same sound is the same file.

The encoder numbers each stream at random; we number it by its content's length and
sign the pages again, so that rebuilding without a change changes nothing.
"""

import io
import zlib
from pathlib import Path
from typing import Final

import soundfile  # type: ignore[import-untyped]

from tools.sounds.waves import RATE, Wave

# From 0 (best, largest) to 1; chosen by ear and by size, see docs/sound.md.
THINNED: Final = {"coin": 0.55, "effects": 0.6, "jingles": 0.7, "music": 0.95}
_BLOCK: Final = 4096
_MIRRORED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def write(path: Path, sound: Wave, kind: str) -> None:
    """One row of samples for each side, as a file."""
    out = io.BytesIO()
    sides = len(sound)
    level = THINNED[kind]
    with soundfile.SoundFile(
        out, "w", RATE, sides, "VORBIS", format="OGG", compression_level=level
    ) as file:
        for begin in range(0, sound.shape[1], _BLOCK):
            file.write(sound[:, begin : begin + _BLOCK].T)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(renumbered(out.getvalue(), sound.shape[1]))


def renumbered(stream: bytes, serial: int) -> bytes:
    """The same pages under another serial number."""
    done = bytearray()
    rest = stream
    while rest:
        if rest[:4] != b"OggS":
            raise ValueError("this is not the beginning of an OGG page")
        segments = rest[26]
        size = 27 + segments + sum(rest[27 : 27 + segments])
        page, rest = bytearray(rest[:size]), rest[size:]
        page[14:18] = serial.to_bytes(4, "little")
        page[22:26] = bytes(4)
        page[22:26] = _checksum(page).to_bytes(4, "little")
        done += page
    return bytes(done)


def _checksum(page: bytes | bytearray) -> int:
    """OGG's CRC is zlib's, with the bits of each byte and of the sum mirrored."""
    found = zlib.crc32(page.translate(_MIRRORED), 0xFFFFFFFF) ^ 0xFFFFFFFF
    return int(f"{found:032b}"[::-1], 2)
