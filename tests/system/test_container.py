"""The container image: built from the Containerfile, run, and played at its port.

buildah runs it in a plain chroot, so that no engine and no registry is needed: the
Debian that the image stands on is made here, of the same packages.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.system.conftest import skip_aloud
from tests.system.running import ROOT, TIMEOUT, free_port

pytestmark = pytest.mark.soak

FOLDER = ROOT / "build/container"
BASE = "localhost/debian-bookworm"
BUILDAH = (
    *("buildah", "--storage-driver", "vfs"),
    *("--root", str(FOLDER / "storage"), "--runroot", str(FOLDER / "run")),
)
IN_A_CHROOT = ("--isolation", "chroot")
CABINET = ("/opt/cabinet/bin/cabinet", "--state", "/var/lib/cabinet", "--sim")


def run(*command, **environment):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def missing():
    lacking = [tool for tool in ("buildah", "mmdebstrap") if not shutil.which(tool)]
    if lacking:
        return f"apt-get install {' '.join(lacking)}"
    return "" if os.geteuid() == 0 else "only root can make a Debian in a folder"


def make_base():
    """What `debian:bookworm-slim` is, once."""
    if (
        subprocess.run(
            [*BUILDAH, "inspect", "--type", "image", BASE],
            capture_output=True,
            check=False,
        ).returncode
        == 0
    ):
        return
    tar = FOLDER / "base.tar"
    run("mmdebstrap", "--quiet", "--variant=minbase", "--format=tar", "bookworm", tar)
    container = run(*BUILDAH, "from", "scratch")
    run(*BUILDAH, "add", container, tar, "/")
    run(*BUILDAH, "commit", "--rm", container, BASE)
    tar.unlink()


def fetch_packages():
    """With the settings that pip has on this machine, which the image does not know."""
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")
    there = ("--python-version", "3.11", "--only-binary", ":all:", "--require-hashes")
    run(*pip, *there, "-d", FOLDER / "wheels", "-r", ROOT / "locks/run.txt")


@pytest.fixture(scope="module")
def container():
    if why := missing():
        skip_aloud(f"NO CONTAINER WAS TRIED: {why}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    make_base()
    fetch_packages()
    wheels = f"--volume {FOLDER}/wheels:/wheels:ro --build-arg WHEELS=/wheels"
    options = f"{' '.join(IN_A_CHROOT)} --build-arg BASE={BASE} {wheels}"
    script = ("sh", "tools/container_image.sh")
    said = run(*script, ENGINE=" ".join(BUILDAH), BUILD_OPTIONS=options)
    assert "podman run --rm -it -p 127.0.0.1:8080:8080 arkade-cabinet" in said
    name = run(*BUILDAH, "from", "localhost/arkade-cabinet")
    yield name
    run(*BUILDAH, "rm", name)
    run(*BUILDAH, "rmi", "localhost/arkade-cabinet")


def entrypoint():
    image = json.loads(
        run(*BUILDAH, "inspect", "--type", "image", "localhost/arkade-cabinet")
    )
    return image["OCIv1"]["config"]["Entrypoint"]


@contextmanager
def page(port, process):
    """A browser's line to the cabinet, once it answers."""
    origin = f"http://127.0.0.1:{port}"
    end = time.monotonic() + 3 * TIMEOUT
    while True:
        assert process.poll() is None, process.stdout.read().decode()
        assert time.monotonic() < end, "the page never answered"
        try:
            line = connect(
                f"ws://127.0.0.1:{port}/cabinet/line", origin=origin, proxy=None
            )
        except (OSError, WebSocketException):
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
        else:
            break
    with line:
        yield line


def panel(line, wanted):
    """Look at the panel, and say so to the picture, until it is as wanted."""
    end = time.monotonic() + TIMEOUT
    while (left := end - time.monotonic()) > 0:
        heard = line.recv(timeout=left)
        if isinstance(heard, bytes):
            line.send("seen")
        elif (shown := json.loads(heard).get("panel")) and wanted(shown):
            return shown
    raise AssertionError("waited in vain")


def tap(line, button, seconds=0.3):
    """Press long enough for any line, looking on, and let go."""
    line.send(json.dumps({"held": [button]}))
    end = time.monotonic() + seconds
    with suppress(TimeoutError):
        while (left := end - time.monotonic()) > 0:
            if isinstance(line.recv(timeout=left), bytes):
                line.send("seen")
    line.send(json.dumps({"held": []}))


def test_a_match_begins_at_the_port_of_a_container(container):
    port = free_port()
    inside = (*BUILDAH, "run", *IN_A_CHROOT, container, "--")
    run(*inside, *CABINET, "config", "set", "web.port", port)
    assert run(*inside, "id", "-un") == "cabinet"
    process = subprocess.Popen(
        [*inside, *entrypoint()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    with process:
        try:
            with page(port, process) as line:
                panel(line, lambda shown: shown["open"])
                line.send(json.dumps({"coin": "coin.1", "pulses": 1}))
                paid = panel(line, lambda shown: shown["credits"] == 1)
                assert paid["mode"] == "select"
                tap(line, "start")
                panel(line, lambda shown: shown["mode"] == "join")
                tap(line, "player")
                tap(line, "start")
                panel(line, lambda shown: shown["mode"] == "playing")
            # In mid-game the first asks, the second ends.
            hold = (*inside, *CABINET[:3], "panel", "power:3")
            said = [run(*hold) for _ in range(2)]
            assert said[1] == "the cabinet has ended", said
            out, _ = process.communicate(timeout=TIMEOUT)
        except BaseException:
            process.terminate()
            raise
    assert process.returncode == 0, out.decode()
    assert "Traceback" not in out.decode()
