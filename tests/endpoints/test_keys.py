"""A key is for one host: it is sent there and to nobody else."""

from __future__ import annotations

import copy
import pprint

import pytest

from toolsearch_cli.endpoints.address import Address, parse_address
from toolsearch_cli.endpoints.keys import Credential, credential

OURS = {"TOOLSEARCH_EMBEDDINGS_KEY": "sk-embeddings", "TOOLSEARCH_DECIDER_KEY": "sk-decider"}
OPENAI = {"OPENAI_API_KEY": "sk-openai"}


def key(url: str, environ: dict[str, str], *, trusted: bool = True) -> Credential:
    address = parse_address(url)
    assert isinstance(address, Address)
    return credential("EMBEDDINGS", address, environ, trusted=trusted)


def test_each_purpose_has_its_own_key() -> None:
    address = parse_address("https://h")
    assert isinstance(address, Address)
    assert credential("EMBEDDINGS", address, OURS).secret == OURS["TOOLSEARCH_EMBEDDINGS_KEY"]
    assert credential("DECIDER", address, OURS).secret == OURS["TOOLSEARCH_DECIDER_KEY"]


@pytest.mark.parametrize("url", ["https://h", "http://localhost:1", "http://127.0.0.1:1"])
def test_a_key_goes_over_https_or_to_this_machine(url: str) -> None:
    assert key(url, OURS).secret == OURS["TOOLSEARCH_EMBEDDINGS_KEY"]


def test_a_key_does_not_go_over_plain_http_and_the_way_out_is_named() -> None:
    held = key("http://h:8080", OURS)
    assert held.secret is None
    assert held.note == (
        "TOOLSEARCH_EMBEDDINGS_KEY was not sent: plain http to another machine; "
        "TOOLSEARCH_EMBEDDINGS_KEY_HOST=h:8080 allows it"
    )
    assert key("http://h:8080", {**OURS, "TOOLSEARCH_EMBEDDINGS_KEY_HOST": "h:8080"}).secret


@pytest.mark.parametrize(
    "url", ["https://evil", "http://localhost", "https://h:8443", "https://sub.h"]
)
def test_a_key_that_is_for_one_host_goes_to_no_other(url: str) -> None:
    pinned = {**OURS, "TOOLSEARCH_EMBEDDINGS_KEY_HOST": "h"}
    assert key(url, pinned).secret is None
    assert key("https://h", pinned).secret
    assert key("https://h:443", pinned).secret


def test_a_file_that_came_with_a_project_cannot_send_for_a_key() -> None:
    held = key("https://evil", OURS, trusted=False)
    assert held.secret is None
    assert "a file names this endpoint" in held.note
    pinned = {**OURS, "TOOLSEARCH_EMBEDDINGS_KEY_HOST": "good"}
    assert key("https://evil", pinned, trusted=False).secret is None
    assert key("https://good", pinned, trusted=False).secret


@pytest.mark.parametrize(
    "url",
    [
        "https://api.openai.com.evil",
        "http://api.openai.com",
        "https://api.openai.com:8443",
        "http://localhost",
        "https://h",
    ],
)
def test_openais_key_goes_to_openai_alone(url: str) -> None:
    assert key(url, OPENAI).secret is None
    assert key("https://api.openai.com/v1", OPENAI).secret == OPENAI["OPENAI_API_KEY"]
    assert (
        key("https://api.openai.com/v1", OPENAI, trusted=False).secret == OPENAI["OPENAI_API_KEY"]
    )


def test_a_key_of_the_purpose_comes_before_openais() -> None:
    assert (
        key("https://api.openai.com", {**OPENAI, **OURS}).secret
        == OURS["TOOLSEARCH_EMBEDDINGS_KEY"]
    )


def test_without_a_key_the_variable_is_named() -> None:
    assert key("https://h", {}) == Credential(
        "no key was sent: TOOLSEARCH_EMBEDDINGS_KEY is not set"
    )


@pytest.mark.parametrize("secret", ["sk-a\r\nX-Evil: 1", "sk-é", "sk-\x00"])
def test_a_key_that_no_header_can_carry_is_not_sent(secret: str) -> None:
    held = key("https://h", {"TOOLSEARCH_EMBEDDINGS_KEY": secret})
    assert held.secret is None
    assert "sk-" not in held.note


def test_white_space_around_a_key_is_not_part_of_it() -> None:
    spaced = {name: f" {secret}\n" for name, secret in OURS.items()}
    assert key("https://h", spaced) == key("https://h", OURS)


def test_a_credential_does_not_show_its_key() -> None:
    shown = copy.copy(key("https://h", OURS))
    assert "sk-" not in f"{shown} {shown!r} {pprint.pformat(shown)}"
