"""The collector is paused for a piece of work, and left as it was."""

from __future__ import annotations

import gc

import pytest

from toolsearch_cli.catalog.collector import collector_paused


def test_it_runs_again_afterwards_whatever_happened() -> None:
    assert gc.isenabled()
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled(), "the inner pause does not end the outer one"
    assert gc.isenabled()
    with pytest.raises(ValueError, match="halfway"), collector_paused():
        raise ValueError("halfway")
    assert gc.isenabled()


def test_it_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_only_what_was_made_in_great_number_is_set_aside() -> None:
    gc.unfreeze()
    try:
        with collector_paused():
            few: list[list[int]] = [[] for _ in range(10)]
        assert not gc.get_freeze_count()
        with collector_paused():
            many: list[list[int]] = [[] for _ in range(20_000)]
        assert gc.get_freeze_count() >= len(many) > len(few)
    finally:
        gc.unfreeze()
