"""The house keeps its rules: imports point down, libraries have one door, files stay small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "toolsearch_cli"


@dataclass(frozen=True, slots=True)
class Door:
    """Where a third-party library may be imported."""

    places: tuple[str, ...]
    """Patterns of paths below `toolsearch_cli/`."""
    files: int | None = 1
    """At most so many importing files; `None` where a whole room is made of the library."""
    top_level: bool = False
    """Whether it may be imported as the file is, because the file is only imported where it is
    needed; otherwise only inside the function that needs it, so that `--help` stays instant."""


DOORS: Final = {
    "typer": Door(("__main__.py", "cli/*"), files=None, top_level=True),
    "rich": Door(("cli/*", "reports/*"), files=2, top_level=True),
    "textual": Door(("tui/*",), files=None, top_level=True),
    "yaml": Door(("catalog/yaml_text.py", "settings/yaml_file.py"), files=2),
    "tiktoken": Door(("tokens/bpe.py",)),
    "rank_bm25": Door(("search/okapi.py",), top_level=True),
    "pydantic_core": Door(("search/rust_regex.py",)),
    "regex": Door(("search/tokenizers.py",)),
    "text_unidecode": Door(("search/transliteration.py",)),
    "anyascii": Door(("search/transliteration.py",)),
    "snowballstemmer": Door(("search/words.py",)),
    "jsonschema": Door(("hosts/json_schema.py",)),
    "referencing": Door(("hosts/json_schema.py",)),
    "numpy": Door(("search/vectors.py", "search/array_matching.py"), files=2),
    "prompt_toolkit": Door(("cli/*",), files=2),
    "mcp": Door(("bridge/*", "live/*"), files=None, top_level=True),
    "httpx2": Door(("live/web.py",), top_level=True),
    "anyio": Door(("bridge/*", "live/*"), files=None, top_level=True),
    "starlette": Door(("bridge/http.py", "bridge/arrival.py"), files=2, top_level=True),
    "uvicorn": Door(("bridge/http.py", "bridge/arrival.py"), files=2, top_level=True),
    "h11": Door(("bridge/arrival.py",), top_level=True),
    "aiohttp": Door(("tui/web.py",)),
    "textual_serve": Door(("tui/web.py",)),
}
"""Closed: a library that is not here is imported nowhere."""

LONGEST_FILE: Final = 300
LONGEST_BODY: Final = 45
EMPTY_WORDS: Final = {"util", "utils", "helper", "helpers", "manager", "managers"}

# Written apart, so that this file does not break the rule that it states.
SILENCED: Final = re.compile("# " + "noqa|# type: " + "ignore|# pragma: no " + "cover")


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes(), filename=str(path))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True, slots=True)
class Import:
    """One import of a third-party library."""

    library: str
    file: str
    """Path below `toolsearch_cli/`."""
    line: int
    top_level: bool
    """True when it happens as the file is imported."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.library}"


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
        yield node.module


def _is_type_checking(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def _walk(node: ast.AST, *, top_level: bool) -> Iterator[tuple[str, int, bool]]:
    """Yield module, line and whether importing the file runs it, for every import below `node`."""
    for child in ast.iter_child_nodes(node):
        for module in _imported(child):
            yield module, child.lineno if isinstance(child, ast.stmt) else 0, top_level
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        runs = top_level and not later and not _is_type_checking(child)
        yield from _walk(child, top_level=runs)


def third_party_imports() -> Iterator[Import]:
    ours = {PACKAGE.name, "__future__", *sys.stdlib_module_names}
    for path in sources(PACKAGE.name):
        for module, line, top_level in _walk(parsed(path), top_level=True):
            library = module.partition(".")[0]
            if library not in ours:
                yield Import(library, path.relative_to(PACKAGE).as_posix(), line, top_level)


IMPORTS: Final = tuple(third_party_imports())


def test_imports_only_point_down_the_layers() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_walk_tells_what_runs_on_import_from_what_waits() -> None:
    program = """
import a
if TYPE_CHECKING:
    import b
try:
    from c.d import e
except ImportError:
    pass
def f():
    import g
class H:
    import i
    def j(self):
        from k import l
"""
    found = {
        module: top_level for module, _, top_level in _walk(ast.parse(program), top_level=True)
    }
    assert found == {"a": True, "b": False, "c.d": True, "g": False, "i": True, "k": False}


def test_no_library_is_used_that_has_no_door() -> None:
    assert [str(used) for used in IMPORTS if used.library not in DOORS] == []


@pytest.mark.parametrize("library", DOORS)
def test_a_library_is_imported_only_through_its_door(library: str) -> None:
    door = DOORS[library]
    uses = [used for used in IMPORTS if used.library == library]
    outside = [
        str(used) for used in uses if not any(fnmatch(used.file, place) for place in door.places)
    ]
    assert not outside, "\n".join(outside)
    files = sorted({used.file for used in uses})
    assert door.files is None or len(files) <= door.files, files


@pytest.mark.parametrize("library", [name for name, door in DOORS.items() if not door.top_level])
def test_a_heavy_library_waits_until_a_function_needs_it(library: str) -> None:
    assert [str(used) for used in IMPORTS if used.library == library and used.top_level] == []


def test_every_dependency_has_a_door_and_every_door_a_dependency() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    optional = [entry for name, extra in extras.items() if name != "dev" for entry in extra]
    entries = (*project["dependencies"], *optional)
    declared = {re.split(r"[^\w-]", entry)[0] for entry in entries}
    named = {
        {"yaml": "pyyaml"}.get(library, library.replace("_", "-"))
        for library in DOORS
        if library != "numpy"  # comes with rank-bm25
    }
    assert declared == named


def test_files_are_short_enough_to_be_read() -> None:
    lengths = {
        shown(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources("toolsearch_cli", "tests", "benchmarks")
    }
    assert {file: lines for file, lines in lengths.items() if lines > LONGEST_FILE} == {}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_functions_are_short_enough_to_be_understood() -> None:
    long = [
        f"{shown(path)}:{function.lineno} {function.name}: {body_lines(function)} lines"
        for path in sources("toolsearch_cli", "benchmarks")
        for function in functions(path)
        if body_lines(function) > LONGEST_BODY
    ]
    assert not long, "\n".join(long)


def test_no_name_says_nothing() -> None:
    empty = []
    for path in sources("toolsearch_cli", "tests", "benchmarks"):
        defined = [
            node.name
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        for name in (*path.relative_to(ROOT).with_suffix("").parts, *defined):
            words = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower().split("_")
            if EMPTY_WORDS & set(words):
                empty.append(f"{shown(path)}: {name}")
    assert not empty, "\n".join(empty)


def test_no_check_is_silenced() -> None:
    silenced = [
        f"{shown(path)}:{number}"
        for path in sources("toolsearch_cli", "tests", "benchmarks")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if SILENCED.search(line)
    ]
    assert not silenced, "\n".join(silenced)


def read_strings(path: Path) -> Iterator[ast.Constant]:
    """Strings that a program can use: all but docstrings."""
    tree = parsed(path)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node


def proofs(path: Path) -> set[int]:
    """The tests that hosts name as what earns them their fidelity; a test finds each of them."""
    return {
        id(node.value)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.keyword) and node.arg == "proof"
    }


def test_the_package_knows_nothing_of_its_tests() -> None:
    """The golden answers are for the tests to compare with, never for the program to read."""
    knowing = [
        f"{shown(path)}:{node.lineno}"
        for path in sources("toolsearch_cli")
        for node in read_strings(path)
        if id(node) not in proofs(path) and re.search(r"golden|\btests/", str(node.value))
    ]
    assert not knowing, "\n".join(knowing)
