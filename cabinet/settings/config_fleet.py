"""The settings of a cabinet that is one of many: broker, commands, bundles."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from cabinet.settings.parts import Part

Command: TypeAlias = Literal["credit", "standby", "wake", "restart-screen"]
FileName: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^/.{1,199}$",
        json_schema_extra={"errorMessage": "expected a path that begins with /"},
    ),
]


class Fleet(Part):
    """The broker this cabinet tells what happens, and what may be asked of it."""

    broker: str | None = Field(
        default=None,
        title="Broker",
        description="The MQTT broker's name or address; left out: this cabinet is "
        "alone.",
        pattern=r"^[A-Za-z0-9.:_-]{1,120}$",
        json_schema_extra={"errorMessage": "expected a host, as broker.local"},
        examples=["broker.local"],
    )
    port: int = Field(
        default=1883,
        title="Port",
        description="The broker's; with TLS usually 8883.",
        ge=1,
        le=65_535,
    )
    tls: bool = Field(
        default=False, title="TLS", description="true: encrypted, the broker proven."
    )
    ca_file: FileName | None = Field(
        default=None,
        title="Authority",
        description="Certificates that vouch for the broker; left out: the system's.",
    )
    user: str | None = Field(
        default=None,
        title="User",
        description="How the broker knows this cabinet; left out: it need not.",
        min_length=1,
        max_length=60,
    )
    password_file: FileName | None = Field(
        default=None,
        title="Password file",
        description="Holds the password, so that this file and its history do not.",
    )
    home_assistant: bool = Field(
        default=True,
        title="Home Assistant",
        description="Appears there by itself, as a device.",
    )
    share_scores: bool = Field(
        default=False,
        title="Share high scores",
        description="Tells its own to the others and shows theirs among them.",
    )
    commands: tuple[Command, ...] = Field(
        default=(),
        title="Commands",
        description="What may be asked from afar: credit, standby, wake, "
        "restart-screen; left out: nothing.",
        max_length=4,
    )
    bundle_key: str | None = Field(
        default=None,
        title="Bundle key",
        description="Whose signed settings are taken (`cabinet fleet key`); "
        "left out: nobody's.",
        pattern=r"^[A-Za-z0-9+/]{43}=$",
        json_schema_extra={
            "errorMessage": "expected the line `cabinet fleet key` says"
        },
    )
    metrics_token_file: FileName | None = Field(
        default=None,
        title="Metrics token",
        description="Who says what this file holds may read /metrics over the network; "
        "left out: this machine only.",
    )

    @property
    def metrics_token_path(self) -> Path | None:
        """Where the token of /metrics is."""
        return Path(self.metrics_token_file) if self.metrics_token_file else None
