"""Somebody is above the temple: a cha-cha for a saucer and marimba, in G minor."""

from tools.sounds.harmony import over
from tools.sounds.instruments import (
    clave,
    drum,
    log_drum,
    marimba,
    pad,
    round_bass,
    shaker,
    theremin,
)
from tools.sounds.score import Tune, Voice

CHORDS = "Gm Gm Cm D Gm Eb D Gm Cm Gm D Gm Eb Cm D D"
REST = ". . . . . . . . | " * 4
SAUCER = f"""
    G4 - - Bb4 - - D5 -  | C#5 - D5 - - - . .  | Eb5 - - D5 - C5 - G4
  | A4 - - F#4 - - . .   | G4 - - Bb4 - - D5 - | G5 - - - F5 - Eb5 -
  | D5 - C5 - A4 - F#4 - | G4 - - - - - . .
  | {REST} Bb4 - - G4 - - Eb5 - | C5 - - G4 - - Eb5 -
  | D5 - Eb5 - D5 - C#5 - | D5 - - - . . . .
"""
BARS = f"""
    {REST} {REST}
    C5 . Eb5 . G5 . Eb5 C5 | Bb4 . D5 . G5 . D5 Bb4 | A4 . C5 . F#5 . D5 C5
  | Bb4 . A4 . G4 . . .    | . . Bb5 . G5 . Bb5 G5  | . . C6 . G5 . Eb5 C5
  | F#5 . G5 . F#5 . E5 .  | F#5 A5 C6 A5 F#5 D5 C5 A4
"""

TUNE = Tune(
    step=60 / 126 / 2,
    voices=(
        Voice(theremin, SAUCER, 0.42, 0.1),
        Voice(marimba, BARS, 0.62, -0.2),
        Voice(marimba, over(CHORDS, ". F O T . F O F", 4), 0.3, 0.45),
        Voice(round_bass, over(CHORDS, "R - . F - . R F", 2), 0.65),
        Voice(pad, over(CHORDS, "T - - - - - - -", 4), 0.25, -0.3),
        Voice(
            clave, "x . . x . . x . | . . x . x . . . |" * 8, 0.7, -0.5, (1480, 1480)
        ),
        Voice(
            log_drum, "x o x o x o x x | x o x o x x o o |" * 8, 0.42, 0.4, (440, 330)
        ),
        Voice(drum, ". . . . . . x x |" * 16, 1.0, 0.1, (110, 82)),
        Voice(shaker, "x o o o x o o o |" * 16, 0.8, -0.2, (300, 650)),
    ),
    hall=0.26,
)
