"""What a program said, kept in two short files."""

import logging

from cabinet.diagnostics import logs


def record(text):
    return logging.LogRecord("x", logging.INFO, "", 0, text, (), None)


def test_the_last_of_it_is_kept_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "LONGEST", 1000)
    (tmp_path / logs.FOLDER).mkdir()
    handler = logs.ShortLog(tmp_path / logs.FOLDER / "counter.log")
    for number in range(300):
        handler.emit(record(f"line {number}"))
    handler.close()
    kept = logs.tail(tmp_path, "counter")
    assert kept[-1] == "line 299"
    assert 100 < len(kept) < 250
    sizes = [path.stat().st_size for path in (tmp_path / logs.FOLDER).iterdir()]
    assert len(sizes) == 2
    assert max(sizes) < 1100


def test_a_log_that_cannot_be_written_is_done_without(tmp_path):
    (tmp_path / logs.FOLDER).write_text("a file where the folder should be")
    handler = logs.ShortLog(tmp_path / logs.FOLDER / "counter.log")
    handler.emit(record("nobody hears it"))
    handler.close()
    assert logs.tail(tmp_path, "counter") == []
