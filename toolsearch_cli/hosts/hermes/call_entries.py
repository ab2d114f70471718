"""What a model's arguments for `tool_search`, `tool_describe` and `tool_call` say, or fail to.

Each error comes in the order in which the releases look for it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.hosts.calls import Reply
from toolsearch_cli.hosts.hermes.naming import BRIDGE_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments, ErrorKind
    from toolsearch_cli.hosts.hermes.releases import CallRules


class Entry(NamedTuple):
    """One tool to be called, as the model names it."""

    name: str
    arguments: Arguments


def error(kind: ErrorKind, text: str) -> Reply:
    """Return the host's error as it gives it to the model."""
    return Reply(result={"error": text}, error=kind)


def texts_of(arguments: Mapping[str, Json], key: str, *, several: bool) -> tuple[str, ...]:
    """Return the texts that the model sent under `key`, without the blank ones.

    Where a release takes one, anything is text; where it takes several, a text alone is one.
    """
    sent = arguments.get(key)
    if not several:
        return _filled([sent])
    if isinstance(sent, str):
        return _filled([sent])
    return _filled(sent) if isinstance(sent, list) else ()


def _filled(sent: list[Json]) -> tuple[str, ...]:
    return tuple(text for one in sent if (text := _text(one)))


def _text(sent: Json) -> str:
    return str(sent or "").strip()


def entry_of(arguments: Mapping[str, Json], rules: CallRules) -> Entry | Reply:
    """Return the one tool that is to be called, or the error that keeps it from being looked up."""
    if not rules.several:
        return _entry(arguments, rules, "tool_call")
    calls = _calls(arguments)
    if isinstance(calls, Reply):
        return calls
    entries: list[Entry] = []
    for position, one in enumerate(calls):
        where = f"calls[{position}]"
        if not isinstance(one, dict):
            return error("not_an_object", f"{where} must be an object with name and arguments")
        entry = _entry(one, rules, where)
        if isinstance(entry, Reply):
            return entry
        entries.append(entry)
    if len(entries) > 1:
        return error(
            "several_local", f"call one tool at a time: {len(entries)} were sent, none was called"
        )
    return entries[0]


def _calls(arguments: Mapping[str, Json]) -> list[Json] | Reply:
    sent = arguments.get("calls")
    if sent is None:
        if not _text(arguments.get("name")):
            return error("no_calls", "calls is required: an array of {name, arguments}")
        return [{"name": arguments.get("name"), "arguments": arguments.get("arguments")}]
    if isinstance(sent, str):
        try:
            sent = json.loads(sent)
        except ValueError:
            return error("bad_json", "calls is not valid JSON")
    if isinstance(sent, dict):
        return [sent]
    if not isinstance(sent, list) or not sent:
        return error("no_calls", "calls must be an array of {name, arguments} that is not empty")
    return sent


def _entry(sent: Mapping[str, Json], rules: CallRules, where: str) -> Entry | Reply:
    name = _text(sent.get("name"))
    if not name:
        return error("no_name", f"{where}: name is required")
    if name in BRIDGE_NAMES:
        return error("bridge_name", f"{name} cannot be called through tool_call")
    given = sent.get("arguments")
    if given is None or (rules.blank_is_none and isinstance(given, str) and not given.strip()):
        given = {}
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return error("bad_json", f"{where}: arguments is not valid JSON")
    if not isinstance(given, dict):
        return error("not_an_object", f"{where}: arguments must be an object")
    return Entry(name, given)
