"""A real browser, driven through chromedriver's own HTTP: nothing to install for it.

`sh tools/setup_browser.sh` gets both from the system's packages. A page is waited for
inside the page, frame by frame, so nothing here sleeps.
"""

import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

from tests.system.running import free_port

TIMEOUT = 30
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_UNTIL = """
const done = arguments[arguments.length - 1];
const end = performance.now() + %d;
(function look() {
  const found = (() => { %s })();
  if (found) done(found);
  else if (performance.now() > end) done(null);
  else requestAnimationFrame(look);
})();
"""


def missing():
    """What is not installed, or ""."""
    if shutil.which("chromedriver") is None:
        return "chromedriver is not installed"
    if not any(map(shutil.which, NAMES)):
        return "no Chromium is installed"
    return ""


class Driver:
    """chromedriver; every phone is a browser of its own."""

    def __init__(self):
        self._port = free_port()
        self._process = subprocess.Popen(
            ["chromedriver", f"--port={self._port}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        for line in self._process.stdout:
            if "started successfully" in line:
                break

    def phone(self, url, *arguments):
        """A browser the size of a phone, at this address."""
        return Browser(f"http://127.0.0.1:{self._port}", url, arguments)

    def close(self):
        """End it, and the browsers that Debian's wrapper script leaves behind."""
        with self._process:
            self._process.terminate()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


class Browser:
    """One window."""

    def __init__(self, driver, url, more=()):
        binary = next(path for path in map(shutil.which, NAMES) if path)
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        arguments += ["--disable-dev-shm-usage", "--window-size=390,844", *more]
        options = {"binary": binary, "args": arguments}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options}
        wanted["goog:loggingPrefs"] = {"browser": "ALL"}
        self._at = f"{driver}/session"
        made = self._ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self._at += f"/{made['sessionId']}"
        self._ask("POST", "/timeouts", {"script": (TIMEOUT + 5) * 1000})
        self.go(url)

    def go(self, url):
        self._ask("POST", "/url", {"url": url})

    def reload(self):
        self._ask("POST", "/refresh", {})

    def run(self, script, *arguments):
        """What a script in the page returns."""
        body = {"script": script, "args": list(arguments)}
        return self._ask("POST", "/execute/sync", body)

    def until(self, script, seconds=TIMEOUT):
        """What the script returns once that is true; None if it never is."""
        wait = _UNTIL % (seconds * 1000, script)
        return self._ask("POST", "/execute/async", {"script": wait, "args": []})

    def tap(self, selector):
        """Touch something, as a finger would: it must be there, whole and on top."""
        found = self._ask(
            "POST", "/element", {"using": "css selector", "value": selector}
        )
        (element,) = found.values()
        self._ask("POST", f"/element/{element}/click", {})

    def key(self, key, *, down):
        """Press a key, or let go of it; it stays down between two calls."""
        move = {"type": "keyDown" if down else "keyUp", "value": key}
        keys = {"type": "key", "id": "keyboard", "actions": [move]}
        self._ask("POST", "/actions", {"actions": [keys]})

    def write(self, selector, text):
        """Put a text into a field, key by key, in the place of what is there."""
        self.run("document.querySelector(arguments[0]).value = ''", selector)
        found = self._ask(
            "POST", "/element", {"using": "css selector", "value": selector}
        )
        (element,) = found.values()
        self._ask("POST", f"/element/{element}/value", {"text": text})

    def resize(self, width, height):
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def photograph(self, path):
        """The window as a file: .png, or a small .webp."""
        kind = Path(path).suffix.removeprefix(".")
        how = {"format": kind} | ({"quality": 50} if kind == "webp" else {})
        told = self._command("Page.captureScreenshot", **how)
        Path(path).write_bytes(base64.b64decode(told["data"]))

    def scripts(self, *, allowed):
        """Whether the pages' own scripts run."""
        self._command("Emulation.setScriptExecutionDisabled", value=not allowed)

    def network(self, *, there):
        """Whether anything that the page asks for is answered."""
        none = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self._command("Network.enable")
        self._command("Network.emulateNetworkConditions", offline=not there, **none)

    def complaints(self):
        """What the browser had to say of the page since it was last asked."""
        told = self._ask("POST", "/se/log", {"type": "browser"})
        return [each["message"] for each in told]

    def close(self):
        self._ask("DELETE", "")

    def _command(self, name, **params):
        """Something that only this kind of browser can."""
        return self._ask("POST", "/goog/cdp/execute", {"cmd": name, "params": params})

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._at + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT + 10) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as wrong:
            raise AssertionError(wrong.read().decode()[:400]) from None
