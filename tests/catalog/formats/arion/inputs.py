"""How these tests write gateways down and look at what is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.catalog.inputs import loaded
from toolsearch_cli.catalog.loading import LoadOptions

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Gateway


FORCED = LoadOptions(input_format="arion")


def gateway(**more: Any) -> dict[str, Any]:
    return {"tools": [entry()], **more}


def entry(**more: Any) -> dict[str, Any]:
    return {"namespace": "weather", "name": "get_forecast", "disclosure_mode": "EAGER", **more}


def only_gateway(document: Any) -> Gateway:
    (found,) = loaded(document).catalog.gateways
    return found


def warnings(document: Any) -> tuple[str, ...]:
    return loaded(document).files[0].warnings
