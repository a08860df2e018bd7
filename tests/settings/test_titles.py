"""Every setting has a name and a sentence of help in both languages."""

from string import Formatter

from cabinet.settings.schema import choices, rules, schema_at, schema_text
from cabinet.settings.titles import SettingTitle, choice_names, french, key, titles


def every_key(rule=None, above=""):
    """The key of every setting and every group that the model has."""
    for name, own in (rule or rules()).get("properties", {}).items():
        yield above + name
        yield from every_key(inside(own), f"{above}{name}.")


def inside(rule):
    """What a group, the items of a list or the values of a mapping are like."""
    for way in rule.get("anyOf", ()):
        if "$ref" in way:
            return inside(way)
    if "$ref" in rule:
        return rules()["$defs"][rule["$ref"].rpartition("/")[2]]
    patterns = rule.get("patternProperties", {}).values()
    ways = (*patterns, *rule.get("anyOf", ()))
    for below in (rule.get("items"), *ways, rule.get("additionalProperties")):
        if isinstance(below, dict) and "$ref" in below:
            return inside(below)
    return {"properties": {}}


def path_of(name):
    """A path that has this key."""
    steps = name.split(".")
    for group, place in (("coins", 0), ("modes", 0), ("tiers", 0)):
        if group in steps[:-1]:
            steps.insert(steps.index(group) + 1, place)
    for group, place in (("lines", "power"), ("devices", "pins")):
        if group in steps[:-1]:
            steps.insert(steps.index(group) + 1, place)
    for inner in ("table", "widths", "rules"):
        if inner in steps[:-1]:
            steps.insert(steps.index(inner) + 1, 0)
    return tuple(steps)


def test_every_setting_is_named_in_french_and_nothing_that_is_none():
    assert list(every_key()) != []
    assert set(french()) == set(every_key())


def test_a_setting_is_explained_in_both_languages():
    for name in every_key():
        for title in titles(path_of(name)).values():
            assert title.name, name
            assert title.help.endswith("."), name


def test_help_speaks_of_choices_that_the_setting_has():
    for name in every_key():
        rule = schema_at(path_of(name))
        known = {"true", "false"} if rule.get("type") == "boolean" else {*choices(rule)}
        for text in (french()[name].help, rule.get("description", "")):
            holes = {hole for _, hole, _, _ in Formatter().parse(text) if hole}
            assert holes <= known, name


def test_help_calls_a_choice_as_the_file_does_or_by_its_name():
    path = ("video", "effects")
    assert titles(path)["fr"].help.startswith("full : lueurs")
    assert titles(path, choice_names(path))["fr"].help.startswith("complets : lueurs")
    assert schema_at(path)["description"].startswith("{full}: glow")
    assert '"full: glow, scanlines' in schema_text()


def test_numbers_and_names_of_lines_are_no_part_of_a_key():
    assert key(("modes", 3, "title", "fr")) == "modes.title.fr"
    assert key(("io", "lines", "coin.1", "pin")) == "io.lines.pin"


def test_french_is_french():
    assert titles(("pricing", "credit")) == {
        "fr": SettingTitle("Prix d'un crédit", "En centimes : 100, c'est 1,00."),
        "en": SettingTitle("Price of a credit", "In minor units: 100 is 1.00."),
    }
