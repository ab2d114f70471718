"""What comes of a call in a session: the bridge's three tools, and tools that are not deferred."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from toolsearch_cli.hosts.calls import Dispatch, Reply
from toolsearch_cli.hosts.hermes.argument_repair import repaired
from toolsearch_cli.hosts.hermes.call_checks import refused
from toolsearch_cli.hosts.hermes.call_entries import entry_of, error, texts_of
from toolsearch_cli.hosts.hermes.registration import held_schema
from toolsearch_cli.hosts.hermes.results import NO_NAME, NO_QUERY, Session, describe_result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.hosts.calls import Arguments, Outcome
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.hermes.releases import Release


def queries_sent(arguments: Mapping[str, Json], release: Release) -> tuple[str, ...] | Reply:
    """Return what `tool_search` is asked for, or the error that it gives instead."""
    several = release.search.several_queries
    queries = texts_of(arguments, "queries" if several else "query", several=several)
    if not queries:
        return error("no_query", NO_QUERY)
    return _at_most(queries, release.search.max_queries, "queries")


def described(arguments: Mapping[str, Json], session: Session) -> Reply:
    """Return what `tool_describe` answers."""
    several = session.release.describe_many
    sent = texts_of(arguments, "names" if several else "name", several=several)
    names = tuple(dict.fromkeys(sent))
    if not names:
        return error("no_name", NO_NAME)
    most = session.release.max_describe if several else 1
    checked = _at_most(names, most, "names")
    if isinstance(checked, Reply):
        return checked
    result = describe_result(session, checked)
    if several or not _is_error(result):
        return Reply(result=result)
    elsewhere = session.would_defer(checked[0])
    return Reply(result=result, error="out_of_scope" if elsewhere else "not_deferrable")


def _at_most(sent: tuple[str, ...], most: int, what: str) -> tuple[str, ...] | Reply:
    if len(sent) > most:
        return error("too_many", f"too many {what}: {len(sent)} were sent, at most {most} may be")
    return sent


def _is_error(result: Json) -> bool:
    return isinstance(result, dict) and "error" in result


def called(arguments: Mapping[str, Json], session: Session) -> Outcome:
    """Return what `tool_call` comes to."""
    entry = entry_of(arguments, session.release.calls)
    if isinstance(entry, Reply):
        return entry
    definition = session.deferred.get(entry.name)
    if definition is None:
        return _not_reached(entry.name, session)
    schema = held_schema(definition, session.catalog, session.release)
    return refused(entry.name, schema, entry.arguments, session.release) or dispatch(
        definition, entry.arguments, session
    )


def dispatch(definition: Definition, arguments: Arguments, session: Session) -> Dispatch:
    """Return the call of a tool under its own name, with its arguments repaired."""
    schema = held_schema(definition, session.catalog, session.release)
    return Dispatch(
        name=definition.name,
        source=definition.source,
        tool=definition.tool.name,
        arguments={
            key: _as_written(value)
            for key, value in repaired(arguments, schema, session.release).items()
        },
    )


def _as_written(value: Json) -> Json:
    """Return a value as the MCP SDK writes it: null for a number that JSON has no words for."""
    if isinstance(value, list):
        return [_as_written(one) for one in value]
    if isinstance(value, dict):
        return {key: _as_written(one) for key, one in value.items()}
    return None if isinstance(value, float) and not isfinite(value) else value


def _not_reached(name: str, session: Session) -> Reply:
    """Say why `tool_call` does not reach a name."""
    if session.would_defer(name):
        return error("out_of_scope", f"{name} is not available in this session")
    if not session.release.calls.tells_names_apart:
        return error("not_deferrable", f"{name} is not a deferrable tool; call it directly")
    if session.goes_out_directly(name):
        return error("directly_listed", f"{name} is listed already; call it directly")
    return error("unknown_name", f"{name} is not a known tool; tool_search gives exact names")
