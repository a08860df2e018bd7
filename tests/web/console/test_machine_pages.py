"""Uploads come in pieces, and nothing but the owner's own is kept."""

import pytest

from cabinet.protocol.machine import Machine
from cabinet.web.console import machine_pages
from cabinet.web.console.machine_pages import UPLOAD, add_piece
from tests.web.console.console_stand import Stand

PIECE = {"content-type": "application/octet-stream"}


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path / "state")
    (stand.place.state / "web").mkdir(exist_ok=True)

    async def machine():
        return Machine(installed=True)

    stand.console.counter.machine = machine
    return stand


def sent(stand, *pieces, role="owner", token=None):
    """The status and text of each piece that is sent: where, and what."""

    async def work(browser):
        known = await browser.token("/backup") if token is None else token
        headers = PIECE | {"x-token": known, "origin": "http://127.0.0.1:8080"}
        answers = [
            await browser.http.post(
                f"/update/upload?at={at}", content=data, headers=headers
            )
            for at, data in pieces
        ]
        return [(answer.status_code, answer.text) for answer in answers]

    return stand.run(work, role=role)


def test_pieces_are_put_together_and_the_first_one_begins_anew(stand):
    assert sent(stand, (0, b"abc"), (3, b"de")) == [(200, "3"), (200, "5")]
    assert (stand.place.state / UPLOAD).read_bytes() == b"abcde"
    assert (stand.place.state / UPLOAD).stat().st_mode & 0o777 == 0o600
    sent(stand, (0, b"x"))
    assert (stand.place.state / UPLOAD).read_bytes() == b"x"


def test_a_piece_that_does_not_belong_there_is_refused(stand):
    long = b"x" * ((1 << 20) + 1)
    answers = sent(
        stand,
        *((0, b"abc"), (2, b"x"), (7, b"x"), (0, long), ("-1", b"x")),
        *((machine_pages.LARGEST, b"x"), ("9" * 40, b"x")),
    )
    statuses = [status for status, _ in answers]
    assert statuses == [200, 409, 409, 413, 400, 413, 400]
    assert (stand.place.state / UPLOAD).read_bytes() == b"abc"


def test_only_the_owner_with_the_pages_token_sends_one(stand):
    for role, token in (("staff", None), ("owner", ""), ("owner", "0" * 32), ("", "")):
        ((status, _),) = sent(stand, (0, b"abc"), role=role, token=token)
        assert status in (401, 403)
    assert not (stand.place.state / UPLOAD).exists()


def test_no_link_is_followed_and_the_books_keep_their_room(stand, monkeypatch):
    other = stand.place.state / "other"
    other.write_text("other")
    (stand.place.state / UPLOAD).symlink_to(other)
    ((status, _),) = sent(stand, (0, b"abc"))
    assert (status, other.read_text()) == (507, "other")
    monkeypatch.setattr(machine_pages, "ROOM_LEFT", 1 << 60)
    with pytest.raises(OSError, match="No space"):
        add_piece(stand.place.state / "web/another", 0, b"abc")


def test_a_simulated_cabinet_takes_none(stand):
    async def machine():
        return Machine()

    stand.console.counter.machine = machine
    ((status, said),) = sent(stand, (0, b"abc"))
    assert status == 409
    assert "simulated" in said
    assert not (stand.place.state / UPLOAD).exists()
