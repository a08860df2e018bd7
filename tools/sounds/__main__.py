"""`python -m tools.sounds`: render everything into the cabinet's assets.

With names, only those. With `--sheet FILE`, what was made is also drawn: waveform,
spectrum over time and loudness of each.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.sounds.mastering import loudness
from tools.sounds.ogg import write
from tools.sounds.rendering import recipes
from tools.sounds.waves import RATE, Wave

ASSETS: Final = Path(__file__).parents[2] / "cabinet/screen/assets/sounds"


def main() -> None:
    """Write the files, and say how large and how loud each is."""
    parser = argparse.ArgumentParser(prog="python -m tools.sounds")
    parser.add_argument("names", nargs="*", help="only these sounds")
    parser.add_argument("--out", type=Path, default=ASSETS, help="the folder")
    parser.add_argument("--sheet", type=Path, help="a PNG file to draw them on")
    asked = parser.parse_args()
    made: list[tuple[str, Wave]] = []
    total = 0
    for recipe in recipes():
        if asked.names and recipe.name not in asked.names:
            continue
        sound = recipe.render()
        path = asked.out / recipe.kind / f"{recipe.name}.ogg"
        write(path, sound, recipe.kind)
        size = path.stat().st_size
        total += size
        seconds = sound.shape[1] / RATE
        heard = loudness(sound, whole=recipe.kind == "music")
        what = f"{recipe.kind}/{recipe.name}"
        print(f"{what:24} {seconds:6.2f} s {heard:6.1f} dB {size / 1000:7.1f} kB")
        made.append((what, sound))
    print(f"{len(made)} sounds, {total / 1000:.0f} kB")
    if asked.sheet:
        draw(asked.sheet, made)


def draw(path: Path, sounds: Sequence[tuple[str, Wave]]) -> None:
    """Each sound's waveform above its spectrum over time (40 Hz to 16 kHz)."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3 * len(sounds)), layout="constrained")
    rows = figure.subplots(2 * len(sounds), squeeze=False)[:, 0]
    for (name, sound), wave, spectrum in zip(
        sounds, rows[::2], rows[1::2], strict=True
    ):
        seconds = sound.shape[1] / RATE
        mono = sound.mean(axis=0)
        wave.set_title(f"{name}  {seconds:.2f} s", loc="left")
        wave.plot([at / RATE for at in range(len(mono))], mono, linewidth=0.3)
        wave.set(xlim=(0, seconds), ylim=(-1, 1), xticks=[])
        spectrum.specgram(mono, NFFT=2048, Fs=RATE, noverlap=1024, vmin=-140)
        spectrum.set(xlim=(0, seconds), ylim=(40, 16_000), yscale="log")
    figure.savefig(path)


if __name__ == "__main__":
    main()
