"""The interactive prompt without its terminal: its state, its commands, what each line answers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.cli.answers import Answer, describe_answer, search_answer
from toolsearch_cli.cli.choices import OutputFormat
from toolsearch_cli.cli.inputs import only_scenario
from toolsearch_cli.cli.limits import sent_limit
from toolsearch_cli.errors import ToolsearchError, UsageError
from toolsearch_cli.hosts.names import HOST_NAMES
from toolsearch_cli.hosts.registry import host_named
from toolsearch_cli.settings.scenarios import ScenarioRequest, assignment, plan_scenarios
from toolsearch_cli.text import visible
from toolsearch_cli.views.numbers import context_name, counted
from toolsearch_cli.workbench import describe, known_names, search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.analysis.searching import Ranker
    from toolsearch_cli.catalog.model import Catalog
    from toolsearch_cli.hosts.protocol import Endpoints
    from toolsearch_cli.hosts.scenario import Scenario
    from toolsearch_cli.settings.project import Project

_OFFERED = 50
"""Most completions at once."""
_CONTEXTS = ("32k", "128k", "200k", "1M", "unknown")
_MARK = ":"


class PromptInputs(NamedTuple):
    """What stays the same while one asks."""

    catalog: Catalog
    project: Project
    format: OutputFormat
    ranker: Ranker = "host"
    endpoints: Endpoints | None = None
    """Whom a search may ask; `None`: nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptState:
    """What the commands change; each change gives a new one."""

    request: ScenarioRequest
    scenario: Scenario
    names: tuple[str, ...]
    """Every name that one may type, in alphabetical order."""
    limit: str | None = None
    explain: bool = False

    @property
    def standing(self) -> str:
        """Host and context, as the prompt shows them."""
        return f"{self.scenario.host} · {context_name(self.scenario.context)}"


class Reply(NamedTuple):
    """What a line gives."""

    state: PromptState
    answer: Answer | None = None
    lines: tuple[str, ...] = ()
    """Narration: what changed, what went wrong, help."""
    done: bool = False


class Command(NamedTuple):
    """One command of the prompt."""

    usage: str
    summary: str
    run: Callable[[PromptInputs, PromptState, str], Reply]


def opened(
    inputs: PromptInputs,
    request: ScenarioRequest,
    *,
    limit: str | None = None,
    explain: bool = False,
) -> Reply:
    """Return the state to begin with, and what to say of it.

    Raises:
        ToolsearchError: The scenario does not exist, or is more than one.
    """
    request = replace(request, several=False)
    plans = plan_scenarios(request, inputs.project)
    scenario = only_scenario(tuple(plan.scenario for plan in plans), "query")
    state = PromptState(
        request=request,
        scenario=scenario,
        names=known_names(inputs.catalog, scenario),
        limit=limit,
        explain=explain,
    )
    return Reply(state, lines=plans[0].warnings)


def respond(inputs: PromptInputs, state: PromptState, line: str) -> Reply:
    """Answer one line: a query, or a command after a colon. What goes wrong is said, not raised."""
    text = line.strip()
    if not text:
        return Reply(state)
    try:
        if text.startswith(_MARK):
            word, _, rest = text[len(_MARK) :].partition(" ")
            return _command(word).run(inputs, state, rest.strip())
        return _search(inputs, state, text)
    except ToolsearchError as error:
        hints = (f"hint: {error.hint}",) if error.hint else ()
        return Reply(state, lines=(f"error: {error.message}", *hints))


def _command(word: str) -> Command:
    """Find a command by its name or a beginning of it that no other shares."""
    found = [name for name in COMMANDS if name == word] or [
        name for name in COMMANDS if word and name.startswith(word)
    ]
    if len(found) == 1:
        return COMMANDS[found[0]]
    names = ", ".join(f":{name}" for name in found or COMMANDS)
    what = "is several commands" if found else "is no command"
    raise UsageError(f":{word} {what}", hint=f"there is {names}")


def _search(inputs: PromptInputs, state: PromptState, query: str) -> Reply:
    limit = sent_limit(state.limit)
    calls = search(inputs.catalog, state.scenario, [query], limit, inputs.ranker, inputs.endpoints)
    answer = search_answer(calls, inputs.format, explain=state.explain)
    return Reply(state, answer, tuple(one for call in calls for one in call.warnings))


def _replanned(inputs: PromptInputs, state: PromptState, request: ScenarioRequest) -> Reply:
    reply = opened(inputs, request, limit=state.limit, explain=state.explain)
    return reply._replace(lines=(*reply.lines, _summary(reply.state)))


def _summary(state: PromptState) -> str:
    request = state.request
    parts = [state.standing]
    parts += [f"{key}={value}" for key, value in {k: v for k, v, _ in request.assignments}.items()]
    parts += [f"only {', '.join(request.only)}"] if request.only else []
    parts += [f"limit {state.limit}"] if state.limit is not None else []
    parts += ["explain"] if state.explain else []
    return " · ".join(parts)


def _limit(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    del inputs
    changed = replace(state, limit=rest or None)
    said = f"limit {rest}" if rest else "limit: the host's default"
    return Reply(changed, lines=(said,))


def _host(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    return _replanned(inputs, state, replace(state.request, hosts=(_needed(rest, ":host NAME"),)))


def _context(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    return _replanned(
        inputs, state, replace(state.request, contexts=(_needed(rest, ":context SIZE"),))
    )


def _set(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    added = assignment(_needed(rest, ":set KEY=VALUE"))
    return _replanned(
        inputs, state, replace(state.request, assignments=(*state.request.assignments, added))
    )


def _only(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    return _replanned(inputs, state, replace(state.request, only=tuple(rest.split())))


def _needed(rest: str, usage: str) -> str:
    if not rest:
        raise UsageError(f"{usage}: nothing was given")
    return rest


def _describe(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    name = _needed(rest, ":describe NAME")
    found = describe(inputs.catalog, state.scenario, [name])
    return Reply(state, describe_answer(inputs.catalog, state.scenario, found, inputs.format))


def _explain(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    del inputs
    wanted = {"": not state.explain, "on": True, "off": False}.get(rest)
    if wanted is None:
        raise UsageError(f":explain {rest}: expected on or off")
    return Reply(replace(state, explain=wanted), lines=(f"explain {'on' if wanted else 'off'}",))


def _help(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    del rest
    tools = counted(inputs.catalog.tool_count, "tool")
    width = max(len(command.usage) for command in COMMANDS.values())
    return Reply(
        state,
        lines=(
            f"A line is a query over {tools}; after a colon it is a command:",
            *(f"  {one.usage:<{width}}  {one.summary}" for one in COMMANDS.values()),
            f"Now: {_summary(state)}",
        ),
    )


def _quit(inputs: PromptInputs, state: PromptState, rest: str) -> Reply:
    del inputs, rest
    return Reply(state, done=True)


COMMANDS: dict[str, Command] = {
    "limit": Command(
        ":limit [N]", "Most hits, as the model sends it; alone: none is sent.", _limit
    ),
    "host": Command(":host NAME", "Simulate another host or release.", _host),
    "context": Command(":context SIZE", "Context size: 200k, 1M or unknown.", _context),
    "set": Command(":set KEY=VALUE", "Any setting of the host.", _set),
    "only": Command(":only [SOURCE...]", "Grant only these sources; alone: every one.", _only),
    "describe": Command(":describe NAME", "Show a tool as the model gets it.", _describe),
    "explain": Command(":explain [on|off]", "Show the parts of each score.", _explain),
    "help": Command(":help", "Show this.", _help),
    "quit": Command(":quit", "End; so does Ctrl-D. Ctrl-C clears the line.", _quit),
}


def completions(inputs: PromptInputs, state: PromptState, text: str) -> tuple[int, tuple[str, ...]]:
    """Return what Tab offers after `text`: how many characters it replaces, and by what.

    Names that hold hidden or control characters are not offered: typed, they would look like
    others.
    """
    word = text.rpartition(" ")[2]
    if text.startswith(_MARK):
        if " " not in text:
            return len(text), _beginning(tuple(f":{name}" for name in COMMANDS), text)
        return len(word), _beginning(_arguments(inputs, state, text[1:].partition(" ")[0]), word)
    return len(word), _beginning(state.names, word) if word else ()


def _arguments(inputs: PromptInputs, state: PromptState, command: str) -> tuple[str, ...]:
    if command == "describe":
        return state.names
    if command == "only":
        return tuple(sorted({source.name for source in inputs.catalog.sources}, key=str.lower))
    if command == "set":
        specs = host_named(state.scenario.host).setting_specs()
        return tuple(sorted(f"{spec.key}=" for spec in specs))
    return {"host": HOST_NAMES, "context": _CONTEXTS, "explain": ("off", "on")}.get(command, ())


def _beginning(words: Sequence[str], start: str) -> tuple[str, ...]:
    """Return the words that begin with `start`, whatever its case."""
    wanted = start.lower()
    if words and len(words) > _OFFERED:  # these are in alphabetical order
        first = bisect_left(words, wanted, key=str.lower)
        words = words[first : first + 4 * _OFFERED]
    found = [one for one in words if one.lower().startswith(wanted) and visible(one) == one]
    return tuple(found[:_OFFERED])
