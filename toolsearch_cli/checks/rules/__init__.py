"""The rules, one file each; the registry is their one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.checks.rules import (
    ts201_ambiguous_name,
    ts202_taken_name,
    ts203_long_name,
    ts204_refused_name,
    ts205_bridge_name,
    ts206_core_name,
    ts207_host_tool_cap,
    ts301_no_description,
    ts302_cut_sentence,
    ts303_same_line,
    ts304_duplicate_description,
    ts305_repeated_name,
    ts306_long_description,
    ts307_description_not_text,
    ts401_unfound_by_name,
    ts402_unfound_by_sentence,
    ts403_no_searchable_word,
    ts404_unfound_source,
    ts501_schema_not_object,
    ts502_changed_property,
    ts503_unknown_required,
    ts504_undescribed_parameters,
    ts505_heavy_enum,
    ts506_refused_construct,
    ts601_hidden_text,
    ts602_instructs_model,
    ts603_secret,
)
from toolsearch_cli.checks.rules.budget_rules import BUDGET_RULES, SEARCH_FLOOR
from toolsearch_cli.checks.rules.ts001_expired_ignore import EXPIRED_IGNORE
from toolsearch_cli.checks.rules.ts002_unused_ignore import UNUSED_IGNORE

if TYPE_CHECKING:
    from toolsearch_cli.checks.findings import Rule

__all__ = [
    "BUDGET_RULES",
    "EXPIRED_IGNORE",
    "FLEET_TOOLS",
    "RULES",
    "SEARCH_FLOOR",
    "UNUSED_IGNORE",
]

FLEET_TOOLS = 2_613
"""Real tools in `sample:fleet`, over which each rule's rate is measured."""

RULES: tuple[Rule, ...] = (
    EXPIRED_IGNORE,
    UNUSED_IGNORE,
    *BUDGET_RULES.values(),
    SEARCH_FLOOR,
    ts201_ambiguous_name.RULE,
    ts202_taken_name.RULE,
    ts203_long_name.RULE,
    ts204_refused_name.RULE,
    ts205_bridge_name.RULE,
    ts206_core_name.RULE,
    ts207_host_tool_cap.RULE,
    ts301_no_description.RULE,
    ts302_cut_sentence.RULE,
    ts303_same_line.RULE,
    ts304_duplicate_description.RULE,
    ts305_repeated_name.RULE,
    ts306_long_description.RULE,
    ts307_description_not_text.RULE,
    ts401_unfound_by_name.RULE,
    ts402_unfound_by_sentence.RULE,
    ts403_no_searchable_word.RULE,
    ts404_unfound_source.RULE,
    ts501_schema_not_object.RULE,
    ts502_changed_property.RULE,
    ts503_unknown_required.RULE,
    ts504_undescribed_parameters.RULE,
    ts505_heavy_enum.RULE,
    ts506_refused_construct.RULE,
    ts601_hidden_text.RULE,
    ts602_instructs_model.RULE,
    ts603_secret.RULE,
)
"""Every rule, in the order of their codes."""
