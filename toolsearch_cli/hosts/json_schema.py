"""JSON Schema's own validation, through jsonschema: what a call's arguments are held to."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.errors import ExternalError
from toolsearch_cli.hosts.runaway import could_run_away
from toolsearch_cli.search.python_process import SECONDS, answer_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolsearch_cli.catalog.model import Json

_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
_LITERALS: Final = frozenset({"const", "default", "enum", "example", "examples"})
_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LONGEST: Final = 600

_ODD: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
    re.error,
)
"""What jsonschema trips over where a schema is none: a stranger's may be anything."""
_PROGRAM = """
import json, sys
sys.path[:], value, schema = json.load(sys.stdin)
from toolsearch_cli.hosts.json_schema import answer
answer(value, schema)
"""


class Violation(NamedTuple):
    """The constraint that a value breaks most plainly."""

    path: tuple[str | int, ...]
    """Keys and indices from the value down to what is wrong."""
    constraint: str
    """The schema's keyword: `type`, `enum`, ..."""
    message: str

    def place(self, root: str) -> str:
        """Return the path in words, `root` first: `arguments.to[0]`."""
        return root + "".join(map(_step, self.path))


def _step(key: str | int) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if _PLAIN.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"


def violation(value: Json, schema: Json, *, seconds: float = SECONDS) -> Violation | None:
    """Return what is wrong with a value; `None` where nothing is, or nobody can say.

    Nobody can say where the schema is none, or refers to another document: nothing is fetched;
    where it is too odd for jsonschema; or where it takes too long.

    Args:
        value: Any JSON.
        schema: As published; whatever it is, nothing is raised.
        seconds: Most time where it could run away, the start of a process included.
    """
    if not isinstance(schema, dict) or _refers_elsewhere(schema):
        return None
    if could_run_away(value, schema):
        return _found_elsewhere(value, schema, seconds)
    return _found(value, schema)


def _found(value: Json, schema: dict[str, Json]) -> Violation | None:
    from jsonschema.exceptions import SchemaError, best_match
    from jsonschema.validators import validator_for
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    nothing_else: Registry[bool | Mapping[str, object]] = Registry()
    try:
        kind = validator_for(schema)
        kind.check_schema(schema)
        found = best_match(kind(schema, registry=nothing_else).iter_errors(value))
    except (SchemaError, Unresolvable, *_ODD):
        return None
    if found is None:
        return None
    message = " ".join(str(found.message).split())
    short = message if len(message) <= _LONGEST else message[: _LONGEST - 1] + "…"
    return Violation(tuple(found.absolute_path), str(found.validator), short)


def _found_elsewhere(value: Json, schema: dict[str, Json], seconds: float) -> Violation | None:
    """Look in a process of its own, which can be ended."""
    try:
        found = answer_of(_PROGRAM, [list(sys.path), value, schema], seconds)
    except (TimeoutError, ExternalError, ValueError, RecursionError):  # also of writing JSON
        return None
    match found:
        case [[*path], str(constraint), str(message)]:
            steps = tuple(step for step in path if isinstance(step, (str, int)))
            return Violation(steps, constraint, message)
        case _:
            return None


def answer(value: Json, schema: dict[str, Json]) -> None:
    """Write the violation on stdout: the other process's part."""
    json.dump(_found(value, schema), sys.stdout)


def with_nulls(node: Json) -> Json:
    """Return a schema that says in JSON Schema's words what `nullable: true` means in OpenAPI's.

    As Hermes does it: every key `nullable` goes, a property of that name too.
    """
    if isinstance(node, list):
        return [with_nulls(one) for one in node]
    if not isinstance(node, dict):
        return node
    plain: dict[str, Json] = {
        key: value if key in _LITERALS else with_nulls(value)
        for key, value in node.items()
        if key != "nullable"
    }
    if node.get("nullable") is not True:
        return plain
    kinds = plain.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(kinds, list):
        plain["type"] = kinds if "null" in kinds else [*kinds, "null"]
        return plain
    return {"anyOf": [plain, {"type": "null"}]}


def _refers_elsewhere(node: Json) -> bool:
    if isinstance(node, list):
        return any(map(_refers_elsewhere, node))
    if not isinstance(node, dict):
        return False
    return any(map(_is_elsewhere, map(node.get, _REFERENCES))) or any(
        map(_refers_elsewhere, _below(node))
    )


def _below(node: dict[str, Json]) -> Iterable[Json]:
    return (value for key, value in node.items() if key not in _LITERALS)


def _is_elsewhere(reference: Json) -> bool:
    return isinstance(reference, str) and not reference.startswith("#")
