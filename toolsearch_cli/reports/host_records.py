"""The JSON record of `hosts`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.hosts.protocol import Host
    from toolsearch_cli.reports.records import Record


def hosts_record(hosts: Sequence[Host]) -> Record:
    """Return `hosts/1`: the facts of each host and its settings."""
    return {"hosts": [_host_record(host) for host in hosts]}


def _host_record(host: Host) -> Record:
    facts = asdict(host.facts)
    proof, unites = facts.pop("proof"), facts.pop("unites")
    steps = {key: list(facts.pop(key)) for key in ("named_steps", "found_steps")}
    return {
        "host": host.name,
        **facts,
        "proof": proof or None,
        **steps,
        "unites": unites,
        "settings": [
            {
                "key": spec.key,
                "default": spec.default,
                "allowed": spec.allowed,
                "help": spec.help,
                "of_the_host": spec.of_the_host,
            }
            for spec in host.setting_specs()
        ],
    }
