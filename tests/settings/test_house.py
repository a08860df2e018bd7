"""The house's own logo and music: what is taken, and what is refused in words."""

import base64
import struct
import zlib
from pathlib import Path

import pytest

from cabinet.counter.settings_worker import changed, settings_file
from cabinet.i18n import words
from cabinet.places import Place
from cabinet.protocol.operator import Edit, PutLogo, Undo
from cabinet.settings import ConfigError, load
from cabinet.settings.house import LARGEST, house_flaws, keep_logo, logo_flaw
from cabinet.settings.model import House
from tests.support.settings import SETTINGS


def png(wide, high, *, head=None, noise=b""):
    """A grey picture of that size, as small as PNG files are."""

    def chunk(name, data):
        crc = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + crc

    size = head or struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes(wide)) * high)
    extra = chunk(b"tEXt", noise) if noise else b""
    parts = chunk(b"IHDR", size), extra, chunk(b"IDAT", rows), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


LOGO = png(300, 80)


def asked(place, request):
    """Do it as the counter's child does."""
    return changed(settings_file(place, None), request, place)


def sent(data):
    return base64.urlsafe_b64encode(data).decode()


@pytest.fixture
def place(tmp_path):
    path = tmp_path / "cabinet.yaml"
    path.write_text(SETTINGS.read_text(encoding="utf-8"), encoding="utf-8")
    return Place(config=path, state=tmp_path / "state")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (LOGO, None),
        (png(16, 16), None),
        (png(15, 80), "setting.logo_size"),
        (png(2001, 20), "setting.logo_size"),
        (b"\xff\xd8\xff\xe0 a JPEG", "setting.logo_not_png"),
        (b"", "setting.logo_not_png"),
        (LOGO[:-20], "setting.logo_damaged"),
        (LOGO[:40] + b"!" + LOGO[41:], "setting.logo_damaged"),
        (png(300, 80, head=b"short"), "setting.logo_damaged"),
        (png(300, 80, noise=bytes(LARGEST)), "setting.logo_too_large"),
    ],
)
def test_a_logo_is_a_whole_png_of_some_size(data, code):
    flaw = logo_flaw(data)
    assert (flaw.code if flaw else None) == code


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_refusal_says_what_would_be_right(language):
    said = words(language).say(logo_flaw(png(15, 80)))
    assert "15 x 80 pixels" in said
    assert "16" in said
    assert "2000" in said


def test_a_logo_that_was_sent_is_kept_named_and_undone(place):
    place.state.mkdir()
    asked(place, PutLogo(sent(LOGO), "web:owner"))
    path = load(place.config).house.logo
    assert path.startswith(f"{place.state}/house/logo-")
    assert Path(path).read_bytes() == LOGO
    other = png(310, 80)
    asked(place, PutLogo(sent(other), "web:owner"))
    assert load(place.config).house.logo != path
    asked(place, Undo("web:owner"))
    assert load(place.config).house.logo == path
    asked(place, PutLogo("", "web:owner"))
    assert load(place.config).house.logo is None


@pytest.mark.parametrize("data", [sent(b"no picture"), "!!!", "é"])
def test_what_is_no_logo_changes_nothing(place, data):
    with pytest.raises(ConfigError) as wrong:
        asked(place, PutLogo(data, "web:owner"))
    (problem,) = wrong.value.problems
    assert (problem.what.code, problem.path) == (
        "setting.logo_not_png",
        ("house", "logo"),
    )
    assert not (place.state / "house").exists()


def test_a_handful_of_logos_is_kept_and_everybody_may_read_them(tmp_path):
    kept = [keep_logo(png(100 + n, 50), tmp_path) for n in range(7)]
    assert [path.exists() for path in kept] == [False] * 2 + [True] * 5
    assert kept[-1].stat().st_mode & 0o777 == 0o644
    assert kept[-1].parent.stat().st_mode & 0o777 == 0o755


def test_a_logo_or_music_that_cannot_be_shown_is_refused_when_it_is_set(place):
    for setting, value, code in (
        ("logo", "/nowhere/logo.png", "setting.no_file"),
        ("music", "/nowhere", "setting.no_folder"),
        ("music", str(place.config.parent), "setting.no_music"),
    ):
        with pytest.raises(ConfigError) as wrong:
            asked(place, Edit({f"house.{setting}": value}, "me"))
        assert [one.what.code for one in wrong.value.problems] == [code]


def test_music_that_everybody_may_read_is_taken(place):
    folder = place.config.parent / "music"
    folder.mkdir()
    tune = folder / "tune.OGG"
    tune.write_bytes(b"")
    tune.chmod(0o600)
    (flaw,) = house_flaws(House(music=str(folder)))
    assert flaw.what.code == "setting.not_for_the_screen"
    tune.chmod(0o644)
    asked(place, Edit({"house.music": str(folder)}, "me"))
    assert load(place.config).house.face().music == str(folder)


def test_a_logo_that_went_away_stops_no_cabinet(place):
    text = place.config.read_text(encoding="utf-8")
    text = text.replace("  colours: arkade", "  logo: /gone.png\n  colours: gold", 1)
    place.config.write_text(text, encoding="utf-8")
    place.state.mkdir()
    asked(place, Edit({"pricing.credit": "200"}, "me"))
    face = load(place.config).house.face()
    assert (face.logo, face.colours) == ("/gone.png", "gold")
