"""Spell every document and every word file: `make spelling`, part of `make check`.

    python -m tools.spelling

English pages and `*.en.yaml` are read with hunspell's British and American dictionaries
(British spelling is ours; names of libraries and their options are American), French
ones with its French dictionary. Words of the trade are in tools/spelling_words, one on
a line, sorted. What stands in code, in links or between backquotes is not read.
"""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import yaml

ROOT: Final = Path(__file__).parent.parent
DICTIONARIES: Final = {"en": "en_GB,en_US", "fr": "fr"}
KNOWN: Final = ROOT / "tools/spelling_words"
_NOT_PROSE: Final = (
    re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE),
    re.compile(r"`[^`\n]*`"),
    re.compile(r"<[^>\n]*>"),
    re.compile(r"\]\([^)\n]*\)"),
    re.compile(r"\S*(?:://|\w@\w|_)\S*"),
    re.compile(r"\{[^}\n]*\}"),
    # Files, settings and options.
    re.compile(r"\b\w[\w-]*(?:\.[\w-]+)+|(?<!\w)--?\w[\w-]*"),
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def main() -> int:
    """Name each unknown word with where it stands; 1 if there is one."""
    if shutil.which("hunspell") is None:
        print("spelling: NOTHING WAS READ: there is no hunspell (make spelling)")
        return 0
    unknown = 0
    for language, texts in (("en", english()), ("fr", french())):
        places: dict[str, list[str]] = defaultdict(list)
        for place, text in texts:
            for number, line in enumerate(prose(text).splitlines(), 1):
                for word in _WORD.findall(line):
                    places[word.replace("’", "'")].append(f"{place}:{number}")
        for word in misspelt(places, language):
            unknown += 1
            where = ", ".join(places[word][:3])
            print(f"{where}: {word} (a new word goes into {_file(language).name})")
    return 1 if unknown else 0


def english() -> Iterator[tuple[str, str]]:
    """Every English page and word file."""
    for page in _pages():
        if not _is_french(page):
            yield str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
    yield from _words("en")


def french() -> Iterator[tuple[str, str]]:
    """Every French one."""
    for page in _pages():
        if _is_french(page):
            yield str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
    yield from _words("fr")


def _pages() -> list[Path]:
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in sorted(tracked.stdout.split("\n")) if name]


def _is_french(page: Path) -> bool:
    return page.name.endswith(".fr.md") or "docs/fr" in page.as_posix()


def _words(language: str) -> Iterator[tuple[str, str]]:
    """The values of every catalogue: one line of text for each line of the file."""
    for file in sorted(ROOT.glob("cabinet/**/*.yaml")):
        names = {language, {"en": "english", "fr": "french"}[language]}
        if not names & set(re.split(r"[._]", file.stem)):
            continue
        text = file.read_text(encoding="utf-8")
        yield str(file.relative_to(ROOT)), "\n".join(_values(text))


def _values(text: str) -> list[str]:
    """The scalars that are values, each on the line where it begins."""
    lines = [""] * (text.count("\n") + 2)

    def walk(node: yaml.Node) -> None:
        match node:
            case yaml.MappingNode():
                for _, value in node.value:
                    walk(value)
            case yaml.SequenceNode():
                for value in node.value:
                    walk(value)
            case yaml.ScalarNode():
                lines[node.start_mark.line] += " " + " ".join(node.value.split())

    root = yaml.compose(text)
    if root is not None:
        walk(root)
    return lines


def prose(text: str) -> str:
    """What a reader reads as language; lines stay lines."""
    for pattern in _NOT_PROSE:
        text = pattern.sub(lambda found: "\n" * found[0].count("\n") + " ", text)
    return text


def misspelt(words: Iterable[str], language: str) -> list[str]:
    """Those of the words that no dictionary has."""
    known = set(_file(language).read_text(encoding="utf-8").split())
    asked = sorted(word for word in words if word not in known)
    done = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", DICTIONARIES[language], "-l"],
        input="\n".join(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    bad = set(done.stdout.split("\n")) - {""} - known
    return [word for word in asked if word in bad or set(word.split("-")) & bad]


def _file(language: str) -> Path:
    return KNOWN / f"{language}.txt"


if __name__ == "__main__":
    sys.exit(main())
