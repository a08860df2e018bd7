"""What NetworkManager says, in the documented form of `nmcli --terse`, and a stand-in.

The stand-in answers as a machine with a Wi-Fi card does; `tests/system` asks a real
NetworkManager.
"""

from pathlib import Path

from cabinet.machine.network import NmcliAnswer

DEVICES = (
    "wlan0:wifi:connected:Caf\\: du \\\\ Commerce",
    "eth0:ethernet:unavailable:",
    "lo:loopback:connected (externally):lo",
    "p2p-dev-wlan0:wifi-p2p:disconnected:",
)
# In use, the name in hex, percent, security.
WIFIS = (
    "*:43616665:82:WPA2",
    " :43616665:40:WPA2",
    " :4C697665:64:WPA1 WPA2",
    " :47C3A47374 65:48:",
    " :47C3A4737465:48:",
    " :6E6577:30:WPA3",
    " :626F7468:29:WPA2 WPA3",
    " :6F6C64:28:WEP",
    " :776F726B:27:WPA2 802.1X",
    " :0A1B5B324A3C623E:90:WPA2",
    " :000000:50:WPA2",
    " :::",
)


class Radio:
    """`nmcli`, with one Wi-Fi card; `right` is the password that lets one in."""

    def __init__(self, right="", lines=WIFIS):
        self.asked, self.right, self.lines, self.profiles = [], right, lines, {}

    def __call__(self, *words):
        self.asked.append(words)
        match words:
            case (_, "RUNNING", "general"):
                return NmcliAnswer(0, "running\n", "")
            case (_, "DEVICE,TYPE,STATE,CONNECTION", "device"):
                return NmcliAnswer(0, "\n".join(DEVICES), "")
            case (_, "WIFI-HW,WIFI", "radio"):
                return NmcliAnswer(0, "enabled:enabled\n", "")
            case (_, _, "device", "wifi", "list", *_):
                return NmcliAnswer(0, "\n".join(self.lines), "")
            case (_, "UUID,TYPE", "connection", "show", "--active"):
                return NmcliAnswer(0, "old-one:802-11-wireless\nlo:loopback\n", "")
            case ("connection", "load", path):
                self.profiles[path] = Path(path).read_text(encoding="utf-8")
            case ("--wait", _, "connection", "up", number) if number != "old-one":
                profile = list(self.profiles.values())[-1]
                if f"psk={self.right}\n" not in profile and "psk=" in profile:
                    why = "Error: Connection activation failed: Secrets were required"
                    return NmcliAnswer(4, "", f"{why}, but not provided.")
        return NmcliAnswer(0, "", "")
