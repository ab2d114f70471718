"""What a gateway says beside its tools; of secrets nothing is kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.arion.inputs import entry, gateway, warnings
from tests.catalog.inputs import loaded, refusal, unknown

HUSH = "hush-1234"


def test_nothing_of_a_backend_is_kept_or_told() -> None:
    backend = {"cluster": HUSH, "headers": {"Authorization": HUSH}}
    document = {
        "tools": [
            entry(rest_backend=backend, rbac={"permissions": [HUSH]}, credentials=HUSH),
            entry(name="b", mcp_server_backend={"url": f"https://x/{HUSH}"}),
            HUSH,
        ],
        "dynamic_mcp_servers": [
            {"namespace": "github", "url": f"https://{HUSH}@x/", "headers": {"A": HUSH}}
        ],
        "open_api_tool_sources": [{"namespace": "b", "spec": {"inline_string": HUSH}}],
        "search": {"max_allowable_results": 3, "api_key": HUSH, "embeddings": {"key": HUSH}},
    }
    found = loaded(document)
    said = [repr(found.files), repr(found.catalog.sources), repr(found.catalog.gateways)]
    assert HUSH not in "".join(said)
    assert found.files[0].lost == (
        "1 access rule",
        "1 entry that is not a tool",
    )
    assert found.catalog.gateways[0].search == {"max_allowable_results": 3, "embeddings": {}}
    del document["tools"]
    assert HUSH not in f"{refusal(document)} {refusal(document).hint}"


def test_other_settings_are_passed_over_aloud() -> None:
    assert warnings(gateway(search={"top_k": 3, "embeddings": {"key": "x", "path": None}})) == (
        "/search/embeddings/key: passed over: not a setting of Arion's",
        "/search/top_k: passed over: not a setting of Arion's",
    )


def test_keys_may_be_spelled_in_camel_case() -> None:
    document = {
        "tools": [{"namespace": "n", "name": "a", "disclosureMode": "EAGER", "inputSchema": {}}],
        "dynamicMcpServers": [{"namespace": "m", "toolDisclosureMode": "EAGER"}],
        "search": {"maxAllowableResults": 2, "embeddings": {"modelId": "x", "maxBatchSize": 1}},
        "codeMode": {},
    }
    found = loaded(document).catalog
    (one,) = found.sources[0].tools
    assert (one.deferred, one.input_schema, one.input_key) == (False, {}, "inputSchema")
    assert found.gateways[0].servers[0].deferred is False
    assert found.gateways[0].code_mode
    assert found.gateways[0].search == {
        "max_allowable_results": 2,
        "embeddings": {"model_id": "x", "max_batch_size": 1},
    }


SIGNED = {"dynamic_mcp_servers": [{"namespace": "m"}]}


@pytest.mark.parametrize(
    ("more", "pointer", "expected"),
    [
        ({"tools": {}}, "/tools", "expected an array, found an object"),
        ({"tools": ""}, "/tools", "expected an array, found a string"),
        ({"openapi_sources": "x"}, "/openapi_sources", "expected an array, found a string"),
        ({"openapi_sources": [3]}, "/openapi_sources/0", "expected an object, found a number"),
        ({"openapi_sources": [{}]}, "/openapi_sources/0", "has no `namespace`"),
        (
            {"openapi_sources": [{"namespace": []}]},
            "/openapi_sources/0/namespace",
            "expected a string, found an array",
        ),
        ({"openapi_sources": [{"namespace": ""}]}, "/openapi_sources/0/namespace", "is empty"),
        ({"search": []}, "/search", "expected an object, found an array"),
        (
            {"search": {"max_allowable_results": "8"}},
            "/search/max_allowable_results",
            "expected an integer, found a string",
        ),
        (
            {"search": {"max_allowable_results": True}},
            "/search/max_allowable_results",
            "expected an integer, found true",
        ),
        (
            {"search": {"maxAllowableResults": 1.5}},
            "/search/maxAllowableResults",
            "expected an integer, found a number",
        ),
        (
            {"search": {"embeddings": "on"}},
            "/search/embeddings",
            "expected an object, found a string",
        ),
        (
            {"search": {"embeddings": {"cluster": 3}}},
            "/search/embeddings/cluster",
            "expected a string, found a number",
        ),
        (
            {"search": {"embeddings": {"timeout": {}}}},
            "/search/embeddings/timeout",
            "expected a string or a number, found an object",
        ),
    ],
)
def test_a_wrong_structure_is_refused_at_its_pointer(
    more: dict[str, Any], pointer: str, expected: str
) -> None:
    error = refusal({"a": [{**SIGNED, **more}]})
    assert (error.pointer, error.reason) == (f"/a/0{pointer}", expected)


def test_a_discovery_service_is_said() -> None:
    assert warnings(gateway(tds={"config_name": "x"})) == (
        "/tds: more tools may come from a discovery service: they are not in the file",
    )


def test_hostile_words_are_shown() -> None:
    document = gateway(
        dynamic_mcp_servers=[{"namespace": "a\x1b[2J\u202e"}],
        search={"max_allowable_results": 1, "\x1b]0;x": 1},
    )
    found = loaded(document)
    for said in (*found.files[0].warnings, *unknown(found)):
        assert said.isprintable()
