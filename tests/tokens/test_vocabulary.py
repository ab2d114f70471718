"""The shipped vocabularies are the published ones, byte for byte, and a damaged one is noticed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import ExternalError
from toolsearch_cli.tokens import vocabulary
from toolsearch_cli.tokens.bpe import ENCODINGS

if TYPE_CHECKING:
    from pathlib import Path

SHIPPED = DIRECTORY / "vocabularies"


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_published_bytes_can_be_rebuilt(name: str) -> None:
    published = vocabulary.publish(vocabulary.load(name))
    assert sha256(published).hexdigest() == vocabulary.PUBLISHED_SHA256[name]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_module_run_on_the_published_bytes_makes_the_shipped_file(name: str) -> None:
    published = vocabulary.publish(vocabulary.load(name))
    made = subprocess.run(
        [sys.executable, "-m", "toolsearch_cli.tokens.vocabulary"],
        input=published,
        capture_output=True,
        check=True,
    )
    assert made.stdout == (SHIPPED / f"{name}.ranks").read_bytes()
    assert made.stderr == b""


@pytest.mark.parametrize(("name", "size"), [("o200k_base", 199_998), ("cl100k_base", 100_256)])
def test_ranks_are_numbered_without_a_gap(name: str, size: int) -> None:
    assert list(vocabulary.load(name).values()) == list(range(size))


def _published(tokens: list[bytes]) -> bytes:
    return b"".join(b"%b %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))


BYTES = [bytes((value,)) for value in range(256)]


def test_a_small_vocabulary_survives_packing() -> None:
    published = _published([*BYTES, b"ab", b"\n\n", b"\x00\x00"])
    assert vocabulary.publish(vocabulary.unpack(vocabulary.pack(published))) == published


@pytest.mark.parametrize(
    "published",
    [
        pytest.param(_published([*BYTES, b"a\xff"]), id="a token holds the byte between tokens"),
        pytest.param(_published([*BYTES[1:], b"ab", b"\0"]), id="a byte comes late"),
        pytest.param(_published([*BYTES, b"ab", b"ab"]), id="a token comes twice"),
        pytest.param(_published([*BYTES, b"ab"]) + b"YWM= 258\n", id="a rank is left out"),
    ],
)
def test_a_vocabulary_that_the_form_cannot_hold_is_refused(published: bytes) -> None:
    with pytest.raises(ValueError, match="cannot be packed"):
        vocabulary.pack(published)


def test_a_damaged_file_is_noticed_on_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(SHIPPED, tmp_path / "vocabularies")
    file = tmp_path / "vocabularies" / "cl100k_base.ranks"
    damaged = bytearray(file.read_bytes())
    damaged[1000] ^= 1
    file.write_bytes(damaged)
    monkeypatch.setattr(vocabulary, "DIRECTORY", tmp_path)
    with pytest.raises(ExternalError, match="damaged"):
        vocabulary.load("cl100k_base")
    assert vocabulary.load("o200k_base")


def test_a_missing_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "DIRECTORY", tmp_path)
    with pytest.raises(ExternalError, match=r"o200k_base\.ranks: No such file") as caught:
        vocabulary.load("o200k_base")
    assert caught.value.hint is not None


def test_the_licence_of_the_vocabularies_ships_with_them() -> None:
    assert "Copyright (c) 2022 OpenAI" in (SHIPPED / "LICENSE").read_text(encoding="utf-8")
