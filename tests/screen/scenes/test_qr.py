"""The codes on the screen: a camera finds in each the address of its seat."""

from dataclasses import replace

import pygame
import pytest
import zxingcpp

from cabinet.core.money.ledger import Seating
from cabinet.i18n import words
from cabinet.screen.loop.controller import ScreenController
from cabinet.screen.match.thinking import InlineThinker
from cabinet.screen.render.painter import paint
from cabinet.screen.scenes.join import QUIET, qr
from cabinet.screen.scenes.menu_network import certificate
from cabinet.screen.scenes.show import Show
from tools.gallery.menu import menu_places
from tools.gallery.samples import BASE
from tools.gallery.shows import FINGERPRINT

TOKENS = tuple(f"{seat}0123456789abcdef012"[:20] for seat in range(6))


def drawn(picture, size=(640, 360)):
    """The picture as it is on a screen twice the size of the canvas."""
    canvas = pygame.Surface(size)
    paint(canvas, picture)
    pixels = pygame.surfarray.array3d(pygame.transform.scale_by(canvas, 2))
    return pixels.transpose(1, 0, 2).copy()


def found(pixels):
    return sorted(code.text for code in zxingcpp.read_barcodes(pixels))


@pytest.mark.parametrize(
    "at",
    [
        "http://10.0.0.2:80/p/",
        "http://192.168.178.120:8080/p/",
        "http://255.255.255.255:65535/p/",
        "http://the-cabinet-in-the-corner.the-bar.lan:8080/p/",
    ],
)
def test_every_seat_of_six_is_read_off_the_screen(at):
    seats = (Seating("person"),) * 6
    controller = ScreenController({}, InlineThinker({}))
    joining = replace(BASE, mode="join", seats=seats, phones_at=at, phones=TOKENS)
    controller.hear(joining)
    controller.tick(1)
    assert found(drawn(controller.picture())) == [at + token for token in TOKENS]


def test_a_code_has_four_modules_of_white_around_it():
    (sprite,) = qr("http://192.168.178.120:8080/p/" + TOKENS[0], 60, 60, 82)
    assert QUIET == 4
    assert sprite.scale == 2
    edge = range(len(sprite.rows))
    for row in edge:
        for column in edge:
            if min(row, column, edge[-1] - row, edge[-1] - column) < QUIET:
                assert sprite.rows[row][column] == "0"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_without_a_network_there_is_no_code_but_a_sentence(language):
    controller = ScreenController({}, InlineThinker({}))
    seats = (Seating("person"),) * 2
    joining = replace(
        BASE, mode="join", language=language, seats=seats, phones=TOKENS[:2]
    )
    controller.hear(joining)
    controller.tick(1)
    picture = controller.picture()
    assert found(drawn(picture)) == []
    said = [shape.words for shape in picture if hasattr(shape, "words")]
    sentence = {
        "fr": "Pas de réseau pour les téléphones",
        "en": "No network for phones",
    }
    assert sentence[language] in said


def test_the_fingerprint_of_the_page_is_read_off_the_screen():
    menu_state, _ = menu_places()["menu_certificate"]
    serving = replace(BASE, mode="service", certificate=FINGERPRINT)
    show = Show(serving, 0, 0, words("en"), menu_state=menu_state)
    mark = FINGERPRINT.replace(":", "").lower()
    assert found(drawn(certificate(show))) == [
        f"https://192.168.178.120:8080/#sha256={mark}"
    ]
