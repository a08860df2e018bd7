"""The documents are true: what they name exists, what they show runs."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from cabinet.cli.arguments import parser
from cabinet.core import errors
from cabinet.scenario.runner import play_file
from cabinet.scenario.steps import EXPECTABLE, STEPS
from tests.support.settings import SETTINGS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
COMMANDS = ROOT / "docs/commands.md"
ARCHITECTURE = ROOT / "docs/architecture.md"
GLOSSARY = ROOT / "docs/glossary.md"
SCENARIOS = ROOT / "docs/scenarios.md"
OPERATOR = ROOT / "docs/operator.md"
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "LICENSES/*.md", "cabinet/games/*/*.md")
    for path in ROOT.glob(pattern)
)
# Made by the programs, not kept: a state folder, and what is built.
MADE = ("shots/", "build/")
PLACE = re.compile(r"`((?:\.?[\w*-]+/)+[\w*.-]*|[\w-]+\.(?:py|yaml))`")
CALL = re.compile(r"`([A-Za-z_.]+)\(\)`")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def named(path):
    return str(path.relative_to(ROOT))


def prose(path):
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def fenced(path, language):
    text = path.read_text(encoding="utf-8")
    return [body for found, body in FENCE.findall(text) if found == language]


def items(path):
    """The text cut at blank lines, list items and table rows."""
    return re.split(r"\n\s*\n|\n(?=\s*(?:\d+\.|-|\|) )", prose(path))


def rows(text):
    """The rows of the tables in a text, without their heads, as lists of cells."""
    for table in TABLE.findall(text + "\n"):
        for line in table.splitlines()[2:]:
            yield [cell.strip() for cell in line.strip("|").split("|")]


def section(path, title):
    """What stands under a heading, up to the next one."""
    text = path.read_text(encoding="utf-8")
    _, _, rest = text.partition(f"{title}\n")
    assert rest, f"{named(path)} has no heading {title!r}"
    return re.split(r"^#+ ", rest, flags=re.MULTILINE)[0]


# What is named exists


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_links_lead_somewhere(path):
    links = LINK.findall(prose(path))
    local = [(to, part) for to, part in links if "://" not in to]
    assert [to for to, _ in local if not (path.parent / to).exists()] == []
    lost = [
        f"{to}#{part}"
        for to, part in local
        if part and part not in anchors(path.parent / to if to else path)
    ]
    assert lost == []


@cache
def anchors(path):
    """The anchors of a document's headings, as code hosts make them."""
    heads = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head).lower() for head in heads)
    return {re.sub(r"[^\w -]", "", head).strip().replace(" ", "-") for head in plain}


@pytest.mark.parametrize(
    "path",
    [README, ARCHITECTURE, ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/decisions/*.md")],
    ids=named,
)
def test_files_that_are_named_exist(path):
    places = [p for p in PLACE.findall(prose(path)) if not p.startswith(MADE)]
    assert [p for p in places if not any(ROOT.glob(p.rstrip("/")))] == []


GAMES = [path for path in DOCUMENTS if "## The files\n" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_files_that_a_game_names_are_in_its_folder(path):
    places = PLACE.findall(section(path, "## The files"))
    assert places
    assert [p for p in places if not (path.parent / p).exists()] == []


@cache
def definitions(place):
    """The functions of a file, and its methods with the class before the dot."""
    found = set()
    for node in ast.parse((ROOT / place).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return found


@cache
def all_definitions():
    files = (ROOT / "cabinet").glob("**/*.py")
    return frozenset().union(*(definitions(named(file)) for file in files))


@pytest.mark.parametrize(
    "path",
    [
        README,
        ARCHITECTURE,
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("docs/decisions/*.md"),
    ],
    ids=named,
)
def test_functions_that_are_named_are_in_the_file_named_beside_them(path):
    for item in items(path):
        files = [p for p in PLACE.findall(item) if p.endswith(".py")]
        known = set().union(*map(definitions, files)) if files else all_definitions()
        missing = [name for name in CALL.findall(item) if name not in known]
        assert missing == [], f"in {item!r}"


def test_the_architecture_follows_the_coin_through_named_functions():
    assert len(set(CALL.findall(prose(ARCHITECTURE)))) > 30


# How many files a path may have, and what a page calls that number.
PATHS = {1: 18, 2: 12, 3: 10, 4: 20, 5: 9, 6: 12}
NUMBERS = {9: "Nine", 10: "Ten", 12: "Twelve", 18: "Eighteen", 20: "Twenty"}


@pytest.mark.parametrize("number", PATHS)
def test_a_path_is_short_and_has_as_many_files_as_it_says(number):
    text = ARCHITECTURE.read_text(encoding="utf-8")
    (title,) = re.findall(rf"^## Path {number}: .*$", text, re.MULTILINE)
    path = section(ARCHITECTURE, title).partition("Beside the path")[0]
    files = {place for place in PLACE.findall(path) if place.endswith(".py")}
    assert len(files) <= PATHS[number]
    assert re.search(rf"^{NUMBERS[len(files)]} files[.,]", path, re.MULTILINE)


def test_the_glossary_is_short_and_in_order():
    terms = [term for term, _ in rows(GLOSSARY.read_text(encoding="utf-8"))]
    assert len(terms) <= 25, "a private word is a burden: use the plain one"
    assert terms == sorted(set(terms))


def test_the_root_of_the_product_is_short():
    assert len(list((ROOT / "cabinet").glob("*.py"))) <= 8, "each module has a room"


def test_every_decision_is_listed_once():
    listed = LINK.findall(section(ARCHITECTURE, "## Why"))
    kept = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [to for to, _ in listed] == [f"decisions/{path.name}" for path in kept]


ROOMS = sorted((ROOT / "cabinet").rglob("__init__.py"))


@pytest.mark.parametrize("room", ROOMS, ids=named)
def test_a_package_says_what_it_is_for_and_names_its_face(room):
    text = ast.get_docstring(ast.parse(room.read_text(encoding="utf-8")))
    assert text
    for module, name in re.findall(r"`([a-z_]+)\.(\w+)`", text):
        assert name in definitions(named(room.parent / f"{module}.py"))


def commands(path):
    """Every `cabinet …` a document prints, as a list of words."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"`cabinet((?: [^`\n]+)?)`", text)
    for body in fenced(path, "sh"):
        found += re.findall(r"^(?:\S*/)?cabinet(.*)$", body, re.MULTILINE)
    return [line.split("#")[0].replace("…", "").split() for line in found]


@pytest.mark.parametrize("path", [README, COMMANDS, SCENARIOS, ARCHITECTURE], ids=named)
def test_commands_that_are_printed_are_commands(path):
    asked = commands(path)
    assert asked
    for words in asked:
        if words not in (["--help"], ["--version"]):
            parser().parse_args(words)


def test_the_page_of_commands_names_every_command():
    help_text = parser().format_help()
    listed = re.findall(r"^    ([a-z]+) ", help_text, re.MULTILINE)
    named_ones = {words[0] for words in commands(COMMANDS) if words}
    assert len(listed) > 5
    assert [command for command in listed if command not in named_ones] == []


@pytest.mark.parametrize("path", [README, ROOT / "CONTRIBUTING.md"], ids=named)
def test_make_targets_that_are_named_exist(path):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    text = path.read_text(encoding="utf-8")
    asked = re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)
    assert asked
    assert set(asked) <= targets


def test_the_keys_in_the_readme_are_the_keys_of_the_shipped_file():
    shipped = yaml.safe_load(SETTINGS.read_text(encoding="utf-8"))
    lines = shipped["io"]["lines"]
    keys = {line: wire["key"] for line, wire in lines.items() if "key" in wire}
    told = {}
    for _, names, words in rows(section(README, "## Play")):
        told |= zip(names.replace("`", "").split(), words.split(", "), strict=True)
    assert told == keys


def test_the_readme_tells_of_every_game_on_sale():
    shipped = yaml.safe_load(SETTINGS.read_text(encoding="utf-8"))
    text = section(README, "## Games")
    for mode in shipped["modes"]:
        assert f"{mode['game']}/README.md" in text


def test_every_dependency_is_justified():
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:dependencies|dev) = \[\n(.*?)^\]", project, re.S | re.M)
    packages = re.findall(r'^ +"([A-Za-z0-9-]+)', "".join(lists), re.MULTILINE)
    assert len(packages) > 15
    assert {row[0] for row in rows(text)} == {f"`{name}`" for name in packages}


def test_exit_codes_are_those_of_the_errors():
    told = {}
    for code, _, name in rows(section(ARCHITECTURE, "## Exit codes")):
        if name:
            told[name.strip("`")] = int(code)
    raised = {
        name: kind.exit_code
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and kind.__module__ == errors.__name__
    }
    assert told == raised


# The operator's settings


def settings_of(schema, node, name=""):
    """Every setting below a node of the JSON schema, as a dotted name."""
    node = next((way for way in node.get("anyOf", ()) if "$ref" in way), node)
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    for key, inner in node.get("properties", {}).items():
        below = list(settings_of(schema, inner, f"{name}{key}."))
        yield from below or [f"{name}{key}"]


def test_the_operators_page_names_every_setting_and_no_other():
    text = (ROOT / "config/cabinet.schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    there = set()
    for group, node in schema["properties"].items():
        there |= set(settings_of(schema, node.get("items", node), f"{group}."))
    page = OPERATOR.read_text(encoding="utf-8")
    told = set()
    for part in re.split(r"^### ", page, flags=re.MULTILINE)[1:]:
        title = part.partition("\n")[0]
        for row in rows(part):
            setting = row[0].strip("`")
            if len(row) == 3:
                told.add(setting if ", " in title else f"{title}.{setting}")
    assert told == {re.sub(r"\.title\.\w+$", ".title", name) for name in there}


# Scenarios


EXAMPLES = fenced(SCENARIOS, "yaml")


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_scenario_examples_hold(number, tmp_path, monkeypatch):
    path = tmp_path / "example.yaml"
    path.write_text(EXAMPLES[number], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert play_file(path, SETTINGS) > 0


def test_the_scenario_page_names_every_step_and_fact():
    steps = {
        row[0].strip("`").split(":")[0] for row in rows(section(SCENARIOS, "## Steps"))
    }
    facts = {row[0].strip("`") for row in rows(section(SCENARIOS, "## Expectations"))}
    assert steps == set(STEPS)
    assert facts == set(EXPECTABLE)
