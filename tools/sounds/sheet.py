"""A picture of sounds, to look at what cannot be heard in a review."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from tools.sounds.waves import RATE, Wave


def draw(path: Path, sounds: Sequence[tuple[str, Wave]]) -> None:
    """Each sound's waveform above its spectrum over time (40 Hz to 16 kHz)."""
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
