"""Files of queries: plain lines, JSON lines, and what is neither."""

from __future__ import annotations

import pytest

from toolsearch_cli.analysis.query_file import parse_queries
from toolsearch_cli.errors import InputError


def test_plain_lines_and_json_lines_may_stand_together() -> None:
    text = 'create issue\r\n\n{"query": "list\\nfiles", "expected": "x/y"}\n"quoted"\n'
    assert parse_queries(text, "q.txt") == ("create issue", "list\nfiles", '"quoted"')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "q.txt: holds no queries"),
        (" \n\n", "q.txt: holds no queries"),
        ('a\n{"query": ', "q.txt: line 2: not JSON"),
        ('{"question": "a"}', 'q.txt: line 1: has no "query"'),
        ('{"query": 5}', 'q.txt: line 1: has no "query"'),
        ('{"query": " "}', 'q.txt: line 1: has no "query"'),
        ("{" * 100_000, "q.txt: line 1: not JSON"),
    ],
)
def test_what_is_no_query_is_refused_by_its_line(text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        parse_queries(text, "q.txt")
    assert error.value.message == says
