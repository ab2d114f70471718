"""What of a tool's schema a call is held to before it is made, release by release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.calls import Reply
from toolsearch_cli.hosts.hermes.argument_repair import repaired

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments, ErrorKind
    from toolsearch_cli.hosts.hermes.releases import Release

_ROOT: Final = "arguments"
_HINT: Final = "Call it again with arguments that fit these parameters."


def refused(name: str, schema: Json, arguments: Arguments, release: Release) -> Reply | None:
    """Return the error of a call that does not fit the tool's schema; `None`: it is made.

    Args:
        name: The tool's qualified name.
        schema: What the registry holds for it; the host holds calls to this, under whose names
            of properties, and not to what the model saw.
        arguments: As the model sent them. That something is missing is said of these, anything
            else of what the tool would get.
        release: What it checks.
    """
    checks = release.calls.checks
    if checks == "nothing" or not isinstance(schema, dict):
        return None
    missing = _missing(schema, arguments)
    if missing:
        text = f"{name} was not called: it needs {', '.join(missing)}"
        place = {"path": _ROOT, "constraint": "required"} if checks == "schema" else {}
        return Reply(result=_told(text, place, schema), error="missing_required")
    if checks != "schema":
        return None
    return _against_schema(name, schema, repaired(arguments, schema, release))


def _missing(schema: dict[str, Json], arguments: Arguments) -> list[str]:
    """Return the required arguments that are not there; a null is there."""
    required = schema.get("required")
    if not isinstance(required, list):
        return []
    return [name for name in required if isinstance(name, str) and name not in arguments]


def _against_schema(name: str, schema: Json, arguments: Arguments) -> Reply | None:
    from toolsearch_cli.hosts.json_schema import violation, with_nulls

    found = violation(arguments, with_nulls(schema))
    if found is None:
        return None
    place = found.place(_ROOT)
    text = f"{name} was not called: {place}: {found.message}"
    told = _told(text, {"path": place, "constraint": found.constraint}, schema)
    kind: ErrorKind = "missing_required" if found.constraint == "required" else "wrong_type"
    return Reply(result=told, error=kind)


def _told(text: str, place: dict[str, str], schema: Json) -> dict[str, Json]:
    return {"error": text, **place, "parameters": schema, "hint": _HINT}
