"""`tools.tool_search` as the host parses it: aliases, clamps, bad values, what it never reads."""

from __future__ import annotations

import math

import pytest

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.hosts.hermes.releases import release_named
from toolsearch_cli.hosts.hermes.settings import HermesSettings, parse

SEED = release_named("hermes")
GATE = release_named("hermes@0.19")
LATEST = release_named("hermes@0.22")


def parsed(raw: object) -> HermesSettings:
    return parse(raw, SEED)[0]


@pytest.mark.parametrize(
    ("value", "switch"),
    [
        (True, "on"),
        (1, "on"),
        ("yes", "on"),
        (" TRUE ", "on"),
        ("on", "on"),
        (False, "off"),
        (0, "off"),
        ("no", "off"),
        ("off", "off"),
        ("auto", "auto"),
        (None, "auto"),
        (1.0, "auto"),
        (2, "auto"),
        ("enabled", "auto"),
        ([], "auto"),
    ],
)
@pytest.mark.parametrize("key", ["enabled", "listing"])
def test_switches_have_aliases_and_anything_else_is_auto(
    key: str, value: object, switch: str
) -> None:
    assert getattr(parsed({key: value}), key) == switch


@pytest.mark.parametrize(
    ("value", "percent"),
    [
        (5, 5.0),
        ("7.5", 7.5),
        ("5%", 5.0),
        (True, 1.0),
        (None, 5.0),
        ([], 5.0),
        (-1, 0.0),
        (101, 100.0),
        (math.inf, 100.0),
        (math.nan, 100.0),
        ("1_0", 10.0),
        (" 1e1 ", 10.0),
    ],
)
def test_a_share_is_a_float_within_0_and_100(value: object, percent: float) -> None:
    assert parsed({"threshold_pct": value}).threshold_pct == percent


@pytest.mark.parametrize(
    ("value", "limit"),
    [(7.9, 7), ("12", 12), (" 12 ", 12), ("7.9", 20), (True, 1), (0, 1), (99, 50), (math.nan, 20)],
)
def test_a_limit_is_an_int_within_1_and_50(value: object, limit: int) -> None:
    assert parsed({"max_search_limit": value}).max_search_limit == limit


def test_the_default_limit_stays_under_the_clamped_most() -> None:
    assert parsed({"max_search_limit": 3}).search_default_limit == 3
    assert parsed({"max_search_limit": 3, "search_default_limit": 9}).search_default_limit == 3


@pytest.mark.parametrize(("value", "cap"), [(199, 200), (60_001, 60_000), ("٤٠٠", 400)])
def test_a_cap_is_clamped(value: object, cap: int) -> None:
    assert parsed({"listing_max_tokens": value}).listing_max_tokens == cap


@pytest.mark.parametrize("raw", [True, None, "off", ["off"], 3])
def test_only_a_mapping_and_false_are_read(raw: object) -> None:
    assert parsed(raw) == parsed({})
    assert parsed(False).enabled == "off"


def test_an_infinite_whole_number_throws_every_setting_away() -> None:
    settings, notes = parse({"enabled": "off", "listing_max_tokens": math.inf}, SEED)
    assert settings == parsed({})
    assert "infinite" in str(notes[0])


def test_a_key_that_a_release_does_not_know_is_never_read() -> None:
    raw = {"enabled": "on", "listing_max_tokens": math.inf}
    settings, notes = parse(raw, GATE)
    assert settings.enabled == "on"
    assert [note.key for note in notes] == ["listing_max_tokens"]


def test_deferred_core_names_replace_the_default_list() -> None:
    assert parse({}, LATEST)[0].defer == LATEST.default_defer
    assert parse({"defer": [" todo_list ", "", 5]}, LATEST)[0].defer == {"todo_list", "5"}
    assert parse({"defer": []}, LATEST)[0].defer == frozenset()
    assert parse({"defer": "todo_list"}, LATEST)[0].defer == LATEST.default_defer
    assert parse({"defer": ["terminal"]}, SEED)[0].defer == frozenset()


def test_what_is_not_taken_as_written_is_said_with_a_suggestion() -> None:
    _, notes = parse({"treshold_pct": 3, "listing_max_tokens": 90_000}, SEED)
    said = " | ".join(map(str, notes))
    assert "did you mean threshold_pct" in said
    assert "90000 is taken as 60000" in said
    assert parse({"threshold_pct": 5, "listing": "on"}, SEED)[1] == ()


def test_names_are_spelled_in_one_of_two_ways() -> None:
    assert parse({}, SEED, "single")[0].naming == "single"
    with pytest.raises(SettingsError, match="double, single"):
        parse({}, SEED, "triple")


def test_the_budget_truncates_and_an_unknown_context_counts_10000() -> None:
    settings = parsed({"threshold_pct": 0.5, "listing_max_tokens": 4_000})
    assert settings.budget(64_000) == 320
    assert settings.budget(199) == 0
    assert settings.budget(None) == settings.budget(0) == settings.budget(-5) == 4_000
    assert parsed({}).budget(None) == 10_000
