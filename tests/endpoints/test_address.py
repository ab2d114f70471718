"""Where requests go: a base URL and a path, and clusters by name."""

from __future__ import annotations

import pytest

from toolsearch_cli.endpoints.address import (
    Address,
    cluster_url,
    cluster_variable,
    parse_address,
)
from toolsearch_cli.endpoints.failure import Failure


@pytest.mark.parametrize(
    ("base", "path", "whole"),
    [
        ("http://h:8080", "/v1/embeddings", "http://h:8080/v1/embeddings"),
        ("http://h:8080/", "v1/embeddings", "http://h:8080/v1/embeddings"),
        ("https://H.example", "/v1/embeddings", "https://h.example/v1/embeddings"),
        ("https://h:443/v1", "/v1/embeddings", "https://h/v1/embeddings"),
        ("https://h/openai/v1/", "/v1/embeddings", "https://h/openai/v1/embeddings"),
        ("https://h/a", "/v1/embeddings", "https://h/a/v1/embeddings"),
        ("https://h/v1/embeddings", "/v1/embeddings", "https://h/v1/embeddings"),
        ("http://[::1]:80", "/x", "http://[::1]/x"),
        ("http://h", "", "http://h/"),
        ("http://h", "/x/", "http://h/x/"),
        (" http://h ", " /x ", "http://h/x"),
        ("http://h", "/a b/é%20", "http://h/a%20b/%C3%A9%20"),
    ],
)
def test_a_path_goes_below_a_base_url(base: str, path: str, whole: str) -> None:
    assert str(parse_address(base, path)) == whole


def test_a_query_is_sent_and_not_shown() -> None:
    address = parse_address("https://h/v1?tenant=1", "/embeddings?api-version=2")
    assert isinstance(address, Address)
    assert address.target == "/v1/embeddings?tenant=1&api-version=2"
    assert str(address) == "https://h/v1/embeddings"


@pytest.mark.parametrize(
    "base",
    [
        "",
        "h",
        "h:80",
        "localhost:8080",
        "ftp://h",
        "file:///x",
        "http://",
        "http://:80",
        "http://h:0",
        "http://h:99999",
        "http://h:x",
        "http://größe",
        "http://a b",
        "http://a\x1b",
        "http://[",
    ],
)
def test_what_is_no_address_is_a_reason(base: str) -> None:
    assert isinstance(parse_address(base), Failure)


def test_a_login_in_a_url_is_refused_and_not_repeated() -> None:
    failed = parse_address("https://user:planted@h/")
    assert isinstance(failed, Failure)
    assert "planted" not in repr(failed)


def is_local(url: str) -> bool:
    address = parse_address(url)
    assert isinstance(address, Address)
    return address.is_loopback


@pytest.mark.parametrize("host", ["localhost:1", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]"])
def test_this_machine_is_known_by_its_names(host: str) -> None:
    assert is_local(f"http://{host}")


@pytest.mark.parametrize("host", ["127.0.0.1.example.com", "localhost.example.com", "10.0.0.1"])
def test_another_machine_is_not_this_one(host: str) -> None:
    assert not is_local(f"http://{host}")


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("embeddings", "TOOLSEARCH_CLUSTER_EMBEDDINGS"),
        ("my-cluster.eu", "TOOLSEARCH_CLUSTER_MY_CLUSTER_EU"),
        ("Größe", "TOOLSEARCH_CLUSTER_GR_SSE"),
    ],
)
def test_a_cluster_has_a_variable(name: str, variable: str) -> None:
    assert cluster_variable(name) == variable


def test_a_cluster_is_what_is_configured_then_what_the_environment_says() -> None:
    environ = {"TOOLSEARCH_CLUSTER_EMBEDDINGS": "http://environment"}
    assert cluster_url("embeddings", {"embeddings": "http://set"}, environ) == "http://set"
    assert cluster_url("embeddings", {"other": "http://set"}, environ) == "http://environment"


def test_an_unknown_cluster_names_the_variable_that_would_say_where_it_is() -> None:
    failed = cluster_url("embed\x1b", {}, {"TOOLSEARCH_CLUSTER_EMBED_": ""})
    assert failed == Failure(
        "cluster embed\\x1b has no base URL: set TOOLSEARCH_CLUSTER_EMBED_ to one", lasting=True
    )
