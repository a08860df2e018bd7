"""Life spreads, Death reigns: marimba under two flutes, in D minor, six-eight."""

from tools.sounds.harmony import over
from tools.sounds.instruments import (
    drum,
    log_drum,
    marimba,
    ocarina,
    pad,
    quena,
    round_bass,
    shaker,
)
from tools.sounds.score import Tune, Voice

FIRST = "Dm Dm C Dm Bb C Dm Dm"
SECOND = "Dm Dm C Dm Bb C Am Dm"
THIRD = "F C Gm Dm Bb F A A"
CHORDS = f"{FIRST} {SECOND} {THIRD}"
REST = ". . . . . . | " * 8
LIFE = f"""
    D5 - - F5 - G5  | A5 - - - - G5   | E5 - G5 E5 - C5  | D5 - - - . A4
  | D5 - - F5 - D5  | E5 - F5 G5 - E5 | D5 - - A4 - C5   | D5 - - - . .
  | {REST}
    C5 - - A4 - C5  | E5 - - G5 - -   | Bb5 - A5 G5 - F5 | A5 - - - . .
  | D5 - F5 Bb5 - A5 | C6 - A5 F5 - C5 | E5 - - C#5 - E5 | A4 - - . . .
"""
DEATH = f"""
    {REST}
    A4 - - C5 - A4  | G4 - F4 D4 - -  | E4 - G4 C4 - E4  | D4 - - F4 - A4
  | F4 - - D4 - Bb3 | C4 - E4 G4 - -  | A4 - G4 E4 - C4  | D4 - - - . .
  | . . . . . . | . . . . . . | . . . . . . | . . . D4 - F4
  | F4 - - D4 - -   | F4 - - A4 - -   | C#4 - - E4 - -   | A4 - G4 E4 - C#4
"""

TUNE = Tune(
    step=0.2,
    voices=(
        Voice(quena, LIFE, 0.5, -0.15),
        Voice(ocarina, DEATH, 0.72, 0.15),
        Voice(marimba, over(CHORDS, "R F O T F O", 4), 0.42, -0.4),
        Voice(marimba, over(CHORDS, "O . F . T .", 5), 0.3, 0.5),
        Voice(round_bass, over(CHORDS, "R - - . F -", 2), 0.65),
        Voice(pad, over(CHORDS, "F - - - - -", 3), 0.3),
        Voice(drum, "x . . o . o " * 24, 1.2, strokes=(58, 87)),
        Voice(log_drum, ". . x . o . | . x . x o . |" * 12, 0.55, 0.3, (330, 247)),
        Voice(shaker, "x . o x . o " * 24, 0.75, -0.25, (300, 600)),
    ),
    hall=0.24,
)
