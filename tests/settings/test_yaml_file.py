"""Settings files: plain YAML, of a size that a settings file has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from toolsearch_cli.errors import SettingsError
from toolsearch_cli.settings.yaml_file import MAX_BYTES, load_yaml_file, load_yaml_text

if TYPE_CHECKING:
    from pathlib import Path

BOMB = "\n".join(
    [
        "a: &a [x, x, x, x, x, x, x, x, x]",
        *(
            f"{n}: &{n} [{', '.join([f'*{m}'] * 9)}]"
            for m, n in zip("abcdef", "bcdefg", strict=True)
        ),
    ]
)


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"", None),
        (b"# nothing\n", None),
        (b"\xef\xbb\xbfhost: hermes\n", {"host": "hermes"}),
        (b"a: &x [1]\nb: *x\n", {"a": [1], "b": [1]}),
    ],
)
def test_a_file_is_read(data: bytes, value: object, tmp_path: Path) -> None:
    path = tmp_path / "toolsearch.yaml"
    path.write_bytes(data)
    assert load_yaml_file(path) == value


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfea\x00", "not UTF-8 at byte 0"),
        (b"a: [", "not YAML"),
        (b"a: 1\n---\nb: 2\n", "not YAML"),
        (b"a: !!python/object/apply:os.system [ls]", "not YAML"),
        (b"[" * 5_000, "nested too deeply"),
        (b"# " + b"x" * MAX_BYTES, "larger than 1 MiB"),
        (BOMB.encode(), "aliases expand to more than 100,000 values"),
        (b"a: &a [*a]", "aliases expand"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "toolsearch.yaml"
    path.write_bytes(data)
    with pytest.raises(SettingsError, match=reason) as caught:
        load_yaml_file(path)
    assert caught.value.message.startswith(f"{path}: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"absent\.yaml: No such file"):
        load_yaml_file(tmp_path / "absent.yaml")


def test_text_is_named_by_its_place() -> None:
    with pytest.raises(SettingsError, match=r"^--set: not YAML"):
        load_yaml_text("{", "--set")
