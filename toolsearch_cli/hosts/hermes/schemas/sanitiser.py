"""What Hermes does to the parameters of every tool before a model sees them.

The steps and their order are the host's, and so is the place of every key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.hermes.schemas.positions import DROPPED_AT_TOP
from toolsearch_cli.hosts.hermes.schemas.repair import with_properties
from toolsearch_cli.hosts.hermes.schemas.schema_pass import SchemaPass
from toolsearch_cli.hosts.hermes.schemas.unions import without_nullable_union
from toolsearch_cli.hosts.hermes.schemas.walking import bottom_up_from, without

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules
    from toolsearch_cli.hosts.hermes.schemas.survey import Step, Survey

_ABOUT_UNIONS: Final[frozenset[Step]] = frozenset({"unions", "late unions"})


def as_sanitised(parameters: Json, rules: SchemaRules, survey: Survey) -> dict[str, Json]:
    """Return the parameters that the host puts into the definition."""
    settled, steps = survey.settled, survey.steps
    schema_pass = SchemaPass(rules, settled)
    if not isinstance(parameters, dict):
        return schema_pass.empty_object()
    node = schema_pass.node(parameters) if "pass" in steps else parameters
    node = _as_top(node, rules)
    if not steps.isdisjoint(_ABOUT_UNIONS):
        node = bottom_up_from(node, without_nullable_union, settled)
    for key in DROPPED_AT_TOP:
        node = without(node, key)
    if "defaults" in steps:
        node = bottom_up_from(node, _without_default_of_reference, settled)
    return node


def _as_top(node: dict[str, Json], rules: SchemaRules) -> dict[str, Json]:
    """Make the root an object schema, whatever type it had."""
    if node.get("type") != "object":
        node = {**node, "type": "object"}
    node = with_properties(node)
    if rules.strict_positions and not isinstance(node.get("required"), list):
        node = {**node, "required": []}
    return node


def _without_default_of_reference(node: dict[str, Json]) -> dict[str, Json]:
    return without(node, "default") if "$ref" in node else node
