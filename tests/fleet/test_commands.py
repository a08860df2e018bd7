"""What may be asked from afar: only what is allowed, once, and booked."""

import json
from dataclasses import replace

import pytest

from cabinet.core.modes.state import Standby
from cabinet.fleet.broker import Access, BrokerError, BrokerLine
from cabinet.fleet.memory import MOST_AUTHORS, Memory
from cabinet.i18n.message import from_text
from tests.counter.stand import HOUSE
from tests.fleet import examples
from tests.fleet.booth import Booth, Ledger, Subscriber, member, program, turn_until
from tests.fleet.examples import account

ALL = ("credit", "standby", "wake", "restart-screen")
COMMAND = "cabinet/arkade-1/command/anna"


@pytest.fixture
def subscriber(broker, closing):
    return closing(Subscriber(broker, "cabinet/arkade-1/answer"))


@pytest.fixture
def cabinet(tmp_path, closing, start):
    """A cabinet that obeys, and the program that tells it to."""
    booth = closing(Booth(tmp_path, replace(HOUSE, gifts_per_day=2, remote=ALL)))
    talking = start(commands=ALL)
    turn_until(lambda: talking._session.met and talking._link.lines, talking, booth)
    return booth, talking


def answers(subscriber):
    return [json.loads(x) for x in subscriber.on("cabinet/arkade-1/answer")]


def ask(subscriber, cabinet, payload, topic=COMMAND, **more):
    """Say it and wait for the answer."""
    known = len(answers(subscriber))
    said = payload if isinstance(payload, str | bytes) else json.dumps(payload)
    subscriber.say(topic, said, **more)
    turn_until(lambda: len(answers(subscriber)) > known, *cabinet, subscriber)
    return answers(subscriber)[-1]


def notes(booth, kind):
    with booth.reading() as db:
        query = "SELECT note FROM postings WHERE kind = ? ORDER BY seq"
        return [str(from_text(note)) for (note,) in db.execute(query, (kind,))]


def test_a_credit_is_given_once_booked_with_its_author_and_limited(subscriber, cabinet):
    booth, _ = cabinet
    command = {"do": "credit", "id": 1}
    assert ask(subscriber, cabinet, command)["outcome"] == "done"
    assert ask(subscriber, cabinet, command)["outcome"] == "known"
    assert notes(booth, "service") == ["anna, fleet"]
    assert ask(subscriber, cabinet, {"do": "credit", "id": 2})["outcome"] == "done"
    refused = ask(subscriber, cabinet, {"do": "credit", "id": 3})
    assert refused == {
        "cabinet": "arkade-1",
        "id": 3,
        "do": "credit",
        "author": "anna",
        "outcome": "refused",
        "why": "2 service credits were given within a day",
    }
    assert booth.counter.state.credits == 2


def test_an_id_below_the_last_one_is_old_whoever_repeats_it(
    subscriber, cabinet, tmp_path
):
    booth, _ = cabinet
    assert ask(subscriber, cabinet, {"do": "credit", "id": 40})["outcome"] == "done"
    for id_ in (40, 39, 1, 0):
        answer = ask(subscriber, cabinet, {"do": "credit", "id": id_})
        assert (answer["outcome"], answer["why"]) == (
            "known",
            "ids grow: the last one of anna was 40",
        )
    ben = "cabinet/arkade-1/command/ben"
    answer = ask(subscriber, cabinet, {"do": "credit", "id": 1}, topic=ben)
    assert answer["outcome"] == "done", "each has numbers of their own"
    assert booth.counter.state.credits == 2
    assert Memory(tmp_path / "fleet.json").held.authors == {"anna": 40, "ben": 1}


def test_nobody_is_forgotten_to_make_room_for_another(subscriber, cabinet):
    _, talking = cabinet
    authors = {f"person-{number}": 5 for number in range(MOST_AUTHORS)}
    memory = talking._session._memory
    memory.held = replace(memory.held, authors=authors)
    answer = ask(subscriber, cabinet, {"do": "credit", "id": 9})
    assert (answer["outcome"], answer["why"]) == (
        "refused",
        "too many people gave commands",
    )
    assert memory.last_of("person-0") == 5


def test_what_a_release_before_remembered_is_read(tmp_path):
    file = tmp_path / "fleet.json"
    before = {"cursor": 7, "hash": "ab" * 32, "bundle": 3, "trial": True}
    file.write_text(json.dumps({**before, "commands": ["anna/2026-11-16-1"]}))
    held = Memory(file).held
    assert (held.cursor, held.bundle, held.trial, held.authors) == (7, 3, True, {})
    for broken in (["anna"], {"anna": "x"}, "anna"):
        file.write_text(json.dumps({**before, "authors": broken}))
        assert Memory(file).held.cursor == 0, "begun anew, as with any damaged file"


def test_a_cabinet_sleeps_and_wakes_and_gets_a_new_screen(subscriber, cabinet):
    booth, _ = cabinet
    assert ask(subscriber, cabinet, {"do": "wake", "id": 1})["outcome"] == "refused"
    assert ask(subscriber, cabinet, {"do": "standby", "id": 2})["outcome"] == "done"
    assert isinstance(booth.counter.state.mode, Standby)
    assert not booth.lockout, "no coin is taken"
    assert ask(subscriber, cabinet, {"do": "wake", "id": 3})["outcome"] == "done"
    assert booth.mode == "attract"
    assert (
        ask(subscriber, cabinet, {"do": "restart-screen", "id": 4})["outcome"] == "done"
    )
    assert booth.counter.hung == [1]
    assert ask(subscriber, cabinet, {"do": "restart-screen", "id": 5})["outcome"] == (
        "refused"
    ), "there is none"
    assert notes(booth, "alarm")[:3] == [
        "standby, asked by anna, fleet",
        "wake, asked by anna, fleet",
        "restart-screen, asked by anna, fleet",
    ]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x00\xff\xfe",
        b"credit",
        b"[]",
        b"{}",
        b'{"do": "credit"}',
        b'{"do": "credit", "id": "7"}',
        b'{"do": "credit", "id": 7.5}',
        b'{"do": "credit", "id": true}',
        b'{"do": "credit", "id": -1}',
        b'{"do": "credit", "id": 9007199254740993}',
        b'{"do": 1, "id": 8}',
        b'{"do": "credit", "id": ""}',
        b'{"do": "credit", "id": "a\\u0000b"}',
        b'{"do": "credit", "id": "' + b"x" * 65 + b'"}',
        b'{"do": "' + b"x" * 2000 + b'", "id": 1}',
        b"[" * 900,
        b'{"do": "shell", "id": 1}',
        b'{"do": "credit; drop table postings", "id": 1}',
    ],
)
def test_nonsense_is_answered_and_does_nothing(subscriber, cabinet, payload):
    booth, talking = cabinet
    before = booth.counter.state
    answer = ask(subscriber, cabinet, payload)
    assert answer["why"]
    assert answer.get("outcome", "refused") == "refused"
    assert booth.counter.state == before
    assert talking._session.met, "the program goes on"


def test_a_command_the_broker_kept_is_not_obeyed(subscriber, cabinet):
    booth, talking = cabinet
    ask(subscriber, cabinet, {"do": "credit", "id": 1}, kept=True)
    # Told at once it is a new one; told from before, to who comes later, it is old.
    assert booth.counter.state.credits == 1
    talking._broker._client.socket().close()
    known = len(answers(subscriber))
    turn_until(lambda: len(answers(subscriber)) > known, *cabinet, subscriber)
    assert "kept" in answers(subscriber)[-1]["why"]
    assert booth.counter.state.credits == 1


def test_the_counter_has_the_last_word(tmp_path, closing, start, subscriber):
    """A program that listens to more than the house allows gains nothing."""
    booth = closing(Booth(tmp_path, replace(HOUSE, remote=("wake",))))
    cabinet = booth, start(commands=ALL)
    turn_until(lambda: cabinet[1]._session.met and cabinet[1]._link.lines, *cabinet)
    answer = ask(subscriber, cabinet, {"do": "credit", "id": 1})
    assert answer["why"] == (
        "this cabinet does not take 'credit' from afar (fleet.commands)"
    )


def test_without_a_counter_nothing_is_promised(tmp_path, closing, start, subscriber):
    closing(Ledger(tmp_path))
    talking = start(commands=ALL)
    turn_until(lambda: talking._session.met, talking)
    answer = ask(subscriber, (talking,), {"do": "credit", "id": 1})
    assert answer["why"] == "the counter is away"


def test_nobody_is_heard_where_nothing_is_allowed(tmp_path, closing, start, subscriber):
    booth = closing(Booth(tmp_path))
    talking = start()
    turn_until(lambda: talking._session.met and talking._link.lines, talking, booth)
    subscriber.say(COMMAND, '{"do": "credit", "id": 1}')
    subscriber.say("cabinet/arkade-1/again", "nonsense")
    turn_until(lambda: answers(subscriber), talking, booth, subscriber)
    assert [x["topic"] for x in answers(subscriber)] == ["cabinet/arkade-1/again"]
    assert booth.counter.state.credits == 0


# The broker's part: who is who


@pytest.fixture
def guarded(tmp_path, closing):
    """A broker with accounts, by config/examples/fleet."""
    return closing(examples.broker(tmp_path, "arkade-1", "anna", "mallory"))


def test_the_broker_lets_each_author_speak_for_themselves_alone(
    tmp_path, guarded, closing
):
    booth = closing(Booth(tmp_path, replace(HOUSE, gifts_per_day=9, remote=ALL)))
    more = {"access": account(guarded, "arkade-1"), "commands": ALL}
    talking = closing(program(tmp_path, member(guarded, **more)))
    turn_until(lambda: talking._session.met and talking._link.lines, talking, booth)
    said = '{"do": "credit", "id": 1}'
    heard = "cabinet/arkade-1/answer"
    for name in ("mallory", "anna"):
        subscriber = closing(Subscriber(guarded, heard, access=account(guarded, name)))
        subscriber.say(COMMAND, said)
        if name == "anna":
            turn_until(
                lambda subscriber=subscriber: answers(subscriber),
                talking,
                booth,
                subscriber,
            )
    assert notes(booth, "service") == ["anna, fleet"]


def test_a_wrong_password_is_told_and_not_repeated(tmp_path, guarded, closing, caplog):
    closing(Ledger(tmp_path))
    wrong = account(guarded, "arkade-1", "top secret")
    talking = closing(program(tmp_path, member(guarded, access=wrong)))
    turn_until(lambda: "refused us" in caplog.text, talking)
    assert "look at fleet.user and fleet.password_file" in caplog.text
    assert "top secret" not in caplog.text + repr(wrong)


def test_a_broker_that_is_not_there_is_named(closing):
    with pytest.raises(BrokerError, match=r"^127.0.0.1:1: no broker answers \("):
        BrokerLine(Access("127.0.0.1", 1), "x")


def test_a_broker_that_does_not_let_us_speak_is_named_and_nothing_is_lost(
    tmp_path, guarded, closing, caplog
):
    closing(Ledger(tmp_path)).coins(2)
    more = {"access": account(guarded, "arkade-1"), "id_": "another-id"}
    talking = closing(program(tmp_path, member(guarded, **more)))
    turn_until(lambda: "look at its access rules" in caplog.text, talking)
    assert talking._session._memory.held.cursor == 0


def test_what_is_too_large_for_us_stays_at_the_broker(
    cabinet, subscriber, broker, closing
):
    _, talking = cabinet
    subscriber.say(COMMAND, b"x" * 300_000)
    assert ask(subscriber, cabinet, b"x" * 2_000)["why"] == (
        "2000 bytes are too many, 1000 at most"
    )
    assert len(answers(subscriber)) == 1
    assert talking._session.met
