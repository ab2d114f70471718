"""Each rule on real catalogs: tools it speaks of, tools that nearly are such, and its rate."""

from __future__ import annotations

import pytest

from tests.checks.rules.altered import altered
from tests.checks.rules.real import exists, findings, found_in, places, rule, sample
from toolsearch_cli.checks.rules import FLEET_TOOLS, RULES
from toolsearch_cli.checks.rules.ts504_undescribed_parameters import undescribed

FLEET: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "TS203": (
        (
            "aws-elasticache/modify-replication-group-shard-configuration",  # 66
            "aws-iot-sitewise/list_computation_model_data_binding_usages",  # 65
            "ms365/list-sharepoint-site-onenote-section-group-section-groups",  # 69
        ),
        (
            "aws-dataprocessing/manage_aws_glue_security_configurations",  # 64
            "aws-billing/list-resources-associated-to-custom-line-item",  # 63
            "executeautomation-playwright/playwright_custom_user_agent",  # 63
        ),
    ),
    "TS206": (
        ("desktop-commander/read_file", "elevenlabs/text_to_speech", "memory"),
        (
            "aws-bedrock-agentcore/browser_navigate_back",
            "aws-bedrock-agentcore/browser_press_key",
            "aws-bedrock-agentcore/memory_get",
        ),
    ),
    "TS207": (
        ("asana-roychri", "aws-iot-sitewise", "ms365"),
        ("aws-elasticache", "aws-dataprocessing", "office-powerpoint"),
    ),
    "TS302": (
        (
            "browserbase/browserbase_stagehand_act",  # (e.g.
            "cloudflare-legacy/wrangler_config_get",  # wrangler.toml
            "postman/generateSpecFromCollection",  # 2.0
        ),
        (
            "azure/sql_db_delete",  # Azure SQL Server.This
            "aws-bedrock-agentcore/get_memory_guide",
            "chrome-devtools/press_key",
        ),
    ),
    "TS303": (
        (
            "alpaca/get_stock_bars",
            "aws-elasticache/create-jump-host-replication-group",
            "aws-elasticache/connect-jump-host-serverless-cache",
        ),
        (
            "alpaca/get_crypto_bars",  # the first that has the line
            "ms365/get-chat-message",  # says the very same as another, which TS304 finds
            "aws-elasticache/create-jump-host-cache-cluster",
        ),
    ),
    "TS304": (
        (
            "ms365/get-chat-message",
            "ms365/send-shared-mailbox-mail",
            "ms365/list-sharepoint-site-items",
        ),
        ("ms365/get-channel-message", "ms365/send-mail", "alpaca/get_stock_bars"),
    ),
    "TS305": (
        (
            "asana-roychri/asana_delete_tag",
            "asana-roychri/asana_create_tag_for_workspace",
            "cloudflare-legacy/r2_delete_bucket",
        ),
        (
            "alpaca/cancel_all_orders",  # open
            "alpaca/place_stock_order",  # or ETF
            "asana-roychri/asana_create_section",  # in a project
        ),
    ),
    "TS306": (
        ("aws-billing/aws-pricing", "firecrawl/firecrawl_scrape", "aws-redshift"),
        (
            "aws-dataprocessing/manage_aws_glue_partitions",  # 2,047 characters
            "aws-network/get_vpc_flow_logs",  # 2,044
            "aws-documentation",  # instructions of 2,010
        ),
    ),
    "TS401": (
        ("alpaca/get_calendar", "arxiv/search_papers", "aws-iam/create_user"),
        ("github/create_issue", "git/git_log", "aws-iam/delete_user"),
    ),
    "TS402": (
        ("aws-s3-tables/create_table", "ms365/list-users", "postman/getWorkspace"),
        ("alpaca/get_calendar", "arxiv/search_papers", "aws-iam/create_user"),
    ),
    "TS404": (("filesystem", "memory"), ("git", "github", "fetch")),
    "TS502": (
        ("mongodb/find", "postman/createFolderComment", "postman/searchPostmanElements"),
        ("mongodb/count", "postman/createMonitor", "alpaca/create_locate"),
    ),
    "TS504": (("circleci", "duckduckgo", "postgres"), ("airbnb", "arxiv", "brave-search")),
    "TS506": (
        ("alpaca/create_locate", "azure/acr_registry_list", "ms365/delete-online-meeting"),
        ("alpaca/get_calendar", "github/create_issue", "ms365/list-users"),
    ),
    "TS602": (
        (
            "context7/query-docs",
            "postman/getCodeGenerationInstructions",
            "google-workspace/create_table_with_data",
        ),
        (
            "azure/keyvault_secret_create",  # <secret> stands for a value
            "alpaca/get_crypto_latest_orderbook",  # always set loc to "us"
            "aws-bedrock-agentcore/delete_agent_runtime",  # endpoints must be deleted first
        ),
    ),
}
"""By rule: places of `sample:fleet` that it speaks of, and places that are nearly such."""

CLOUDFLARE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "TS505": (
        (
            "cloudflare/alerting_policies_create",
            "cloudflare/logpush_datasets_jobs_get",
            "cloudflare/magic_cloud_networking_resources_export",
        ),
        (
            "cloudflare/logpush_datasets_fields_get",  # 48 %
            "cloudflare/resource_tagging_account_tags_get",  # 45 %
            "cloudflare/url_scanner_scans_create",  # 44 %
        ),
    ),
}
REAL = [("fleet", code, *both) for code, both in FLEET.items()]
REAL += [("cloudflare", code, *both) for code, both in CLOUDFLARE.items()]
ALTERED = altered()
"""Rules that fewer than three real tools break as they are, on real tools with one change."""
ENOUGH = 3
"""Least tools of each kind that every rule is tried on."""


@pytest.mark.parametrize(("name", "code", "loud", "silent"), REAL)
def test_a_rule_speaks_of_real_tools_and_not_of_near_misses(
    name: str, code: str, loud: tuple[str, ...], silent: tuple[str, ...]
) -> None:
    assert all(exists(name, address) for address in (*loud, *silent))
    spoken_of = places(findings(code, name))
    assert [address for address in loud if address not in spoken_of] == []
    assert [address for address in silent if address in spoken_of] == []


@pytest.mark.parametrize("code", ALTERED)
def test_a_rule_speaks_of_altered_tools_and_not_of_near_misses(code: str) -> None:
    loud, silent = ALTERED[code]
    assert [at for at, one in enumerate(loud) if not found_in(one, code)] == []
    assert [at for at, one in enumerate(silent) if found_in(one, code)] == []


@pytest.mark.parametrize("code", [one.code for one in RULES if one.find])
def test_every_rule_is_tried_on_enough_tools(code: str) -> None:
    """A new rule needs three that it speaks of and three near misses, here or in `altered.py`."""
    tried = [table[code] for table in (FLEET, CLOUDFLARE, ALTERED) if code in table]
    assert tried, "name real tools for it"
    for kind in (0, 1):
        assert sum(len(set(one[kind])) for one in tried) >= ENOUGH


def test_only_rules_that_are_there_are_tried() -> None:
    assert {*FLEET, *CLOUDFLARE, *ALTERED} == {one.code for one in RULES if one.find}


def test_the_fleet_is_as_large_as_the_rates_say() -> None:
    assert sample("fleet").tool_count == FLEET_TOOLS


@pytest.mark.parametrize("code", [one.code for one in RULES if one.fires is not None])
def test_the_rate_in_the_docs_is_the_measured_one(code: str) -> None:
    tools = {one.place.provenance for one in findings(code, "fleet") if one.place.tool is not None}
    fires = len(tools)
    if code == "TS504":  # one finding a source
        fires = sum(bool(undescribed(one)) for s in sample("fleet").sources for one in s.tools)
    assert rule(code).fires == fires


def test_no_default_rule_speaks_of_every_fifth_real_tool() -> None:
    for one in RULES:
        if one.find is not None and one.default:
            about = [found for found in findings(one.code, "fleet") if found.place.tool is not None]
            assert len(about) <= 0.2 * FLEET_TOOLS, one.code
