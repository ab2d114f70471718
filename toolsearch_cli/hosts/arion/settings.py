"""Arion's settings: what a scenario says, then the catalog's own gateway, then the defaults."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.simple.settings import Setting, Values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.simple.settings import Value

MAX_RESULTS: Final = "max_allowable_results"
MODE: Final = "tool_disclosure_mode"
EAGER: Final = "eager"
NAMESPACE: Final = "namespace"
SEARCH_OVER: Final = "search_over"
CODE_MODE: Final = "code_mode"
CLUSTER: Final = "embeddings.cluster"
MODEL: Final = "embeddings.model_id"
DIMENSIONS: Final = "embeddings.dimensions"
PATH: Final = "embeddings.path"
TIMEOUT: Final = "embeddings.timeout"
BATCH: Final = "embeddings.max_batch_size"
BASE_URL: Final = "embeddings.base_url"

HTTP: Final = "http"

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        key=MAX_RESULTS,
        kind="whole",
        default=None,
        low=1,
        unset="the catalog's search block, else 5",
        help="Most tools that a search returns; a limit is this unless given, and never more.",
    ),
    Setting(
        key=MODE,
        kind="choice",
        default="PROGRESSIVE",
        choices=("PROGRESSIVE", "EAGER"),
        help="The mode of tools whose files say nothing of it.",
    ),
    Setting(
        key=CODE_MODE,
        kind="flag",
        default=None,
        unset="as the catalog's gateway",
        help="Scripts search every permitted tool; there is no tool_search.",
    ),
    Setting(
        key=CLUSTER,
        kind="text",
        default=None,
        unset="the catalog's, else none: BM25 ranks",
        help="Where embeddings come from; its base URL is in TOOLSEARCH_CLUSTER_NAME.",
    ),
    Setting(
        key=MODEL,
        kind="text",
        default=None,
        unset="the catalog's, else none",
        help="The model that the endpoint is asked for.",
    ),
    Setting(
        key=DIMENSIONS,
        kind="whole",
        default=None,
        low=1,
        unset="the catalog's, else none",
        help="How many numbers each vector has; others are refused.",
    ),
    Setting(
        key=PATH,
        kind="text",
        default=None,
        unset="the catalog's, else /v1/embeddings",
        help="The path below the cluster's base URL.",
    ),
    Setting(
        key=TIMEOUT,
        kind="text",
        default=None,
        unset="the catalog's, else 5s",
        help="Most time for one batch: 5s, 500ms, 1m; a bare number is seconds.",
    ),
    Setting(
        key=BATCH,
        kind="whole",
        default=None,
        low=1,
        unset="the catalog's, else 64",
        help="Most texts in one request.",
    ),
    Setting(
        key=BASE_URL,
        kind="text",
        default=None,
        unset="that of the cluster, from the environment",
        help="Where the endpoint is, whatever the cluster is called.",
        of_the_host=False,
    ),
    Setting(
        key=EAGER,
        kind="names",
        names_tools=True,
        default=(),
        help="Tools to take as EAGER whatever their files say: source/tool or names, with globs.",
        of_the_host=False,
    ),
    Setting(
        key=NAMESPACE,
        kind="text",
        default=None,
        unset="all",
        help="What the model sends as namespace: the search stays within it.",
        of_the_host=False,
    ),
    Setting(
        key=SEARCH_OVER,
        kind="choice",
        default="tool_search",
        choices=("tool_search", HTTP),
        help="Which search is asked; http, POST /mcp/search, ranks eager tools too.",
        of_the_host=False,
    ),
)

_BY_KEY: Final = {setting.key: setting for setting in SETTINGS}
_DEFAULTS: Final[dict[str, Value]] = {
    MAX_RESULTS: 5,
    CODE_MODE: False,
    # The document gives these three as an example; no default of them is stated.
    PATH: "/v1/embeddings",
    TIMEOUT: "5s",
    BATCH: 64,
}
_PART: Final = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(h|ms|us|ns|m|s)")
_NUMBER: Final = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*")
_SECONDS: Final = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}


def settled(values: Values, catalog: Catalog) -> Values:
    """Return the settings with what the catalog's gateways say where the scenario is silent."""
    said = dict(_said(catalog))
    return Values(
        tuple(
            (key, said.get(key, _DEFAULTS.get(key)) if value is None else value)
            for key, value in values
        )
    )


def _said(catalog: Catalog) -> Iterator[tuple[str, Value]]:
    """Yield what the first gateway with a search block says, and whether all serve code mode."""
    if catalog.gateways:
        yield CODE_MODE, all(gateway.code_mode for gateway in catalog.gateways)
    block = next((one.search for one in catalog.gateways if one.search is not None), {})
    given = {MAX_RESULTS: block.get(MAX_RESULTS)}
    embeddings = block.get("embeddings")
    if isinstance(embeddings, dict):
        given |= {f"embeddings.{key}": value for key, value in embeddings.items()}
    for key, value in given.items():
        if value is not None and key in _BY_KEY:
            yield key, _BY_KEY[key].read(value)


def seconds(duration: str) -> float | None:
    """Return a duration in seconds: `5s`, `1m 30s`, `250ms`, `5`; `None` for anything else."""
    if bare := _NUMBER.fullmatch(duration):
        return float(bare[1])
    total, at = 0.0, 0
    while part := _PART.match(duration, at):
        total += float(part[1]) * _SECONDS[part[2]]
        at = part.end()
    return total if at and not duration[at:].strip() else None
