"""What of a tool's schema a call is held to before it is made, release by release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.calls import Reply

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments, ErrorKind
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.releases import CallRules

_ROOT: Final = "arguments"
_HINT: Final = "Call it again with arguments that fit these parameters."


def refused(definition: Definition, arguments: Arguments, rules: CallRules) -> Reply | None:
    """Return the error of a call that does not fit the tool's schema; `None`: it is made."""
    if rules.checks == "nothing":
        return None
    missing = _missing(definition.parameters, arguments)
    if missing:
        text = f"{definition.name} was not called: it needs {', '.join(missing)}"
        place = {"path": _ROOT, "constraint": "required"} if rules.checks == "schema" else {}
        return Reply(result=_told(text, place, definition), error="missing_required")
    return _against_schema(definition, arguments) if rules.checks == "schema" else None


def _missing(parameters: Json, arguments: Arguments) -> list[str]:
    """Return the required arguments that are not there; a null is there."""
    required = parameters.get("required") if isinstance(parameters, dict) else None
    if not isinstance(required, list):
        return []
    return [name for name in required if isinstance(name, str) and name not in arguments]


def _against_schema(definition: Definition, arguments: Arguments) -> Reply | None:
    from toolsearch_cli.hosts.json_schema import violation, with_nulls

    found = violation(arguments, with_nulls(definition.parameters))
    if found is None:
        return None
    place = found.place(_ROOT)
    text = f"{definition.name} was not called: {place}: {found.message}"
    told = _told(text, {"path": place, "constraint": found.constraint}, definition)
    kind: ErrorKind = "missing_required" if found.constraint == "required" else "wrong_type"
    return Reply(result=told, error=kind)


def _told(text: str, place: dict[str, str], definition: Definition) -> dict[str, Json]:
    return {"error": text, **place, "parameters": definition.parameters, "hint": _HINT}
