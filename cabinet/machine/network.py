"""Wi-Fi through NetworkManager: what is there, and joining one network.

A network is joined by a profile of our own, which `nmcli` loads: no password is ever on
a command line. A network that cannot be joined leaves everything as it was.
"""

import re
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from cabinet.machine.notes import Note, RefusedVerbError
from cabinet.platform.files import write_durably
from cabinet.protocol.machine import LinkCard, NetworkCard, WifiCard

NMCLI: Final = "/usr/bin/nmcli"
PROFILES: Final = Path("/etc/NetworkManager/system-connections")
# Ours among the profiles of others.
_PREFIX: Final = "arkade-"
_NAMES: Final = uuid.UUID("5f0a3c1e-3c57-4c52-9a51-6d6a3f3bb1f4")
_PATIENCE_S: Final = 45
_MOST_SHOWN: Final = 40
_KINDS: Final = {"wifi": "wifi", "ethernet": "wired"}
_SSID: Final = re.compile(r"(?:[0-9a-f]{2}){1,32}")
# What WPA takes as a passphrase: 8 to 63 printable signs, or 64 hexadecimal digits.
_PASSPHRASE: Final = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}")
Nmcli = Callable[..., "NmcliAnswer"]


class NmcliAnswer:
    """What nmcli answered."""

    def __init__(self, code: int, text: str, wrong: str) -> None:
        self.code = code
        self.lines = text.splitlines()
        self.wrong = " ".join(wrong.split())


def nmcli(*words: str) -> NmcliAnswer:
    """Ask NetworkManager; `nmcli` itself may be missing."""
    command = [NMCLI, "--terse", "--colors", "no", *words]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            timeout=_PATIENCE_S + 15,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except FileNotFoundError:
        return NmcliAnswer(127, "", "no nmcli")
    except subprocess.TimeoutExpired:
        return NmcliAnswer(3, "", "no answer")
    return NmcliAnswer(done.returncode, done.stdout, done.stderr)


def look(ask: Nmcli = nmcli) -> NetworkCard:
    """The interfaces, and the Wi-Fi networks in reach."""
    running = ask("--fields", "RUNNING", "general")
    if running.code or running.lines != ["running"]:
        return NetworkCard()
    links = tuple(_links(ask("--fields", "DEVICE,TYPE,STATE,CONNECTION", "device")))
    radio = ask("--fields", "WIFI-HW,WIFI", "radio").lines
    has_wifi = any(link.kind == "wifi" for link in links)
    wifis: tuple[WifiCard, ...] = ()
    if has_wifi:
        fields = "IN-USE,SSID-HEX,SIGNAL,SECURITY"
        heard = ask("--fields", fields, "device", "wifi", "list", "--rescan", "yes")
        if heard.code:  # asked again too soon: what was heard the last time
            heard = ask("--fields", fields, "device", "wifi", "list")
        wifis = wifis_of(heard.lines)
    return NetworkCard(
        managed=True,
        has_wifi=has_wifi,
        radio="disabled" not in ":".join(radio).split(":"),
        links=links,
        wifis=wifis,
    )


def fields_of(line: str) -> list[str]:
    r"""The fields of a line of `nmcli --terse`: `\:` and `\\` are escaped."""
    fields, field, signs = [], "", iter(line)
    for sign in signs:
        if sign == "\\":
            field += next(signs, "")
        elif sign == ":":
            fields.append(field)
            field = ""
        else:
            field += sign
    return [*fields, field]


def _links(said: NmcliAnswer) -> Iterator[LinkCard]:
    for line in said.lines:
        fields = fields_of(line)
        if len(fields) == 4 and fields[1] in _KINDS:
            device, kind, state, name = fields
            up = state.startswith("connected")
            yield LinkCard(printable(device), _KINDS[kind], up, printable(name))


def wifis_of(lines: list[str]) -> tuple[WifiCard, ...]:
    """Each network once, the one we are in first, then the strongest."""
    found: dict[str, WifiCard] = {}
    for line in lines:
        fields = fields_of(line)
        ssid = fields[1].lower() if len(fields) == 4 else ""
        if not _SSID.fullmatch(ssid) or not ssid.strip("0"):
            continue  # hidden
        signal = int(fields[2]) if fields[2].isdecimal() else 0
        card = WifiCard(
            ssid,
            printable(bytes.fromhex(ssid).decode(errors="replace")),
            min(signal, 100),
            security_of(fields[3]),
            fields[0] == "*",
        )
        known = found.get(ssid)
        if known is None or (card.joined, card.signal) > (known.joined, known.signal):
            found[ssid] = card
    ranked = sorted(found.values(), key=lambda one: (not one.joined, -one.signal))
    return tuple(ranked[:_MOST_SHOWN])


def security_of(said: str) -> str:
    """How a network lets people in, from nmcli's words for it."""
    words = said.upper().split()
    if not words or words == ["--"]:
        return "open"
    if "802.1X" in words or "WEP" in words or "OWE" in words:
        return "other"
    if "WPA1" in words or "WPA2" in words:
        return "wpa"
    return "sae" if "WPA3" in words else "other"


def printable(text: str) -> str:
    """What a stranger named something, without what moves a cursor."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def join(note: Note, ask: Nmcli = nmcli, folder: Path = PROFILES) -> str:
    """Join the network that a note names; what it is called."""
    ssid, secret = note.get("ssid", ""), note.get("secret", "")
    if not _SSID.fullmatch(ssid):
        raise RefusedVerbError("no_such_network")
    card = look(ask)
    if not card.managed:
        raise RefusedVerbError("no_manager")
    if not card.radio:
        ask("radio", "wifi", "on")
        card = look(ask)
    wanted = next((one for one in card.wifis if one.ssid == ssid), None)
    if wanted is None:
        raise RefusedVerbError("out_of_reach")
    if wanted.security == "other":
        raise RefusedVerbError("not_our_kind")
    if wanted.security != "open" and not _PASSPHRASE.fullmatch(secret):
        raise RefusedVerbError("no_passphrase")
    _connect(wanted, secret, ask, folder)
    return wanted.name


def _connect(wanted: WifiCard, secret: str, ask: Nmcli, folder: Path) -> None:
    """With a profile in place of the one that may be there; or with that one again."""
    path = folder / f"{_PREFIX}{wanted.ssid}.nmconnection"
    number = str(uuid.uuid5(_NAMES, wanted.ssid))
    active = ask("--fields", "UUID,TYPE", "connection", "show", "--active")
    before = [
        fields[0]
        for fields in map(fields_of, active.lines)
        if len(fields) == 2 and fields[1] == "802-11-wireless"
    ]
    kept = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Root alone may read it: NetworkManager takes no other.
    write_durably(path, profile(wanted, secret, number), 0o600)
    loaded = ask("connection", "load", str(path))
    up = loaded if loaded.code else ask(*_wait(), "connection", "up", number)
    if not up.code:
        return
    if kept is None:
        ask("connection", "delete", number)
        path.unlink(missing_ok=True)
    else:
        write_durably(path, kept, 0o600)
        ask("connection", "load", str(path))
    for each in before:
        ask(*_wait(), "connection", "up", each)
    wrong = "Secrets were required" in up.wrong or "secrets" in up.wrong.lower()
    raise RefusedVerbError("wrong_secret" if wrong else "not_joined", up.wrong)


def _wait() -> tuple[str, str]:
    return "--wait", str(_PATIENCE_S)


def profile(wanted: WifiCard, secret: str, number: str) -> str:
    """A keyfile of NetworkManager; the name of the network goes in as numbers."""
    octets = "".join(f"{octet};" for octet in bytes.fromhex(wanted.ssid))
    lines = [
        "[connection]",
        f"id={_PREFIX}{wanted.ssid}",
        f"uuid={number}",
        "type=wifi",
        "autoconnect-priority=10",
        "[wifi]",
        "mode=infrastructure",
        f"ssid={octets}",
    ]
    if wanted.security != "open":
        kind = "sae" if wanted.security == "sae" else "wpa-psk"
        lines += ["[wifi-security]", f"key-mgmt={kind}", f"psk={_escaped(secret)}"]
    lines += ["[ipv4]", "method=auto", "[ipv6]", "method=auto", ""]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    r"""As GLib's key files have it: `\\` for a backslash, `\s` for a space."""
    return text.replace("\\", "\\\\").replace(" ", "\\s")
