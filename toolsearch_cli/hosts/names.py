"""The names of the hosts, for help and completion: no host is imported here."""

from __future__ import annotations

DEFAULT_HOST = "hermes"

HOST_NAMES: tuple[str, ...] = (
    "hermes",
    "hermes@0.19",
    "hermes@0.20",
    "hermes@0.21-dev",
    "hermes@0.22",
)
