"""docs/balance.md: what the laboratory says about the dice and all games.

Every table stands under the command that makes it, seed included. Tournaments are
played as that command would, and what was played before by the same rules and bots is
not played again.
"""

import argparse
import re
import shlex
import tomllib
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TextIO

from cabinet.tabletop.registry import load
from tools.dice_sim import charts, commands, tournaments
from tools.dice_sim.cli import parser
from tools.dice_sim.errors import make_room, no_such, written
from tools.dice_sim.fair import Trial, questions, standings, watch
from tools.dice_sim.fingerprint import fingerprint
from tools.dice_sim.report import (
    decider_table,
    first_sentence,
    leading,
    markdown_table,
    play_table,
    round_table,
)

_PAGE: Final = tomllib.loads(
    Path(__file__).with_name("exhibits.toml").read_text(encoding="utf-8")
)
# For the dice and each game: headings, and the command that makes what is under each.
PARTS: Final[dict[str, dict[str, str]]] = _PAGE["parts"]
# How many things that decide the page shows.
SHOWN: Final = 10


def write_page(asked: argparse.Namespace, out: TextIO) -> int:
    """Play what is missing and write the page, or one part of it, with its pictures."""
    charts.check()
    if asked.only and asked.only not in PARTS:
        raise no_such("part of the page", asked.only, PARTS)
    page: Path = asked.page
    make_room(page)
    kept = _parts_of(page) if asked.only else {}
    for part in PARTS:
        if asked.only in (None, part):
            out.write(f"{part}\n")
            out.flush()
            kept[_heading(part)] = _part(part, page, asked.games, asked.workers)
    texts = [kept[_heading(part)] for part in PARTS if _heading(part) in kept]
    with written(page):
        page.write_text("\n".join([_PAGE["introduction"], *texts]), encoding="utf-8")
    out.write(f"{page} is written\n")
    return 0


def _heading(part: str) -> str:
    return "The dice" if part == "dice" else load(part).title["en"]


def _parts_of(page: Path) -> dict[str, str]:
    """What stands on the page, by heading, as it was joined."""
    if not page.exists():
        return {}
    _, *parts = page.read_text(encoding="utf-8").split("\n## ")
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}


def _part(part: str, page: Path, games: int | None, workers: int) -> str:
    """A part of the page; a draft of it has other numbers of games."""
    texts = [f"## {_heading(part)}\n"]
    if part != "dice":
        texts.append(f"Rules and bots {fingerprint(part)}.\n")
    if note := _PAGE["notes"].get(part):
        texts.append(note.lstrip())
    for number, (title, command) in enumerate(PARTS[part].items(), 1):
        if games is not None:
            command = re.sub(r"--games \d+", f"--games {games}", command)
        asked = parser().parse_args(shlex.split(command)[1:])
        asked.workers = workers
        body = _body(asked, page, f"{part}-{number}-")
        shown = _wrapped(command)
        texts.append(f"### {title}\n\n```sh\n{shown}\n```\n\n{body}\n")
    text = "\n".join(texts)
    for picture in _beside(page).glob(f"{part}-*.svg"):
        if picture.name not in text:
            picture.unlink()
    return text


def _wrapped(command: str) -> str:
    """A command as one would type it, an option at a time kept together."""
    lines = [""]
    for word in shlex.split(command):
        if word.startswith("--") and len(lines[-1]) > 60:
            lines[-1] += " \\"
            lines.append("   ")
        lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return "\n".join(lines)


def _body(asked: argparse.Namespace, page: Path, stem: str) -> str:
    match asked.command:
        case "odds":
            return _odds(asked, page, stem)
        case "fair":
            return _fair(asked)
        case "tune":
            return _tune(asked)
    return _play(asked, page, stem)


def _odds(asked: argparse.Namespace, page: Path, stem: str) -> str:
    goals, found = commands.odds_of(asked)
    path = _beside(page) / f"{stem}odds.svg"
    commands.odds_chart(goals, found, path)
    table = markdown_table(commands.odds_table(goals, found))
    return f"{table}\n\n{_picture(page, path, 'Odds by rolls')}"


def _fair(asked: argparse.Namespace) -> str:
    with ExitStack() as held:
        dice, throws = commands.source_of(asked, held)
        trial = Trial(dice)
        asks = questions(dice, asked.alpha, asked.tolerance)
        watch(trial, throws, asks, asked.throws)
    told = commands.fair_text(trial, standings(trial, asks), asked.tolerance)
    return f"```\n{told}```"


def _tune(asked: argparse.Namespace) -> str:
    kept, found = tournaments.tuned(asked)
    table = markdown_table(tournaments.tune_table(kept, found[:SHOWN]))
    return f"{tournaments.handicap_sentence(kept, found[0])}\n\n{table}"


def _play(asked: argparse.Namespace, page: Path, stem: str) -> str:
    kept, folder = tournaments.open_kept(asked, asked.vary)
    tournaments.play_on(kept, folder, asked)
    found = leading(kept, SHOWN)
    made = charts.play_charts(kept, found, _beside(page), stem, "svg")
    texts = [markdown_table(play_table(kept, asked.pace)), first_sentence(kept)]
    if rounds := round_table(kept):
        texts += ["Rounds by role:", markdown_table(rounds)]
    if found:
        texts += ["What goes with winning:", markdown_table(decider_table(found))]
    names = {"wins": "Shares", "turns": "Turns", "scores": "Scores"}
    for path in made:
        word = path.stem.removeprefix(stem)
        texts.append(_picture(page, path, names.get(word, "What goes with winning")))
    return "\n\n".join(texts)


def _beside(page: Path) -> Path:
    """Pictures are in a folder of the page's name, beside it."""
    return page.with_suffix("")


def _picture(page: Path, path: Path, words: str) -> str:
    return f"![{words}]({path.relative_to(page.parent).as_posix()})"
