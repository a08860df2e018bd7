"""YAML as the operator means it: no traps, exact places, and no file can hurt."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cabinet.settings import yaml_marks
from cabinet.settings.problems import FilePosition
from cabinet.settings.yaml_marks import compose, syntax_flaw

PARSERS = [yaml.SafeLoader]
if yaml.__with_libyaml__:
    PARSERS.append(yaml.CSafeLoader)

FITS = "(line settings of one group up with spaces)"
BROKEN = {
    "a: 1\n\tb: 2\n": "2:1: a tab indents this line (indent with spaces)",
    "a:\n  b: 1\n\tc: 2\n": "3:1: a tab indents this line (indent with spaces)",
    "a: 'x\nb: 2\n": "1:4: these quotes are never closed "
    "(end the text with the same quote)",
    "a: [1, 2\nb: 3\n": "1:4: this list is never closed "
    "(end it with ], commas between the items)",
    "a: {b: 1\n": "1:4: this mapping is never closed "
    "(end it with }, commas between the settings)",
    "a: b: c\n": "1:5: a second ':' on one setting, or a line indented too far "
    "(put text that holds ': ' in quotes, and line settings up)",
    "a:\n  b: 1\n    c: 2\n": "3:6: a second ':' on one setting, or a line indented "
    "too far (put text that holds ': ' in quotes, and line settings up)",
    "a: 1\nb 2\nc: 3\n": "2:1: the ':' after the name is missing "
    "(write name: value, with a space after the colon)",
    "a: - b\n": "1:4: a list cannot begin on this line "
    "(begin it on the next line, indented, each item after a dash)",
    "a: @x\n": "1:4: a value cannot begin with this character (put the text in quotes)",
    "a: %x\n": "1:4: a value cannot begin with this character (put the text in quotes)",
    "a:\n  b: 1\n c: 2\n": f"3:2: this line does not fit the lines above it {FITS}",
    "a: 1\n- b\n": f"2:1: this line does not fit the lines above it {FITS}",
    "a: 'x' y\n": f"1:8: this line does not fit the lines above it {FITS}",
    "a: b\x07\n": "1:5: a character that cannot be seen (U+0007) (delete it)",
}


def told(flaw):
    return f"{flaw.place.line}:{flaw.place.column}: {flaw.what} ({flaw.hint})"


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("text", "sentence"), BROKEN.items())
def test_broken_yaml_is_explained_alike_whichever_parser_reads_it(
    text, sentence, parser
):
    with pytest.raises(yaml.YAMLError) as error:
        list(yaml.parse(text, Loader=parser))
    assert told(syntax_flaw(error.value, text)) == sentence


def test_a_mistake_we_have_no_words_for_is_still_placed():
    (flaw,) = compose("a: |x\n  b\n").flaws
    assert told(flaw).startswith("1:5: this cannot be read (it is not YAML: ")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("true", True),
        ("FALSE", False),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("12:30", "12:30"),
        ("1:30:00", "1:30:00"),
        ("010", "010"),
        ("0o10", "0o10"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("2024-01-31", "2024-01-31"),
        ("100", 100),
        ("-3", -3),
        ("0", 0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1e999", "1e999"),
        (".inf", ".inf"),
        (".", "."),
        ("null", None),
        ("~", None),
        ("'100'", "100"),
        ('"true"', "true"),
        ("<<", "<<"),
        ("=", "="),
    ],
)
def test_a_value_is_what_it_looks_like(written, meant):
    value = compose(f"a: {written}\n").root.plain()["a"]
    assert value == meant
    assert type(value) is type(meant)


def test_every_key_and_value_knows_where_it_begins():
    root = compose("é: {b: 'ü', 😀: [1,\n   x]}\n").root
    first = root.child("é")
    assert (first.key, first.place) == (FilePosition(1, 1), FilePosition(1, 4))
    face = first.child("😀")
    assert (face.key, face.place) == (FilePosition(1, 13), FilePosition(1, 16))
    assert face.child(1).place == FilePosition(2, 4)
    assert face.child(2) is None
    assert face.child("x") is None


def test_a_second_document_is_refused():
    (flaw,) = compose("a: 1\n---\nb: 2\n").flaws
    assert told(flaw) == (
        "2:1: a second document begins here "
        "(one file, one document: remove the line '---')"
    )


def test_nesting_without_end_is_refused():
    (flaw,) = compose("[" * 100_000).flaws
    assert told(flaw) == (
        "1:21: nested too deep (the settings are never more than a few levels deep)"
    )


def test_laughing_a_billion_times_is_refused_at_the_first_laugh():
    laughs = ["l0: &l0 ha"]
    laughs += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 12)]
    made = compose("\n".join(laughs))
    assert told(made.flaws[0]) == (
        "1:5: anchors and aliases (&name, *name) are not used in this file "
        "(write the value out)"
    )
    assert made.root.plain()["l11"] == (None,) * 9


@given(st.text(st.sampled_from("ab:{}[],-?&*!|>'\"#%@ \n\t1é😀~\x00\x85"), max_size=40))
def test_no_text_breaks_the_reader(text):
    made = compose(text)
    assert (
        made.root is not None
        or made.flaws
        or not text.strip("# \n\t~\x85")
        or (
            not [
                line for line in text.splitlines() if line.split("#")[0].strip(" -.\t~")
            ]
        )
    )


NAMES = st.text(st.sampled_from("abcé😀"), min_size=1, max_size=4)
TREES = st.recursive(
    st.one_of(st.integers(0, 99), st.text(st.sampled_from("xyü 😀:'"), max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.skipif(len(PARSERS) < 2, reason="no libyaml here")
@given(st.dictionaries(NAMES, TREES, max_size=4), st.booleans())
def test_both_parsers_find_the_same_values_in_the_same_places(tree, flow):
    text = yaml.safe_dump(tree, allow_unicode=True, default_flow_style=flow)
    trees = []
    for parser in PARSERS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(yaml_marks, "_PARSER", parser)
            trees.append(compose(text).root)
    assert trees[0] == trees[1]
