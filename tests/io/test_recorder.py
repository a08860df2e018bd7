import errno
import io
import json
from dataclasses import replace

import pytest

from cabinet.clock import VirtualClock
from cabinet.core.events import MILLISECOND, SECOND, Edge
from cabinet.core.inputs.decoder import Decoder
from cabinet.core.operating import Slot
from cabinet.core.ports import Wire, Wiring
from cabinet.io.recorder import BATCH, RecordingPort, TapePort, record_to
from cabinet.io.sim import SimPort
from cabinet.io.tape import TapeError, Written, read_tape

MS = MILLISECOND
WIRING = Wiring(
    inputs={"coin.1": Wire(), "start": Wire()},
    outputs={"lockout": Wire()},
    options={"seed": 4},
)
HEADER = '{"tape":1,"at":5,"wall_ms":7,"levels":{"start":true}}'


@pytest.fixture
def path(tmp_path):
    return tmp_path / "coin.tape"


def recording(path, **options):
    clock = VirtualClock(3 * SECOND)
    sim = SimPort(replace(WIRING, options={"seed": 4, **options}), clock)
    return sim, clock, record_to(path, sim, clock)


def hear(port, clock, until, decoder):
    told = []
    while (due := port.due()) is not None and due <= until:
        clock.advance_to(max(due, clock.now()))
        for edge in port.poll():
            told += decoder.feed(edge)
    clock.advance_to(until)
    return told + decoder.tick(until)


def test_a_replayed_tape_means_what_the_cabinet_heard(path):
    _, clock, port = recording(path)
    port.write("lockout", on=True)
    assert port.insert(1, pulses=2)
    port.touch("start", active=True)
    heard = hear(port, clock, 9 * SECOND, Decoder((Slot(),)))
    port.close()

    tape = read_tape(path)
    clock = VirtualClock(tape.at)
    played = hear(TapePort(tape, clock), clock, 9 * SECOND, Decoder((Slot(),)))
    assert played == heard
    assert len(heard) == 4
    assert tape.written == (Written("lockout", True, 3 * SECOND),)
    assert tape.warning == ""


def test_a_tape_remembers_what_was_active_when_it_began(path):
    clock = VirtualClock(3 * SECOND)
    sim = SimPort(replace(WIRING, options={"bounce": False}), clock)
    sim.touch("start", active=True)
    record_to(path, sim, clock).close()
    tape = read_tape(path)
    assert tape.levels == {"coin.1": False, "start": True}
    assert tape.at == 3 * SECOND
    assert tape.wall_ms == clock.wall_ms()
    assert TapePort(tape, VirtualClock()).levels()["start"]


def test_a_tape_plays_from_the_moment_it_is_put_on(path):
    path.write_text(HEADER + '\n{"at":1005,"line":"start","active":false}\n')
    clock = VirtualClock(70 * SECOND)
    port = TapePort(read_tape(path), clock)
    assert port.due() == 70 * SECOND + 1000
    assert port.levels() == {"start": True}
    clock.advance_to(71 * SECOND)
    assert port.levels() == {"start": False}
    assert port.poll() == [Edge("start", False, 70 * SECOND + 1000)]
    assert port.due() is None


def test_edges_reach_the_file_within_a_second_or_a_batch(path):
    _, clock, port = recording(path, bounce=False)
    port.touch("start", active=True)
    port.poll()
    assert len(path.read_text().splitlines()) == 1
    clock.advance_to(4 * SECOND)
    port.poll()
    assert len(path.read_text().splitlines()) == 2
    for n in range(BATCH):
        port.touch("start", active=n % 2 == 1)
        port.poll()
    assert len(path.read_text().splitlines()) == 2 + BATCH
    port.close()


class FullDisk(io.StringIO):
    """A disk with room for the header only."""

    def flush(self):
        if len(self.getvalue().splitlines()) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_ends_the_tape_not_the_cabinet(caplog):
    clock = VirtualClock()
    sim = SimPort(replace(WIRING, options={"bounce": False}), clock)
    port = RecordingPort(sim, FullDisk(), clock)
    told = []
    for n in range(4):
        clock.advance_to((n + 1) * 2 * SECOND)
        sim.touch("start", active=n % 2 == 0)
        told += port.poll()
    port.close()
    assert len(told) == 4
    assert [record.message for record in caplog.records] == [
        "the tape ends here, the cabinet goes on: [Errno 28] No space left on device"
    ]


def test_a_tape_is_never_overwritten(path):
    path.write_text("precious")
    with pytest.raises(TapeError) as error:
        recording(path)
    assert str(error.value) == (
        f"{path} is there already, and a tape is never overwritten: "
        "move it away or give another name"
    )
    assert path.read_text() == "precious"


def test_a_tape_that_cannot_be_written_says_why(tmp_path):
    with pytest.raises(TapeError, match="cannot record there: No such file"):
        recording(tmp_path / "nowhere" / "tape")


def test_a_torn_last_line_is_left_out_with_a_warning(path):
    whole = '{"at":9,"line":"start","active":false}'
    path.write_text(f'{HEADER}\n{whole}\n{{"at":12,"line":"st')
    tape = read_tape(path)
    assert tape.edges == (Edge("start", False, 9),)
    assert tape.warning == (
        f'{path}:3: expected a JSON object, got \'{{"at":12,"line":"st\'; '
        "it is the last line and was left out"
    )


def test_a_tape_cut_at_any_byte_is_a_prefix(path):
    _, clock, port = recording(path)
    port.touch("start", active=True)
    hear(port, clock, 9 * SECOND, Decoder(()))
    port.close()
    whole, text = read_tape(path).edges, path.read_bytes()
    for cut in range(text.index(b"\n"), len(text)):
        path.write_bytes(text[:cut])
        edges = read_tape(path).edges
        assert edges == whole[: len(edges)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ":1: expected a JSON object, got ''"),
        ("\x00\x01", ":1: expected a JSON object, got '\\x00\\x01'"),
        (
            '{"tape":2}\n',
            (
                ":1: this is not a tape of version 1; a tape begins with "
                '{"tape":1,…} as the recorder writes it'
            ),
        ),
        (
            '{"tape":1,"at":true}\n',
            ":1: at: expected a whole number, got True",
        ),
        (
            '{"tape":1,"at":1,"wall_ms":1,"levels":{"start":1}}\n',
            ":1: levels: expected true or false for each line",
        ),
        (
            HEADER + '\n{"at":9}\n',
            (
                ':2: expected {"at":ns,"line":name,"active":true} or '
                '{"at":ns,"out":name,"on":true}, got \'{"at":9}\''
            ),
        ),
        (
            HEADER + "\n[]\n" + HEADER,
            ":2: expected a JSON object, got '[]'",
        ),
    ],
)
def test_a_damaged_tape_is_refused_by_file_and_line(path, text, sentence):
    path.write_text(text)
    with pytest.raises(TapeError) as error:
        read_tape(path)
    assert str(error.value) == f"{path}{sentence}"


def test_a_tape_that_is_not_there_says_so(path):
    with pytest.raises(TapeError) as error:
        read_tape(path)
    assert str(error.value) == f"{path}: cannot be read: No such file or directory"


def test_every_line_of_a_tape_is_one_json_object(path):
    _, _, port = recording(path)
    port.write("lockout", on=True)
    port.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[1] == {"at": 3 * SECOND, "out": "lockout", "on": True}


def test_a_tape_says_where_edges_were_lost(path):
    class Lossy(SimPort):
        """Its count has gaps."""

        def poll(self):
            return [
                Edge("coin.1", True, 5 * SECOND, 2),
                Edge("start", True, 6 * SECOND),
                Edge("coin.1", False, 7 * SECOND, 5),
            ]

    clock = VirtualClock(3 * SECOND)
    port = record_to(path, Lossy(WIRING, clock), clock)
    port.poll()
    port.close()
    assert [json.loads(line).get("lost") for line in path.read_text().split()][1:] == [
        1,
        None,
        2,
    ]
    decoder = Decoder((Slot(),))
    told = [event for edge in read_tape(path).edges for event in decoder.feed(edge)]
    assert [event.count for event in told if hasattr(event, "count")] == [1, 2]


@pytest.mark.parametrize("lost", ["-1", "true", '"2"'])
def test_a_loss_that_is_no_number_is_damage(path, lost):
    line = f'{{"at":6,"line":"coin.1","active":true,"lost":{lost}}}'
    path.write_text(f"{HEADER}\n{line}\n\n")
    with pytest.raises(TapeError, match=r"coin\.tape:2"):
        read_tape(path)
