"""What users install: everything is in the wheel, and it works far from a checkout."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from tests.wheel import ROOT
from toolsearch_cli import __version__
from toolsearch_cli.catalog.samples import SAMPLES, sample_files, samples_folder

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wheel import Installed

MEGABYTE = 1_000_000


def python(installed: Installed, program: str, folder: Path) -> object:
    """Run `program` in `folder` and return the JSON value that it printed."""
    ran = installed.run("python", "-c", program, cwd=folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


@pytest.fixture
def contents(installed: Installed) -> set[str]:
    """Names of the files in the wheel."""
    with ZipFile(installed.wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_is_named_after_the_version_and_small(installed: Installed) -> None:
    assert installed.wheel.name == f"toolsearch_cli-{__version__}-py3-none-any.whl"
    assert installed.wheel.stat().st_size < 12 * MEGABYTE


def test_the_wheel_holds_every_sample_and_where_it_came_from(contents: set[str]) -> None:
    samples = {
        path.relative_to(samples_folder()).as_posix()
        for path in samples_folder().rglob("*")
        if path.is_file()
    }
    assert {f"toolsearch_cli/data/samples/{sample}" for sample in samples} <= contents
    assert "README.md" in samples


def test_the_wheel_holds_every_file_of_the_package(contents: set[str]) -> None:
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "toolsearch_cli").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert package <= contents


def test_the_wheel_holds_no_tests_and_nothing_beside_the_package(contents: set[str]) -> None:
    folders = {name.partition("/")[0] for name in contents}
    assert folders == {"toolsearch_cli", f"toolsearch_cli-{__version__}.dist-info"}


def test_the_installed_package_is_the_one_that_runs(installed: Installed, tmp_path: Path) -> None:
    program = "import json, toolsearch_cli; print(json.dumps(toolsearch_cli.__file__))"
    file = str(python(installed, program, tmp_path))
    assert file.startswith(str(installed.bin.parent))
    assert not file.startswith(str(ROOT))


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_found_and_read_from_another_folder(
    name: str, installed: Installed, tmp_path: Path
) -> None:
    program = f"""
import gzip, json
from toolsearch_cli.catalog.samples import sample_files
def read(path):
    raw = path.read_bytes()
    return json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
print(json.dumps([[name, len(read(path)["tools"])] for name, path in sample_files({name!r})]))
"""
    found = python(installed, program, tmp_path)
    assert isinstance(found, list)
    assert [display for display, _ in found] == [display for display, _ in sample_files(name)]
    assert all(tools > 0 for _, tools in found)


def test_exact_counts_need_nothing_but_the_wheel(installed: Installed, tmp_path: Path) -> None:
    program = """
import json, socket
def refuse(*_): raise AssertionError("a connection was tried")
socket.socket.connect = refuse
from toolsearch_cli.tokens.bpe import ENCODINGS, count
print(json.dumps([count("hello world", name) for name in ENCODINGS]))
"""
    assert python(installed, program, tmp_path) == [2, 2]


def test_the_command_is_installed(installed: Installed) -> None:
    assert (installed.bin / "toolsearch").is_file()
