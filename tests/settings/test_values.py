"""One `KEY=VALUE` value is read as the host's YAML config would read it."""

from __future__ import annotations

import math

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.settings.values import setting_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-3", -3),
        ("7.5", 7.5),
        ("0x10", 16),
        ("010", 8),
        ("on", True),
        ("No", False),
        ("auto", "auto"),
        ("y", "y"),
        ("null", None),
        ("", None),
        ("[a, b]", ["a", "b"]),
        ("'7'", "7"),
        ("5%", "5%"),
        (".inf", math.inf),
    ],
)
def test_a_value_is_what_yaml_says(text: str, value: object) -> None:
    found = setting_value(text)
    assert (found, type(found)) == (value, type(value))


@given(st.from_regex(r"[-+]?[0-9A-Za-z_.]{1,8}", fullmatch=True))
def test_the_short_way_gives_what_the_parser_gives(text: str) -> None:
    """Whole numbers and words are read without importing YAML."""
    try:
        expected = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return
    found = setting_value(text)
    assert (repr(found), type(found)) == (repr(expected), type(expected))


@pytest.mark.parametrize("text", ["[", "{a", "'", "a: b: c"])
def test_what_is_no_yaml_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="--set: not YAML"):
        setting_value(text)
