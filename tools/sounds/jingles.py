"""Four bars at most: a match begins, is won, lost or drawn, a score is the best."""

from collections.abc import Mapping
from typing import Final

from tools.sounds.instruments import (
    chip_bass,
    chip_lead,
    drum,
    kalimba,
    marimba,
    ocarina,
    panpipe,
    quena,
    round_bass,
    snare,
)
from tools.sounds.score import Tune, Voice

# A jingle does not loop: it ends in a silence as long as its hall.
_END: Final = ". " * 14


def _jingle(step: float, *voices: Voice) -> Tune:
    return Tune(step, voices, 0.22)


START: Final = _jingle(
    0.11,
    Voice(chip_lead, f"A4 . A4 A4 D5 - F#5 - A5 - - - - - . . {_END}", 0.5),
    Voice(quena, f". . . . D5 - F#5 - A5 - - - - - - . {_END}", 0.4),
    Voice(chip_bass, f"A2 . A2 A2 D2 - D3 - D2 - - - - - . . {_END}", 0.6),
    Voice(marimba, f". . . . A4 D5 F#5 A5 D6 A5 F#5 A5 D6 . . . {_END}", 0.3, 0.3),
    Voice(drum, f"o . o o x . x . x . o o x . . . {_END}", 0.6, 0, (65, 95)),
)
WIN: Final = _jingle(
    0.12,
    Voice(
        quena,
        f"G4 C5 E5 G5 - - E5 G5 A5 - G5 A5 C6 - - - - - - . {_END}",
        0.5,
    ),
    Voice(
        chip_lead,
        f"E4 G4 C5 E5 - - C5 E5 F5 - E5 F5 E5 - - - - - - . {_END}",
        0.26,
        0.3,
    ),
    Voice(
        chip_bass,
        f"C3 - . C3 - . C3 . F2 - F2 G2 C2 - - - - - - . {_END}",
        0.6,
    ),
    Voice(
        marimba,
        f". . . C5 E5 G5 C6 G5 F5 A5 C6 A5 E5 G5 C6 E6 G6 . C6 . {_END}",
        0.3,
        -0.3,
    ),
    Voice(drum, f"x . o x . o x . x . x x x . o o x . . . {_END}", 0.6, 0, (65, 95)),
    Voice(snare, f". . . . x . . . . . x x x . . . . . . . {_END}", 0.2, 0, (185, 185)),
)
LOSE: Final = _jingle(
    0.15,
    Voice(panpipe, f"E5 - D5 - C5 - A4 - G#4 - - - A4 - - - - . {_END}", 0.45),
    Voice(ocarina, f"C5 - B4 - A4 - E4 - E4 - - - C4 - - - - . {_END}", 0.4, -0.2),
    Voice(round_bass, f"A2 - . . F2 - . . E2 - . . A1 - - - - . {_END}", 0.8),
    Voice(marimba, f". . A4 . . . F4 . . . E4 D4 C4 . A3 . . . {_END}", 0.3, 0.3),
    Voice(drum, f"x . . . x . . . x . o o x . . . . . {_END}", 0.5, 0, (55, 80)),
)
DRAW: Final = _jingle(
    0.14,
    Voice(ocarina, f"D5 - F5 - E5 - C5 - D5 - - - . {_END}", 0.45),
    Voice(marimba, f"A4 . D5 . G4 . E4 . A4 D5 A5 . . {_END}", 0.4, 0.3),
    Voice(round_bass, f"D3 - . . C3 - . . D2 - - - . {_END}", 0.7),
    Voice(drum, f"x . o . x . o . x . . . . {_END}", 0.5, 0, (62, 92)),
)
HIGH_SCORE: Final = _jingle(
    0.1,
    Voice(
        chip_lead,
        "D5 . D5 D5 A5 - - F#5 G5 - B5 - A5 - - - "
        f"B5 . B5 A5 G5 - E5 - F#5 - A5 - D6 - - - - - - . {_END}",
        0.45,
    ),
    Voice(
        quena,
        ". . . . F#5 - - D5 D5 - G5 - F#5 - - - "
        f"G5 - - F#5 E5 - C#5 - D5 - F#5 - A5 - - - - - - . {_END}",
        0.3,
        0.2,
    ),
    Voice(
        chip_bass,
        "D2 . D3 . D2 . D3 . G2 . G3 . D2 . D3 . "
        f"E2 . E3 . A2 . A3 . D2 . A2 . D2 - - - - - - . {_END}",
        0.6,
    ),
    Voice(
        kalimba,
        "D5 F#5 A5 D6 A5 F#5 A5 D6 G5 B5 D6 B5 F#5 A5 D6 A5 "
        f"E5 G5 B5 G5 C#5 E5 A5 E5 D5 F#5 A5 D6 F#6 A6 D6 F#6 A6 . . . {_END}",
        0.22,
        -0.35,
    ),
    Voice(
        drum,
        "x . o o x . o . x . o o x . o . x . o o x . o . x . x x x . o o x . . . "
        + _END,
        0.55,
        0,
        (65, 95),
    ),
)

JINGLES: Final[Mapping[str, Tune]] = {
    "start": START,
    "win": WIN,
    "lose": LOSE,
    "draw": DRAW,
    "high_score": HIGH_SCORE,
}
