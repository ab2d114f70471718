"""What Hermes does to the schema of an MCP tool when it registers the tool.

The steps and their order are the host's, and so is the place of every key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.hosts.hermes.schemas.references import with_defs
from toolsearch_cli.hosts.hermes.schemas.repair import repaired, repaired_in_position
from toolsearch_cli.hosts.hermes.schemas.unions import without_const_union, without_nullable_union
from toolsearch_cli.hosts.hermes.schemas.walking import bottom_up

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.hermes.releases import SchemaRules
    from toolsearch_cli.hosts.hermes.schemas.survey import Survey


def as_registered(schema: Json, rules: SchemaRules, survey: Survey) -> Json:
    """Return the schema that the host stores. What is no object is left to the sanitiser."""
    if not schema:
        return {"type": "object", "properties": {}}
    settled, steps = survey.settled, survey.steps
    if "references" in steps:
        schema = with_defs(schema, settled)
    if "unions" in steps:
        schema = bottom_up(schema, without_nullable_union, settled)
    if "constants" in steps and rules.const_unions:
        schema = bottom_up(schema, without_const_union, settled)
    if "repair" not in steps:
        return schema
    if rules.strict_positions:
        return repaired_in_position(schema, settled, root=True)
    return bottom_up(schema, repaired, settled)
