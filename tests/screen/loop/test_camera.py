"""The camera: pictures for whoever asks, and only then."""

import io
import json
import socket

import pygame
import pytest

from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND
from cabinet.core.loudness import Loudness
from cabinet.protocol.live import (
    HEAD,
    MUSIC,
    PICTURE,
    REQUEST,
    SOUNDS,
    NotLiveError,
    unpack,
)
from cabinet.screen.loop.camera import LOOKING_ON, Camera
from cabinet.screen.sound.cues import FrameSound
from cabinet.screen.sound.remote_audio import RemoteAudio

FRAME = SECOND // 60


class Studio:
    """A camera, its canvas, and frames that take no time."""

    def __init__(self, path):
        self.path = path
        self.clock = VirtualClock()
        self.camera = Camera(path, self.clock)
        self.canvas = pygame.Surface((640, 360), 0, 32)

    def frames(self, number, *, changed=True, left=FRAME):
        for _ in range(number):
            self.clock.advance_to(self.clock.now() + FRAME)
            deadline = self.clock.now() + left
            self.camera.frame(self.canvas, deadline, changed=changed)

    def watcher(self):
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(self.path))
        line.settimeout(5)
        return line


@pytest.fixture
def studio(tmp_path):
    studio = Studio(tmp_path / "live.sock")
    yield studio
    studio.camera.close()
    assert not studio.path.exists()


def take(line):
    """The next message that came."""
    kind, length = unpack(line.recv(HEAD, socket.MSG_WAITALL))
    return kind, line.recv(length, socket.MSG_WAITALL)


def test_nothing_is_photographed_where_nobody_wishes(studio):
    studio.frames(100)
    assert (studio.camera.visitor, studio.camera.pictures) == (0, 0)
    with studio.watcher():
        studio.frames(100)
        assert (studio.camera.visitor, studio.camera.pictures) == (1, 0)


def test_a_wish_is_a_picture_of_the_canvas(studio):
    studio.canvas.fill("#28d7f0", (320, 0, 320, 360))
    with studio.watcher() as line:
        line.sendall(REQUEST)
        studio.frames(4, changed=False)
        kind, body = take(line)
        seen = pygame.image.load(io.BytesIO(body), "live.jpg")
    assert (kind, studio.camera.pictures) == (PICTURE, 1)
    assert seen.get_size() == (640, 360)
    dark, light = seen.get_at((20, 20)), seen.get_at((600, 300))
    assert sum(dark[:3]) < 20
    wanted = pygame.Color("#28d7f0")
    assert max(abs(light[i] - wanted[i]) for i in range(3)) < 12


def test_a_picture_that_was_seen_is_not_taken_again(studio):
    with studio.watcher() as line:
        line.sendall(REQUEST * 2)
        studio.frames(2)
        studio.frames(30, changed=False)
        assert studio.camera.pictures == 1
        studio.frames(1)
        assert studio.camera.pictures == 2


def test_thirty_a_second_and_no_more_than_two_for_all_the_wishes_in_the_world(studio):
    with studio.watcher() as line:
        line.sendall(REQUEST * 64)
        studio.frames(20)
        assert studio.camera.pictures == 2
        before = studio.camera.pictures
        for _ in range(60):
            line.sendall(REQUEST)
            studio.frames(1)
            while studio.camera.pictures > before:
                take(line)
                before += 1
    assert before == 2 + 30


def test_a_frame_without_time_to_spare_is_not_photographed(studio):
    with studio.watcher() as line:
        line.sendall(REQUEST)
        studio.frames(2)
        line.sendall(REQUEST)
        studio.frames(10, left=MILLISECOND // 1000)
        assert studio.camera.pictures == 2, "the clock stands still: it costs nothing"
        studio.camera._cost = MILLISECOND
        line.sendall(REQUEST)
        studio.frames(10, left=MILLISECOND)
        assert studio.camera.pictures == 2
        studio.frames(LOOKING_ON // FRAME, left=MILLISECOND)
        assert studio.camera.pictures == 3


def test_a_watcher_that_stops_reading_stops_nobody(studio):
    line = studio.watcher()
    for _ in range(200):
        line.sendall(REQUEST)
        studio.frames(2)
        if not studio.camera.visitor:
            break
        studio.camera.tell(SOUNDS, b"x" * 100_000)
    assert studio.camera.visitor == 0
    line.close()
    with studio.watcher() as other:
        other.sendall(REQUEST)
        studio.frames(4)
        assert take(other)[0] == PICTURE
    studio.frames(2)
    assert studio.camera.visitor == 0


def test_the_radio_tells_sounds_and_music_at_the_volume_of_the_hour(studio):
    loudness = Loudness(coin=100, effects=80, music=60)
    remote_audio = RemoteAudio(loudness, studio.camera)
    heard = FrameSound(("coin", "move", "nonsense"), "azteka", unattended=False)
    remote_audio.sound(heard, 0, 100)  # nobody hears it
    with studio.watcher() as line:
        studio.frames(1)
        remote_audio.sound(heard, 0, 100)
        remote_audio.sound(FrameSound((), "azteka", unattended=False), 0, 100)
        remote_audio.sound(FrameSound(("coin",), "azteka", unattended=False), 0, 50)
        remote_audio.adopt(Loudness(enabled=False))
        remote_audio.sound(heard, 0, 50)
        studio.frames(1)
        told = [take(line) for _ in range(5)]
    assert [(kind, json.loads(body)) for kind, body in told] == [
        (SOUNDS, {"sounds": [["coin", "coin", 1.0], ["effects", "move", 0.8]]}),
        (MUSIC, {"music": ["azteka", 0.6]}),
        (SOUNDS, {"sounds": [["coin", "coin", 0.5]]}),
        (MUSIC, {"music": ["azteka", 0.3]}),
        (MUSIC, {"music": ["", 0.0]}),
    ]


@pytest.mark.parametrize("head", [b"X\0\0\0\1", b"P\xff\xff\xff\xff", b""])
def test_what_no_camera_says_is_no_message(head):
    with pytest.raises(NotLiveError, match="which is no message"):
        unpack(head)
