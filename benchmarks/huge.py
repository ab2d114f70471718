"""One run over very large catalogs: load, tier, answer a query. Started by `benchmarks.run`."""

from __future__ import annotations

import sys

from toolsearch_cli.catalog.loading import load
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.hosts.scenario import Scenario


def main(files: list[str]) -> None:
    """Print the tier, the size and the best hit."""
    catalog = load(files).catalog
    host, scenario = host_named("hermes"), Scenario(context=1_000_000)
    shown = host.disclose(catalog, scenario)
    answer = host.search(catalog, scenario, ["create a storage bucket"])
    best = answer.rankings[0].hits[0].name
    print(shown.tier, catalog.tool_count, shown.all_tools_tokens, best)


if __name__ == "__main__":
    main(sys.argv[1:])
