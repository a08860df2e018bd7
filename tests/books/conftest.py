import tempfile
from pathlib import Path

import pytest

RAM = Path("/dev/shm")


@pytest.fixture
def tmp_path():
    """A folder in memory where there is one: hundreds of fsyncs prove nothing more."""
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as name:
        yield Path(name)
