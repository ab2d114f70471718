"""Exact counts equal tiktoken's own, need no network, and no text makes them fail."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from importlib import import_module
from typing import cast

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.catalog.samples import sample_files
from toolsearch_cli.errors import UsageError
from toolsearch_cli.tokens import vocabulary
from toolsearch_cli.tokens.bpe import ENCODINGS, EncodingName, count, count_many
from toolsearch_cli.tokens.chars4 import compact


@cache
def reference(name: str) -> tiktoken.Encoding:
    """tiktoken's own encoding, with the ranks that test_vocabulary.py proves to be its ranks."""
    openai_public = import_module("tiktoken_ext.openai_public")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: vocabulary.load(name))
        return tiktoken.Encoding(**openai_public.ENCODING_CONSTRUCTORS[name]())


def expected(text: str, name: str) -> int:
    return len(reference(name).encode(text, disallowed_special=()))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("hello world", 2), ("tiktoken is great!", 6), ("<|endoftext|>", 7)],
)
@pytest.mark.parametrize("name", ENCODINGS)
def test_well_known_counts(text: str, tokens: int, name: EncodingName) -> None:
    assert count(text, name) == tokens


def test_o200k_is_the_default() -> None:
    text = "Überraschung: 日本語のツール"
    assert count(text) == count(text, "o200k_base") != count(text, "cl100k_base")


@pytest.mark.parametrize("name", ENCODINGS)
def test_real_tools_are_counted_as_tiktoken_counts_them(name: EncodingName) -> None:
    texts = [
        compact(tool)
        for _, path in sample_files("everyday")
        for tool in json.loads(path.read_bytes())["tools"]
    ]
    assert count_many(texts, name) == tuple(expected(text, name) for text in texts)


@pytest.mark.parametrize("name", ENCODINGS)
@given(text=st.text())
def test_any_text_is_counted_as_tiktoken_counts_it(name: EncodingName, text: str) -> None:
    assert count(text, name) == expected(text, name)


@pytest.mark.parametrize("name", ENCODINGS)
@given(words=st.lists(st.sampled_from(["'S", "'ll", "\r\n", " ", "\t", "A", "bc", "7", "/", "é"])))
def test_what_the_patterns_treat_apart_is_counted_as_tiktoken_counts_it(
    name: EncodingName, words: list[str]
) -> None:
    text = "".join(words)
    assert count(text, name) == expected(text, name)


@pytest.mark.parametrize("name", ENCODINGS)
def test_special_tokens_in_a_text_are_plain_text(name: EncodingName) -> None:
    for token in reference(name).special_tokens_set:
        assert count(token, name) == expected(token, name) > 1


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udc00\ud800", "x" * 10 + "\udbff"])
@pytest.mark.parametrize("name", ENCODINGS)
def test_a_lone_surrogate_counts_as_the_replacement_character(
    text: str, name: EncodingName
) -> None:
    replaced = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    assert count(text, name) == count(replaced, name)


@pytest.mark.parametrize("around", ["{}", "word{}", "{}word", "one{}two", "{}\nthree"])
@pytest.mark.parametrize("blanks", [2**17 - 1, 2**17, 2**17 + 1, 2**17 + 2, 3 * 2**17 + 77])
@pytest.mark.parametrize("name", ENCODINGS)
def test_cutting_a_long_run_of_blanks_does_not_change_the_count(
    around: str, blanks: int, name: EncodingName
) -> None:
    text = around.format(" " * blanks)
    assert count(text, name) == expected(text, name)


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", " \t", "\x1f", "\n"])
def test_a_run_of_blanks_that_stops_tiktoken_is_counted(blank: str) -> None:
    assert count(f"before{blank * 1_200_000}after") > 1000


def test_many_texts_are_counted_in_their_order() -> None:
    assert count_many(iter(["hello world", "", "hello"])) == (2, 0, 1)


def test_an_unknown_encoding_is_refused_and_the_known_ones_are_listed() -> None:
    with pytest.raises(UsageError, match="'p50k_base'") as caught:
        count("text", cast("EncodingName", "p50k_base"))
    assert caught.value.hint is not None
    for name in ENCODINGS:
        assert name in caught.value.hint


def test_counting_opens_no_connection_and_reads_no_cache() -> None:
    program = """
import socket, sys
def refuse(*_): raise AssertionError("a connection was tried")
socket.socket.connect = refuse
sys.addaudithook(lambda event, args: event == "open" and opened.append(str(args[0])))
opened = []
from toolsearch_cli.tokens.bpe import count
print(count("hello world"))
assert not {"requests", "urllib3", "tiktoken.registry.plugins"} & set(sys.modules)
assert not [name for name in opened if "data-gym-cache" in name]
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "2\n", "")


def test_importing_the_counter_does_not_import_tiktoken() -> None:
    program = "import sys, toolsearch_cli.tokens.bpe; sys.exit('tiktoken' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
