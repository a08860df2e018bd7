"""A cabinet that is played in a browser: its hands are keys and taps on the page."""

from pathlib import Path

from cabinet.protocol.codec import Touch
from tests.support.settings import SETTINGS
from tests.system.running import RunningCabinet, free_port

# As WebDriver writes the keys that are no letters.
KEYS = {
    "p1.up": "\ue013",
    "p1.down": "\ue015",
    "p1.left": "\ue012",
    "p1.right": "\ue014",
    "p1.a": "\ue009",
    "p1.b": " ",
}


class BrowserCabinet(RunningCabinet):
    """`cabinet --sim` served to a browser; on the bus we only listen."""

    def __init__(self, folder, language="en"):
        self.port = free_port()
        text = SETTINGS.read_text(encoding="utf-8")
        text = text.replace("port: 8080", f"port: {self.port}")
        text = text.replace("language: fr ", f"language: {language} ")
        text = text.replace("max_credits: 20 ", "max_credits: 200 ")
        config = Path(folder) / "cabinet.yaml"
        config.write_text(text, encoding="utf-8")
        self.page = None
        arguments = ("--config", str(config), "--browser")
        super().__init__(Path(folder) / "state", *arguments)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/cabinet/"

    def open(self, driver):
        """The page, when it shows the cabinet's picture."""
        self.wait_for_the_web_program()
        page = driver.phone(self.address)
        assert page.until("return +document.documentElement.dataset.frames > 2")
        self.page = page
        return page

    def say(self, *messages):
        """On the bus; but hands are on the page, once it is open."""
        for message in messages:
            if self.page and isinstance(message, Touch):
                self._touch_the_page(message)
            else:
                super().say(message)

    def _touch_the_page(self, touch):
        if touch.line in KEYS:
            self.page.key(KEYS[touch.line], down=touch.active)
            wanted = "" if touch.active else "!"
            assert self.page.until(f"return {wanted}document.querySelector('.pressed')")
        elif not touch.active:
            pass  # a tap on the page ends by itself
        elif touch.line.startswith("coin."):
            self.page.tap(f"[data-slot='{touch.line}'] .mouth")
        else:
            self.page.tap(f"[data-line='{touch.line}']")
