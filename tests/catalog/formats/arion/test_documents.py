"""The fragments that define Arion's tool search, and whole proxy configs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.catalog.formats.arion.inputs import gateway, only_gateway
from tests.catalog.inputs import loaded, only_tool, places, refusal, sources, unknown
from toolsearch_cli.catalog.lines import lines_of, spots
from toolsearch_cli.catalog.loading import load
from toolsearch_cli.errors import NoToolsError, ServersOnlyError

if TYPE_CHECKING:
    from pathlib import Path


TWO_MODES = """
tools:
  - namespace: weather
    name: get_forecast
    description: Get forecast, temperature and sky conditions for a city.
    disclosure_mode: EAGER
    # input_schema and rest_backend as usual
dynamic_mcp_servers:
  - namespace: github
    transport: StreamableHttp
    url: http://127.0.0.1:5678/mcp
    tool_disclosure_mode: PROGRESSIVE
"""


SEARCH = """
search:
  max_allowable_results: 8
"""


EMBEDDINGS = """
search:
  max_allowable_results: 5
  embeddings:
    cluster: embeddings
    model_id: text-embedding-model
    path: /v1/embeddings
    timeout: 5s
    dimensions: 384
    max_batch_size: 64
"""


PRECOMPUTED = """
tools:
  - namespace: weather
    name: get_forecast
    description: Get forecast, temperature and sky conditions for a city.
    embedding: [0.123, -0.456, 0.789]
"""


ONE_TOOL = """
tools:
  - {namespace: weather, name: get_forecast, disclosure_mode: EAGER}
"""


# Of the keys around a gateway some are spelled in camel case, as proxies take both.
PROXY = """
envoy_bootstrap:
  static_resources:
    listeners:
      - name: first
        filterChains:
          - filters:
              - name: http_gateway
                typedConfig:
                  "@type": type.googleapis.com/envoy.HttpConnectionManager
                  httpFilters:
                    - name: jwt
                      typed_config: {providers: {x: {local_jwks: {inline_string: '{"keys": []}'}}}}
                    - name: mcp
                      typed_config: &gateway
                        "@type": type.googleapis.com/arion.mcp_gateway.v3.McpGateway
                        server_info: {name: a/b, version: "1"}
                        tools:
                          - &forecast
                            namespace: weather
                            name: get_forecast
                            disclosure_mode: EAGER
                            rest_backend: {cluster: secret-cluster, path: /secret}
                          - namespace: users
                            name: get_user
                          - <<: *forecast
                            name: get_alerts
                            disclosure_mode: PROGRESSIVE
      - name: second
        filter_chains:
          - filters:
              - typed_config:
                  http_filters:
                    - typed_config:
                        tools:
                          - {namespace: weather, name: radar, mcp_server_backend: {url: secret}}
                        openApiToolSources:
                          - {namespace: billing, cluster: x, toolDisclosureMode: EAGER}
    clusters: []
"""


FIRST = (
    "/envoy_bootstrap/static_resources/listeners/0/filterChains/0/filters/0/typedConfig"
    "/httpFilters/1/typed_config"
)


SECOND = (
    "/envoy_bootstrap/static_resources/listeners/1/filter_chains/0/filters/0/typed_config"
    "/http_filters/0/typed_config"
)


def test_modes_of_tools_and_of_servers() -> None:
    found = loaded(TWO_MODES)
    (source,) = found.catalog.sources
    (forecast,) = source.tools
    assert (source.name, source.kind, source.is_named) == ("weather", "mcp", True)
    assert (forecast.name, forecast.deferred) == ("get_forecast", False)
    assert forecast.description == "Get forecast, temperature and sky conditions for a city."
    assert places(source) == {"get_forecast": "/tools/0"}
    (github,) = found.catalog.gateways[0].servers
    assert (github.namespace, github.deferred) == ("github", True)
    assert github.provenance == ("-", "/dynamic_mcp_servers/0")
    assert found.files[0].format == "arion"


def test_tools_asked_for_at_run_time_are_unknown() -> None:
    found = loaded(TWO_MODES)
    assert unknown(found) == ["-: github: it is asked when the gateway runs"]
    assert found.files[0].warnings == (
        "/dynamic_mcp_servers/0: its tools are unknown: github: it is asked when the gateway runs",
    )


def test_a_search_block_reaches_the_catalog() -> None:
    assert only_gateway(ONE_TOOL).search is None
    assert only_gateway(ONE_TOOL + SEARCH).search == {"max_allowable_results": 8}
    assert only_gateway(ONE_TOOL + EMBEDDINGS).search == {
        "max_allowable_results": 5,
        "embeddings": {
            "cluster": "embeddings",
            "model_id": "text-embedding-model",
            "path": "/v1/embeddings",
            "timeout": "5s",
            "dimensions": 384,
            "max_batch_size": 64,
        },
    }


@pytest.mark.parametrize("fragment", [SEARCH, EMBEDDINGS])
def test_a_search_alone_holds_no_tools(fragment: str) -> None:
    error = refusal(fragment)
    assert isinstance(error, NoToolsError)
    assert error.reason == "configures a gateway but holds no tools"
    assert "beside" in (error.hint or "")


def test_a_vector_of_its_own() -> None:
    found = only_tool(PRECOMPUTED)
    assert found.embedding == (0.123, -0.456, 0.789)
    assert found.extra == {}


def test_a_tool_that_says_nothing_is_deferred() -> None:
    assert only_tool(PRECOMPUTED).deferred is True


def test_every_gateway_of_a_proxy_config_is_found() -> None:
    found = loaded(PROXY)
    assert [(source.name, places(source)) for source in found.catalog.sources] == [
        (
            "weather",
            {"get_forecast": f"{FIRST}/tools/0", "get_alerts": f"{FIRST}/tools/2"},
        ),
        ("users", {"get_user": f"{FIRST}/tools/1"}),
        ("weather", {"radar": f"{SECOND}/tools/0"}),
    ]
    weather, users, radar = found.catalog.sources
    modes = [one.deferred for source in (weather, users, radar) for one in source.tools]
    assert modes == [False, True, True, True]
    assert [one.provenance.pointer for one in found.catalog.gateways] == [FIRST, SECOND]
    (billing,) = found.catalog.gateways[1].servers
    assert (billing.namespace, billing.deferred) == ("billing", False)
    assert found.files[0].warnings[0] == (
        f"{SECOND}/tools/0: another gateway has the namespace weather too: they are two sources"
    )


def test_json_means_what_yaml_means() -> None:
    (forecast,) = sources(json.dumps({"a": [{"b/c": gateway()}]}))[0].tools
    assert forecast.provenance.pointer == "/a/0/b~1c/tools/0"


def test_documents_in_one_file_are_several_gateways() -> None:
    found = sources(f"{ONE_TOOL}---{ONE_TOOL}")
    assert [source.provenance.pointer for source in found] == ["/0/tools/0", "/1/tools/0"]


def test_an_anchored_gateway_used_twice_is_two() -> None:
    found = loaded("a: &g\n  tools: [{namespace: n, name: t, rbac: {action: DENY}}]\nb: *g\n")
    assert [source.provenance.pointer for source in found.catalog.sources] == [
        "/a/tools/0",
        "/b/tools/0",
    ]


def test_tools_are_on_the_line_where_they_start(tmp_path: Path) -> None:
    path = tmp_path / "proxy.yaml"
    path.write_text(PROXY, encoding="utf-8")
    rows = PROXY.split("\n")
    tools = [one for source in load([str(path)]).catalog.sources for one in source.tools]
    found = spots([one.provenance for one in tools], tmp_path)
    lines = {one.name: found[one.provenance].line for one in tools}
    for name, row in (("get_forecast", "&forecast"), ("get_user", "namespace: users")):
        line = lines[name]
        assert line is not None
        assert row in "".join(rows[line - 1 : line + 1])
    assert "radar" in rows[(lines["radar"] or 0) - 1]


def test_an_error_is_on_its_line() -> None:
    text = ONE_TOOL + "search:\n  max_allowable_results: many\n"
    pointer = refusal(text).pointer
    assert text.split("\n")[lines_of(text, [pointer])[pointer] - 1].endswith(" many")


def test_a_repeated_key_of_a_tool_is_an_error() -> None:
    assert refusal(ONE_TOOL + "tools: []\nsearch: {max_allowable_results: 3}\n").pointer == ""
    text = "tools:\n- {namespace: n, name: a, rbac: 1, name: b}\n"
    assert refusal(text).pointer == "/tools/0"


def test_servers_alone_are_answered_with_how_to_capture_them() -> None:
    document = {
        "dynamic_mcp_servers": [
            {"namespace": "github", "url": "https://u:hush@x.example/mcp?key=hush"},
            {"name": "old", "transport": "Sse", "url": "http://127.0.0.1/"},
        ],
        "openapi_sources": [{"namespace": "billing"}],
    }
    error = refusal(document)
    assert isinstance(error, ServersOnlyError)
    assert error.reason == "names 3 servers but holds no tools"
    lines = (error.hint or "").splitlines()
    assert lines[:-1] == [
        "capture their tools:",
        ("  toolsearch capture 'https://x.example/mcp?key='\"$KEY\" --name github -o github.json"),
        "  toolsearch capture http://127.0.0.1/ --name old -o old.json",
    ]
    assert "hush" not in str(error.hint)
    assert lines[-1].startswith("name this file beside")


def test_an_openapi_source_alone_has_nothing_to_capture() -> None:
    error = refusal({"openapi_sources": [{"namespace": "billing"}]})
    assert isinstance(error, ServersOnlyError)
    assert (error.hint or "").startswith("name this file beside")
