"""Logs in which a server did not list its tools, or not all of them: the reason is said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalog.formats.test_traffic import asked, introduced, listed, log, record
from tests.catalog.inputs import loaded, unknown


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (
            [{"response": {"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}}],
            "answered with an error",
        ),
        ([{"response": {"error": {"code": 1}}}], "answered with an error"),
        ([{"request": asked(1)}], "did not answer"),
        ([{"request": asked(1)}, {"response": {"result": {}}}], "answered without a list of tools"),
        ([{"request": {"method": "ping"}}], "was not asked for its tools"),
    ],
)
def test_why_a_server_has_no_list(lines: list[dict[str, Any]], why: str) -> None:
    told = [record("mail", 1, **line) for line in lines]
    found = loaded(log(record("git", 1, response=listed(1, "a")), *told))
    assert [source.name for source in found.catalog.sources] == ["git"]
    assert unknown(found) == [f"-: mail: it {why}"]


def test_a_server_that_is_never_introduced_is_no_trouble_of_the_one_before() -> None:
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "1"}}
    found = loaded(log(hello, introduced("git"), hello, introduced("mail"), listed(1, "a")))
    assert unknown(found) == ["-: git: it was not asked for its tools"]


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        ([], "did not answer"),
        ([{"jsonrpc": "2.0", "id": 2, "error": {"code": 1}}], "answered with an error"),
    ],
)
def test_the_next_page_that_did_not_come_is_said(answer: list[Any], trouble: str) -> None:
    first = (asked(1), listed(1, "a", more="x"), asked(2, "x"))
    found = loaded(log(*first, *answer))
    assert found.catalog.sources[0].incomplete
    assert found.files[0].warnings[1] == f"/1: asked for its next page, the server {trouble}"
