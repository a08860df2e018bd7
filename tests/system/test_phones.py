"""Phones at a running cabinet: real programs, a real network, hostile ones too."""

import json
import urllib.error
import urllib.request

import pytest

from tests.system.flooded import FLOOD, play_under, six_phones
from tests.system.flooding import KINDS
from tests.system.phones import PhoneCabinet, PlainPhone, post
from tests.system.running import run_well

P95 = 50
SECONDS = 3


@pytest.fixture
def cabinet(tmp_path):
    """A table for two, both seats with people, who have not begun."""
    with run_well(PhoneCabinet(tmp_path)) as cabinet:
        cabinet.sit_down(2)
        yield cabinet


def test_phones_play_refuse_and_survive(cabinet):
    """One match, for a cabinet takes a while to start: every promise in turn."""
    phone = PlainPhone(cabinet.address(1))
    assert phone.until(lambda view: view["mode"] == "join")["name"] == "Player 2"
    cabinet.start()
    phone.until(lambda view: view["mode"] == "playing")
    if 0 in cabinet.table().actors:
        cabinet.play_at_the_stick(0)
    only_the_own_seat_is_seen(cabinet, phone)
    an_action_is_taken_exactly_once(cabinet, phone)
    hostile_messages_are_refused_in_a_sentence(cabinet, phone)
    phone = a_phone_that_was_away_is_back_at_its_seat(cabinet, phone)
    phone = programs_may_die_and_the_seat_is_kept(cabinet, phone)
    a_lost_phone_is_taken_over_at_the_stick(cabinet, phone)
    phone.close()


def only_the_own_seat_is_seen(cabinet, phone):
    phone.until_due()
    cards = [choice["action"] for choice in phone.view["page"]["choices"]]
    assert cards == cabinet.table().legal(1)
    other = PlainPhone(cabinet.address(0))
    theirs = other.until(lambda view: view["mode"] == "playing")
    assert theirs["seat"] == 0
    assert theirs["page"] != phone.view["page"]
    status, answer = other.play(cards[0])  # seat 1's card with seat 0's token
    assert (status, "seat 1 to play" in answer["error"]) == (409, True)
    assert cabinet.actions_of(1) == 0
    other.close()
    public = f"http://127.0.0.1:{cabinet.page}/snapshot.json"
    with urllib.request.urlopen(public) as answer:
        assert answer.url.endswith("/pair")
        shown = answer.read().decode()
    for token in cabinet.shown.phones:
        assert token not in shown


def an_action_is_taken_exactly_once(cabinet, phone):
    before = dict(phone.view)
    assert phone.play() == (200, {"ok": True})
    assert phone.play()[0] == 409
    status, answer = phone.play(turn=before["turn"] + 7)
    assert (status, "is next" in answer["error"]) == (409, True)
    assert phone.play(match=99)[1]["error"] == "this is match 1, not match 99"
    phone.until(lambda view: view["turn"] == before["turn"] + 1)
    mine = [move for move in cabinet.until(has_moved(1)).match.log if move.seat == 1]
    assert len(mine) == before["turn"] + 1


def has_moved(seat):
    return lambda shown: any(move.seat == seat for move in shown.match.log)


def hostile_messages_are_refused_in_a_sentence(cabinet, phone):
    nobody = f"http://127.0.0.1:{cabinet.port}/p/{'0' * 20}"
    stranger = "this code is of no seat here: scan the one on the cabinet's screen"
    good = json.dumps({"match": 1, "turn": 0, "action": "take 1"}).encode()
    for way in ("action", "button"):
        refused = {"error": stranger, "code": "seat"}
        assert post(f"{nobody}/{way}", good) == (404, refused)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{nobody}/events")
    for body, sentence in (
        (b"what?", "a message is a JSON object"),
        (b"[" * 900, "a message is a JSON object"),
        (b'"' + b"x" * 2_000, "a message has 1000 bytes at most"),
        (b"{}", "a message has exactly these fields"),
        (b'{"match": "1", "turn": 0, "action": "x"}', "match is of another kind"),
        (b'{"match": true, "turn": 0, "action": "x"}', "match is of another kind"),
    ):
        status, answer = phone.post("action", body)
        assert (status, answer["error"][: len(sentence)]) == (400, sentence)
    status, answer = phone.play("choose 99")
    assert status in (409, 429)
    assert answer["error"]


def a_phone_that_was_away_is_back_at_its_seat(cabinet, phone):
    phone.close()
    again = PlainPhone(cabinet.address(1))
    view = again.until(lambda view: view["mode"] == "playing")
    assert (view["seat"], view["turn"]) == (1, phone.view["turn"])
    return again


def programs_may_die_and_the_seat_is_kept(cabinet, phone):
    """A new screen hears of the phone; new web pages are found at the same address."""
    turn, phone.view = phone.view["turn"], None
    cabinet.kill("screen")
    assert phone.until(lambda view: view["mode"] == "playing")["turn"] == turn
    address = cabinet.address(1)
    cabinet.kill("web")
    cabinet.until(lambda shown: not shown.phones_at)
    cabinet.until(lambda shown: shown.phones_at)
    phone.close()
    again = PlainPhone(address)
    view = again.until(lambda view: view["mode"] == "playing")
    assert (view["seat"], view["turn"]) == (1, turn)
    return again


def a_lost_phone_is_taken_over_at_the_stick(cabinet, phone):
    """It still listens, but nobody holds it: A is held, which the phone sees."""
    while (due := cabinet.table().actors) != (1,):
        assert due
        cabinet.play_at_the_stick(0)
    phone.until_due()
    cabinet.touch("p1.a", active=True)
    phone.until(lambda view: view.get("taken") == "wanted")
    phone.until(lambda view: view.get("taken") == "stick")
    cabinet.touch("p1.a", active=False)
    cabinet.play_at_the_stick(1)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_of_requests_does_not_make_the_game_stutter(tmp_path, kind):
    """A thousand a second of each kind, beside a calm match on the same machine."""
    with six_phones(tmp_path / "calm") as cabinet:
        calm = play_under(cabinet, None, SECONDS)
    with six_phones(tmp_path / "flooded") as cabinet:
        flooded = play_under(cabinet, kind, SECONDS)
    print(f"\n{kind}: calm {calm.said}; flooded {flooded.said}")  # noqa: T201
    assert sum(flooded.answers.values()) == FLOOD * SECONDS
    if kind == "connect":
        assert set(flooded.answers) == {0}, "who asks for nothing is told nothing"
    else:
        assert flooded.answers[429] > 0.9 * FLOOD * SECONDS
    assert len(flooded.waits) >= 20
    assert flooded.p95 <= max(P95, 2 * calm.p95)
    assert flooded.late <= calm.late + flooded.frames // 50
