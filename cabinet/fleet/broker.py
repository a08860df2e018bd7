"""One connection to an MQTT broker, for as long as it lasts.

A lost connection is `closed`, not an exception: make a new one. Nothing is queued for
later in here; who has something to say reads it again from where it is kept. paho
speaks MQTT; we drive it from our own loop, because a message must be marked as told
exactly when the broker says that it has it.
"""

import select
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from cabinet.core.errors import CabinetError

KEEPALIVE_S: Final = 20
CONNECT_S: Final = 5.0
# Whatever somebody publishes, the broker does not send us more than this at once.
LARGEST: Final = 200_000
_AT_ONCE: Final = 500
_NOT_ALLOWED: Final = ("Bad user name or password", "Not authorized")


class BrokerError(CabinetError):
    """The broker cannot be reached or does not want us, and why."""


@dataclass(frozen=True, slots=True)
class Access:
    """Where the broker is and who we are there; the password is never shown."""

    host: str
    port: int = 1883
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    ca_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Publication:
    """Something somebody published; `kept`: the broker had it from before."""

    topic: str
    payload: bytes
    kept: bool


class BrokerLine:
    """A session named `name`; `will` is what the broker says when we are gone."""

    def __init__(
        self,
        access: Access,
        name: str,
        will: tuple[str, str] | None = None,
    ) -> None:
        self.closed = False
        self.ready = False
        self.why = ""
        self._access = access
        self._acknowledged: list[int] = []
        self._told: list[Publication] = []
        made = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=name,
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        made.connect_timeout = CONNECT_S
        made.max_inflight_messages_set(0)
        made.on_connect = lambda *told: self._connected(told[3])
        made.on_disconnect = lambda *told: self._lose(
            f"the connection ended ({told[3]})"
        )
        made.on_publish = lambda *told: self._published(told[2], told[3])
        made.on_message = lambda *told: self._heard(told[2])
        if will:
            topic, said = will
            made.will_set(topic, said, qos=1, retain=True)
        self._client = made
        self._open()

    def _open(self) -> None:
        access, made = self._access, self._client
        if access.user is not None:
            made.username_pw_set(access.user, access.password)
        try:
            if access.tls:
                made.tls_set(str(access.ca_file) if access.ca_file else None)
            asked = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
            asked.MaximumPacketSize = LARGEST
            where = (access.host, access.port, KEEPALIVE_S)
            made.connect(*where, clean_start=True, properties=asked)
        except ssl.SSLError as wrong:
            raise BrokerError(
                f"{self.at}: no trust in this broker ({wrong.reason or wrong}); "
                "look at fleet.tls and fleet.ca_file"
            ) from None
        except (OSError, ValueError) as wrong:
            said = getattr(wrong, "strerror", None) or wrong
            raise BrokerError(f"{self.at}: no broker answers ({said})") from None

    @property
    def at(self) -> str:
        """Where it leads."""
        return f"{self._access.host}:{self._access.port}"

    def fileno(self) -> int:
        """For `select`; -1 once it is closed."""
        socket = self._client.socket()
        return -1 if socket is None else socket.fileno()

    @property
    def wants_to_write(self) -> bool:
        """Whether there is something to push as soon as the network takes it."""
        return self._client.want_write()

    def tend(self) -> None:
        """Read, write and keep alive, without waiting; call it often."""
        if self.closed:
            return
        for _ in range(_AT_ONCE):
            if self.closed or not self._pending():
                break
            self._check(self._client.loop_read())
        if not self.closed and self._client.want_write():
            self._check(self._client.loop_write())
        if not self.closed:
            self._check(self._client.loop_misc())

    def _pending(self) -> bool:
        number = self.fileno()
        if number < 0:
            return False
        socket: Any = self._client.socket()
        if isinstance(socket, ssl.SSLSocket) and socket.pending():
            return True
        return bool(select.select([number], [], [], 0)[0])

    def subscribe(self, topic: str) -> None:
        """Hear what is published there."""
        self._client.subscribe(topic, qos=1)

    def publish(self, topic: str, payload: bytes | str, *, kept: bool = False) -> int:
        """Say something at least once; its number, for `acknowledged`."""
        return self._client.publish(topic, payload, qos=1, retain=kept).mid

    def acknowledged(self) -> Iterator[int]:
        """Numbers of messages that the broker has, since the last call."""
        found, self._acknowledged = self._acknowledged, []
        yield from found

    def told(self) -> Iterator[Publication]:
        """What was published where we listen, since the last call."""
        found, self._told = self._told, []
        yield from found

    def close(self) -> None:
        """Say that we leave, so that the broker keeps our will to itself."""
        if not self.closed:
            self.closed = True
            with suppress(OSError, ValueError):
                self._client.disconnect()
                self._client.loop_write()

    def _check(self, code: MQTTErrorCode) -> None:
        if code not in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_AGAIN):
            self._lose(mqtt.error_string(code))

    def _lose(self, why: str) -> None:
        self.closed = True
        self.ready = False
        self.why = self.why or why

    def _connected(self, code: ReasonCode) -> None:
        if code.is_failure:
            hint = "; look at fleet.user and fleet.password_file"
            said = str(code)
            self._lose(f"it refused us: {said}{hint if said in _NOT_ALLOWED else ''}")
        else:
            self.ready = True

    def _published(self, mid: int, code: ReasonCode) -> None:
        if code.is_failure:
            self._lose(f"it does not let us speak ({code}); look at its access rules")
        else:
            self._acknowledged.append(mid)

    def _heard(self, message: mqtt.MQTTMessage) -> None:
        self._told.append(
            Publication(message.topic, bytes(message.payload), message.retain)
        )
