"""Servers whose tools are unknown: native keeps them, all other shapes lose them and say so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.inputs import TOOL, loaded
from tests.catalog.test_round_trip import any_text, json_values
from tests.fuzz.mutations import EXAMPLES
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.catalog.writing import TARGETS, write

if TYPE_CHECKING:
    from pathlib import Path

    from toolsearch_cli.catalog.model import Catalog

GIT: dict[str, Any] = {"name": "git", "tools": [TOOL]}
failures = (
    json_values
    | any_text
    | st.fixed_dictionaries(
        {"reason": any_text}, optional={"stderr": st.lists(any_text, max_size=2)}
    )
)
unknown_servers = st.fixed_dictionaries(
    {"name": any_text, "tools": st.none()},
    optional={
        "failure": failures,
        "kind": st.sampled_from(["mcp", "plugin"]),
        "instructions": json_values,
        "serverInfo": json_values,
    },
)


def told(catalog: Catalog) -> list[str]:
    """What a catalog says of unknown servers but where it was read, as text: 1 is not 1.0."""
    return [
        json.dumps([one.name, one.reason, {"kind": "mcp", **one.extra}], sort_keys=True)
        for one in catalog.unknown
    ]


def again(catalog: Catalog) -> Catalog:
    return loaded(json.dumps(write(catalog, "native").value)).catalog


@given(st.lists(unknown_servers, min_size=1, max_size=3))
def test_native_keeps_all_that_is_known_of_them(servers: list[Any]) -> None:
    found = loaded({"servers": [*servers, GIT]}).catalog
    assert [one.name for one in found.unknown] == [one["name"] for one in servers]
    assert told(again(found)) == told(found)
    assert write(found, "native").lost == ()


@pytest.mark.parametrize(
    "name", ["native", "mcporter", "docker_catalog", "arion", "docker_profile"]
)
def test_native_keeps_those_of_any_format(name: str) -> None:
    found = loaded(EXAMPLES[name]).catalog
    assert found.unknown
    kept = again(found)
    assert [(one.name, one.reason) for one in kept.unknown] == [
        (one.name, one.reason) for one in found.unknown
    ]
    assert again(kept).unknown == kept.unknown


def test_they_are_written_as_capture_writes_them() -> None:
    mail = {"name": "mail", "status": "offline"}
    git = {**GIT, "status": "ok"}
    written: Any = write(loaded({"mode": "list", "servers": [mail, git]}).catalog, "native").value
    assert written["servers"][-1] == {
        "name": "mail",
        "kind": "mcp",
        "tools": None,
        "failure": {"reason": "it was offline"},
    }


def test_a_reason_is_written_only_where_there_is_one() -> None:
    mail = {"name": "mail", "kind": "plugin", "tools": None}
    written: Any = write(loaded({"servers": [GIT, mail]}).catalog, "native").value
    assert written["servers"][-1] == mail


@pytest.mark.parametrize("target", sorted(TARGETS.keys() - {"native"}))
def test_every_other_shape_loses_them_and_says_so(target: str) -> None:
    found = loaded({"servers": [GIT, {"name": "mail", "tools": None}]}).catalog
    assert "1 server whose tools are unknown" in write(found, target).lost


def test_servers_of_a_client_s_config_in_a_folder_are_kept_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        json.dumps({"mcpServers": {"mail": {"command": "x", "env": {"KEY": "secret"}}}}),
        encoding="utf-8",
    )
    (tmp_path / "git.json").write_text(json.dumps([TOOL]), encoding="utf-8")
    written: Any = write(load([str(tmp_path)]).catalog, "native").value
    assert written["servers"][-1] == {"name": "mail", "kind": "mcp", "tools": None}
