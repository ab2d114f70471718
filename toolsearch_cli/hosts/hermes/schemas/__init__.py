"""Input schemas as Hermes counts, shows and indexes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.registration import as_registered
from toolsearch_cli.hosts.hermes.schemas.sanitiser import as_sanitised
from toolsearch_cli.hosts.hermes.schemas.survey import surveyed

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules

__all__ = ["registered", "sanitised", "stored"]


def registered(schema: Json, rules: SchemaRules) -> dict[str, Json]:
    """Return the parameters of an MCP tool: repaired at registration, then sanitised.

    Keys are in the host's order. The input is never changed; parts that need no change are
    shared with it. Nesting is bounded by the loader, not here.
    """
    survey = surveyed(schema, rules)
    if isinstance(schema, dict) and not survey.steps:
        return schema
    return as_sanitised(as_registered(schema, rules, survey), rules, survey.without("unions"))


def stored(schema: Json, rules: SchemaRules) -> Json:
    """Return what the registry holds for an MCP tool: repaired, and not sanitised yet.

    A call is held to this, not to what the model saw.
    """
    survey = surveyed(schema, rules)
    if isinstance(schema, dict) and schema and not survey.steps:
        return schema
    return as_registered(schema, rules, survey)


def sanitised(schema: Json, rules: SchemaRules) -> dict[str, Json]:
    """Return the parameters of a plugin or core tool, which skip registration.

    Keys are in the host's order. The input is never changed; parts that need no change are
    shared with it. Nesting is bounded by the loader, not here.
    """
    survey = surveyed(schema, rules)
    if isinstance(schema, dict) and not survey.steps:
        return schema
    return as_sanitised(schema, rules, survey)
