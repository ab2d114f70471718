"""A plan file that replaces `search_tools`, as far as its three native steps go.

What such a file may change: the defaults of the inputs, or a value of its own in their place; the
question; the order of the steps, and whether tools are described at all; the keys of the result.
Everything else is refused by its name, for it is not simulated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, NoReturn, TypeAlias

from toolsearch_cli.errors import SettingsError, nearest
from toolsearch_cli.hosts.graph import settings
from toolsearch_cli.hosts.graph.facts import QUESTION, SEARCH_PLAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.hosts.simple.settings import Value

Native: TypeAlias = Literal["catalog", "score", "describe"]

NATIVE: Final[dict[str, Native]] = {
    "builtin__catalog_tools": "catalog",
    "builtin__score_candidates": "score",
    "builtin__describe_tools": "describe",
}
OUTPUT: Final = (
    ("mode", "score.mode"),
    ("tools", "describe.tools"),
    ("always", "catalog.always"),
)
"""What the built-in plan returns: each key with what stands there."""

_FIELDS: Final[dict[Native, tuple[str, ...]]] = {
    "catalog": ("tools", "always"),
    "score": ("mode", "selected", "fallback_reason"),
    "describe": ("tools",),
}
_KEYS: Final = (
    "version",
    "identifier",
    "name",
    "description",
    "exemplars",
    "requires_servers",
    "input_schema",
    "steps",
    "output",
)
_STEP_KEYS: Final = ("id", "tool_name", "toolName", "input", "reasoning")
_SCORE_INPUTS: Final = {
    "threshold": settings.LEAST,
    "limit": settings.LIMIT,
    "model": settings.MODEL,
    "chunk_size": settings.CHUNK,
}
_DESCRIBE_INPUTS: Final = {"schemas": settings.SCHEMAS}
_OWN_DEFAULTS: Final[dict[str, Value]] = {
    settings.LEAST: 0.5,
    settings.MODEL: "decider",
    settings.CHUNK: 250,
    settings.SCHEMAS: True,
}
"""What a step takes when the plan gives it nothing."""
_WORDS: Final = {type(None): "nothing", list: "a list", str: "a text"}
_REFERENCE: Final = re.compile(r"\s*\{\{\s*([\w-]+)\.(\w+)\s*\}\}\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What decides of a plan."""

    question: str = QUESTION
    described: Literal["selected", "all", "never"] = "selected"
    """Which tools are described: those that were selected, or all before they are scored."""
    output: tuple[tuple[str, str], ...] = OUTPUT
    defaults: Mapping[str, object] = field(default_factory=dict)
    """Of its inputs, by setting; those that it does not change are absent."""
    fixed: Mapping[str, object] = field(default_factory=dict)
    """Settings in whose place a step has a value of its own."""
    unset: tuple[str, ...] = ()
    """Inputs that its steps use and that have no default."""


BUILT_IN: Final = Plan()


class _Step(NamedTuple):
    place: str
    id: str
    native: Native
    input: Mapping[str, object]


def plan_of(file: str, document: object) -> Plan:
    """Return the plan that a decoded file holds; `file` names it in errors.

    Raises:
        SettingsError: It is no plan file, another plan, or does what is not simulated.
    """
    try:
        return _plan(document)
    except SettingsError as error:
        raise SettingsError(f"{file}: {error.message}", hint=error.hint) from None


def _plan(document: object) -> Plan:
    fields = _mapping(document, "the plan", _KEYS)
    if fields.get("identifier") != SEARCH_PLAN:
        _refuse("identifier", f"expected {SEARCH_PLAN}: another plan replaces nothing")
    steps = {one.native: one for one in _steps(fields.get("steps"))}
    for tool, native in NATIVE.items():
        if native not in steps and native != "describe":
            _refuse("steps", f"none calls {tool}")
    score, describe = steps["score"], steps.get("describe")
    fixed = dict(_own_values(score, _SCORE_INPUTS))
    if describe is not None:
        fixed.update(_own_values(describe, _DESCRIBE_INPUTS))
    defaults = _defaults(fields.get("input_schema"))
    return Plan(
        question=_question(score),
        described=_described(steps),
        output=_output(fields.get("output"), steps.values()),
        defaults=defaults,
        fixed=fixed,
        unset=tuple(key for key in settings.INPUTS if key not in defaults and key not in fixed),
    )


def _steps(given: object) -> Iterator[_Step]:
    """Yield the steps in their order."""
    seen: dict[str, str] = {}
    for position, one in enumerate(_list(given, "steps")):
        place = f"steps[{position}]"
        fields = _mapping(one, place, _STEP_KEYS)
        name = fields.get("id")
        if not isinstance(name, str) or not name or name == "input":
            _refuse(place, "expected an id")
        tool = str(fields.get("tool_name", fields.get("toolName")))
        if tool not in NATIVE:
            known = f"those simulated are {', '.join(NATIVE)}"
            _refuse(f"step {name}", f"{tool} cannot be simulated", known)
        if name in seen or tool in seen.values():
            twice = f"the id {name}" if name in seen else tool
            _refuse(f"step {name}", f"{twice} is used twice")
        seen[name] = tool
        inputs = _mapping(fields.get("input") or {}, f"step {name}: input", None)
        yield _Step(f"step {name}", name, NATIVE[tool], inputs)


def _described(steps: Mapping[Native, _Step]) -> Literal["selected", "all", "never"]:
    """Follow the candidates from step to step, and refuse what is taken from a later one."""
    before: list[_Step] = []
    came: dict[Native, str] = {}
    for step in steps.values():
        if step.native == "score":
            _only(step, ("query", "candidates", "question", "floor", *_SCORE_INPUTS))
            came["score"] = _referred(step, "candidates", before, ("catalog.tools", _DESCRIBED))
        elif step.native == "describe":
            _only(step, ("tools", *_DESCRIBE_INPUTS))
            came["describe"] = _referred(step, "tools", before, ("score.selected", "catalog.tools"))
        else:
            _only(step, ())
        before.append(step)
    if "describe" not in came:
        return "never"
    return "selected" if came["describe"] == "score.selected" else "all"


_DESCRIBED: Final = "describe.tools"


def _referred(step: _Step, key: str, before: Iterable[_Step], allowed: tuple[str, ...]) -> str:
    place = f"{step.place}: {key}"
    found = _reference(step.input.get(key), before, place)
    if found not in allowed:
        _refuse(place, f"{step.input[key]} cannot be simulated there")
    return found


def _reference(value: object, before: Iterable[_Step], place: str) -> str:
    """Return what a template takes, as `score.selected`."""
    match = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        _refuse(place, f"expected {{{{STEP.FIELD}}}}, found {str(value)[:60]!r}")
    known = {one.id: one.native for one in before}
    name, taken = match.groups()
    if name not in known:
        _refuse(place, f"no step {name} comes before it")
    native = known[name]
    if taken not in _FIELDS[native]:
        _refuse(place, f"{name}.{taken} cannot be simulated", f"known: {_list_of(_FIELDS[native])}")
    return f"{native}.{taken}"


def _own_values(step: _Step, inputs: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    """Yield the settings for which a step has a value of its own, checked."""
    for key, setting in inputs.items():
        place = f"{step.place}: {key}"
        if key not in step.input:
            if setting not in _OWN_DEFAULTS:
                _refuse(place, "without it all tools are returned, which is not simulated")
            yield setting, _OWN_DEFAULTS[setting]
            continue
        value = step.input[key]
        if not _is_template(value):
            yield setting, _checked(setting, value, place)
        elif not _takes(value, setting):
            _refuse(place, f"expected {{{{input.{setting}}}}} or a value, found {value}")


def _question(score: _Step) -> str:
    if not _takes(score.input.get("query"), "query"):
        _refuse(f"{score.place}: query", "expected {{input.query}}")
    if score.input.get("floor", 0) != 0:
        _refuse(f"{score.place}: floor", "cannot be simulated", "leave it out, or 0")
    question = score.input.get("question")
    if not isinstance(question, str) or _is_template(question):
        _refuse(f"{score.place}: question", "expected a text without templates")
    return question


def _output(given: object, steps: Iterable[_Step]) -> tuple[tuple[str, str], ...]:
    before = tuple(steps)
    fields = _mapping(given, "output", None)
    return tuple(
        (key, _reference(value, before, f"output: {key}")) for key, value in fields.items()
    )


def _defaults(schema: object) -> dict[str, object]:
    properties = _mapping(schema or {}, "input_schema", None).get("properties") or {}
    found = {}
    for key, one in _mapping(properties, "input_schema: properties", None).items():
        place = f"input_schema: {key}"
        if key in settings.INPUTS and "default" in _mapping(one, place, None):
            found[key] = _checked(key, _mapping(one, place, None)["default"], place)
    return found


def _checked(setting: str, value: object, place: str) -> object:
    try:
        settings.SETTING[setting].read(value)
    except SettingsError as error:
        _refuse(place, error.message)
    return value


def _is_template(value: object) -> bool:
    return isinstance(value, str) and "{{" in value


def _takes(value: object, name: str) -> bool:
    """Say whether a template is the input of that name and nothing else."""
    match = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
    return match is not None and match.groups() == ("input", name)


def _only(step: _Step, known: tuple[str, ...]) -> None:
    _mapping(step.input, f"{step.place}: input", known)


def _mapping(value: object, place: str, known: tuple[str, ...] | None) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        found = _WORDS.get(type(value), "a number")
        _refuse(place, f"expected keys with values, found {found}")
    fields = {str(key): one for key, one in value.items()}
    for key in fields:
        if known is not None and key not in known:
            hint = nearest(key, known, "keys") if known else None
            _refuse(place, f"{key} cannot be simulated", hint)
    return fields


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list) or not value:
        _refuse(place, "expected a list of steps")
    return value


def _list_of(words: Iterable[str]) -> str:
    return ", ".join(words)


def _refuse(place: str, reason: str, hint: str | None = None) -> NoReturn:
    raise SettingsError(f"{place}: {reason}", hint=hint)
