"""What cannot be a catalog is refused in one line that says where, by file and by pipe."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.process.bad_files import (
    ALIASED,
    BOM,
    EMPTY,
    NESTED,
    NULS,
    REPEATED,
    TOO_LARGE,
    TRUNCATED,
    UTF16,
    WHOLE,
    WITH_BOM,
    WRONG_TYPE,
    Bad,
    bomb,
)
from tests.process.client_configs import NO_TOOLS
from tests.process.program import Ran, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KINDS = (
    TRUNCATED,
    WRONG_TYPE,
    WITH_BOM,
    UTF16,
    NESTED,
    ALIASED,
    TOO_LARGE,
    NULS,
    REPEATED,
    EMPTY,
    NO_TOOLS,
)
CASES = [bad for kind in KINDS for bad in kind]
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("tiers",),
    ("query", "x"),
    ("manifest",),
    ("check", "--max-tools", "5"),
    ("diff", "old.json"),
)
MORE = os.environ.get("TOOLSEARCH_EVERY_BAD_INPUT") == "1"
"""Whether every file goes through every command, by file and by pipe: minutes, not seconds."""


def crossed() -> list[tuple[Bad, tuple[str, ...], str]]:
    """Return file, command, and how the file comes: by `name` or by `pipe`.

    Every file goes to `tiers` by name and to one of the commands by pipe; the first of each kind
    goes to every command by name.
    """
    if MORE:
        found = [(bad, each, way) for bad in CASES for each in COMMANDS for way in ("name", "pipe")]
    else:
        found = [(bad, COMMANDS[0], "name") for bad in CASES]
        found += [
            (bad, each, "pipe") for kind in KINDS for bad, each in zip(kind, COMMANDS, strict=False)
        ]
        found += [(kind[0], each, "name") for kind in KINDS for each in COMMANDS[1:]]
    return [one for one in found if one[2] == "name" or not one[0].name.endswith(".toml")]


def case_id(case: object) -> str:
    if isinstance(case, Bad):
        return f"{case.kind} {CASES.index(case)}"
    return str(case[0]) if isinstance(case, tuple) else str(case)


def refusal(ran: Ran, file: str) -> str:
    """What the one line of a refusal says after the file's name."""
    assert (ran.code, ran.out) == (2, b""), ran
    first, *hints = ran.said
    assert first.startswith(f"toolsearch: error: {file}: "), ran.said
    assert all(line.startswith("hint: ") for line in hints), ran.said
    return first.removeprefix(f"toolsearch: error: {file}: ")


def written_to(folder: Path, bad: Bad) -> Path:
    """Write the bad file beside a good one to compare it with."""
    (folder / "old.json").write_bytes(WHOLE)
    path = folder / bad.name
    path.write_bytes(bad.data)
    if bad.zeros:
        with path.open("ab") as stream:
            stream.truncate(len(bad.data) + bad.zeros)
    return path


@pytest.mark.parametrize(("bad", "command", "way"), crossed(), ids=case_id)
def test_a_bad_file_is_refused_in_one_line(
    bad: Bad, command: tuple[str, ...], way: str, tmp_path: Path
) -> None:
    path = written_to(tmp_path, bad)
    name = "-" if way == "pipe" else bad.name
    with path.open("rb") as stream:
        piped = stream if way == "pipe" else None
        ran = run(*command, "-c", name, *bad.words, stream=piped, folder=tmp_path)
    assert refusal(ran, name).startswith(bad.says)
    if bad.secrets:
        assert_captures(ran, name, bad.secrets)


@pytest.mark.parametrize("bad", [kind[0] for kind in KINDS], ids=case_id)
def test_a_bad_file_is_refused_as_the_old_catalog_and_as_a_baseline(
    bad: Bad, tmp_path: Path
) -> None:
    name = written_to(tmp_path, bad).name
    for words in (
        ("diff", name, "old.json"),
        ("check", "old.json", "--baseline", name, "--max-growth", "5"),
    ):
        assert refusal(run(*words, *bad.words, folder=tmp_path), name).startswith(bad.says)


def assert_captures(ran: Ran, name: str, secrets: tuple[str, ...]) -> None:
    """A client config is answered with the line that captures its servers, without a secret."""
    assert f"hint: capture their tools: toolsearch capture {name} -o tools.json" in ran.said
    for secret in secrets:
        assert secret.encode() not in ran.err


def test_a_good_file_may_start_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(BOM + WHOLE)
    by_name = run("tiers", "good.json", folder=tmp_path)
    by_pipe = run("tiers", "-", given=BOM + WHOLE)
    assert (by_name.code, by_name.err) == (by_pipe.code, by_pipe.err) == (0, b"")
    assert b"git" in by_name.out
    assert by_name.out == by_pipe.out


def test_inside_a_schema_the_last_of_two_keys_counts_with_a_warning(tmp_path: Path) -> None:
    text = b'{"tools": [{"name": "a", "inputSchema": {"title": "x", "title": "y"}}]}'
    ran = run("tiers", "-", "--json", given=text)
    assert ran.code == 0
    (line,) = ran.said
    assert line.startswith("toolsearch: warning: -: /tools/0/inputSchema: ")
    assert line.endswith('the key "title" is repeated: its last value counts')


def no_catalogs(folder: Path) -> dict[str, str]:
    """Make folders without catalogs; return what is said of each."""
    for name in ("empty", "prose", "hidden/.git", "packages"):
        (folder / name).mkdir(parents=True)
    (folder / "prose" / "notes.txt").write_text("tools", encoding="utf-8")
    (folder / "hidden" / ".git" / "x.json").write_bytes(WHOLE)
    for name in ("package.json", "tsconfig.json"):
        (folder / "packages" / name).write_text('{"name": "x"}', encoding="utf-8")
    return {
        "empty": "the folder holds no catalogs (",
        "prose": "the folder holds no catalogs (",
        "hidden": "the folder holds no catalogs (",
        "packages": "none of the 2 files of this folder holds tools",
    }


def unreadable(folder: Path) -> dict[str, str]:
    """Make what cannot be read, also by root; return what is said of each."""
    (folder / "dangling.json").symlink_to(folder / "gone.json")
    (folder / "loop.json").symlink_to(folder / "loop.json")
    os.mkfifo(folder / "pipe.json")
    (folder / "folder.json").mkdir()
    (folder / "file.json").write_bytes(WHOLE)
    return {
        "dangling.json": "cannot be read: No such file or directory",
        "loop.json": "cannot be read: Too many levels of symbolic links",
        "pipe.json": "not a regular file",
        "folder.json": "the folder holds no catalogs (",
        "missing.json": "there is no such file or folder",
        "file.json/x.json": "there is no such file or folder",
        "*.jsonl": "there is no such file or folder",
        "x" * 300: "there is no such file or folder",
        "/dev/null": "not a regular file",
    }


@pytest.mark.parametrize("made", [no_catalogs, unreadable])
def test_a_place_without_a_catalog_is_named(
    made: Callable[[Path], dict[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "old.json").write_bytes(WHOLE)
    for at, (name, says) in enumerate(made(tmp_path).items()):
        command = COMMANDS[at % len(COMMANDS)]
        assert refusal(run(*command, "-c", name, folder=tmp_path), name).startswith(says)


SETTINGS = {
    b"tools: [": "not YAML: ",
    b"tools: {tool_search: " + b"[" * 3_000: "nested too deeply",
    bomb("[x]", "{alias}", "tools: {tool_search: {listing: *l9}}"): "aliases expand to more than",
    b"a: &a [" + b"x, " * 99 + b"x]\nb: [" + b"*a, " * 999 + b"*a]": "aliases expand to more than",
    b"x" * 1_048_577: "larger than 1 MiB",
    b"\xff\xfet\0": "not UTF-8 at byte 0",
    b"- 5": "expected a mapping",
}


@pytest.mark.parametrize(("data", "says"), SETTINGS.items(), ids=range(len(SETTINGS)))
def test_a_bad_settings_file_is_refused_in_one_line(data: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(WHOLE)
    (tmp_path / "config.yaml").write_bytes(data)
    ran = run("tiers", "good.json", "--config", "config.yaml", folder=tmp_path)
    assert refusal(ran, "config.yaml").startswith(says)


def test_a_name_with_a_line_break_begins_no_hint_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"name": "x\\nrun: evil", "tools": [{"name": "a"}]}', encoding="utf-8")
    ran = run("tiers", str(path), "--only", "nope")
    assert ran.code == 2
    assert [line for line in ran.said if line.startswith("hint:")] == [
        r"hint: sources: x\nrun: evil"
    ]


def test_a_gate_does_not_pass_where_a_server_did_not_answer(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        '{"mode": "list", "servers": [{"name": "up", "status": "ok", "tools": [{"name": "a"}]},'
        ' {"name": "dead", "status": "offline"}]}',
        encoding="utf-8",
    )
    ran = run("check", str(path), "--max-tools", "5")
    assert (ran.code, ran.out) == (2, b"")
    assert "not everything was measured" in ran.said[-2]
    assert run("check", str(path), "--max-tools", "0").code == 1
