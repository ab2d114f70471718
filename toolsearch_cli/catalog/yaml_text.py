"""YAML text -> the values JSON would hold, built from events: nothing recurses, nothing expands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import child
from toolsearch_cli.catalog.json_text import (
    MAX_DEPTH,
    Decoded,
    Repeated,
    TextError,
    TextSyntaxError,
    too_deep,
)
from toolsearch_cli.catalog.yaml_scalars import ScalarError, may_be_other_than_text, meant, tagged

if TYPE_CHECKING:
    from collections.abc import Iterator

    import yaml

    from toolsearch_cli.catalog.model import Json

MAX_ALIASED: Final = 100_000
"""Most values that aliases may add to those written out; an alias bomb adds billions."""

_TAG: Final = "tag:yaml.org,2002:"
_COLLECTION_TAGS: Final = frozenset({None, "!", f"{_TAG}map", f"{_TAG}seq"})
_TEXT_TAGS: Final = frozenset({"str", "timestamp", "value", "merge"})
_PLAIN_TAGS: Final = frozenset({"null", "bool", "int", "float"})


def decode_yaml(text: str) -> Decoded:
    """Decode the documents of a YAML text; unquoted scalars mean what `yaml_scalars` says.

    Keys are the text they are written as, and so are dates. Merge keys are those of YAML 1.1, tags
    of what JSON has not are refused.

    Raises:
        TextError: It is not YAML, is nested too deeply, its aliases expand without bound, or it
            holds what JSON cannot (with its pointer).
    """
    import yaml

    builder = _Builder()
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            _take(builder, event)
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error) from None
    except yaml.YAMLError as error:
        raise TextSyntaxError(f"not YAML: {' '.join(str(error).split())}") from None
    return Decoded(tuple(builder.values), tuple(builder.repeated))


def yaml_lines(text: str) -> dict[str, int]:
    """Return the line, from 1, on which each value of a YAML text starts, by its pointer.

    A text of several documents, or of none, has no lines. What an alias or a merge adds has none
    of its own.

    Raises:
        TextSyntaxError: It is not YAML.
    """
    import yaml

    lines: dict[str, int] = {}
    stack: list[_Place] = []
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if (isinstance(event, yaml.DocumentStartEvent) and lines) or len(stack) > MAX_DEPTH:
                return {}
            if isinstance(event, yaml.CollectionEndEvent):
                stack.pop()
            elif isinstance(event, yaml.NodeEvent):
                _note(lines, stack, event)
    except yaml.YAMLError as error:
        raise TextSyntaxError(f"not YAML: {' '.join(str(error).split())}") from None
    return lines


@dataclass(slots=True)
class _Place:
    """Where in an open collection the next value goes."""

    pointer: str
    is_mapping: bool
    index: int = 0
    key: str | None = None


def _note(lines: dict[str, int], stack: list[_Place], event: yaml.NodeEvent) -> None:
    import yaml

    pointer, is_collection = "", isinstance(event, yaml.CollectionStartEvent)
    if stack:
        level = stack[-1]
        if level.is_mapping and level.key is None and not is_collection:
            level.key = getattr(event, "value", "")
            return
        pointer = child(level.pointer, level.key or "" if level.is_mapping else str(level.index))
        level.key, level.index = None, level.index + 1
    if event.start_mark is not None:
        lines[pointer] = event.start_mark.line + 1
    if is_collection:
        stack.append(_Place(pointer, isinstance(event, yaml.MappingStartEvent)))


@dataclass(frozen=True, slots=True)
class _Node:
    """A finished value, with what an alias to it adds."""

    value: Json
    key: str | None = None
    """Its text, where it may be a key."""
    merges: bool = False
    """Whether it is the merge key `<<`."""
    count: int = 1
    height: int = 0


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    value: dict[str, Json] | list[Json]
    anchor: str | None
    key: _Node | None = None
    merged: list[dict[str, Json]] = field(default_factory=list)
    count: int = 1
    height: int = 1


class _Builder:
    """Puts values together, one event after the other."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self.repeated: list[Repeated] = []
        self._anchors: dict[str, _Node] = {}
        self._stack: list[_Open] = []
        self._aliased = 0

    @property
    def pointer(self) -> str:
        """Where the next value goes."""
        pointer = ""
        for level in self._stack:
            if isinstance(level.value, list):
                pointer = f"{pointer}/{len(level.value)}"
            elif level.key is not None:
                pointer = child(pointer, level.key.key or "")
        return pointer

    @property
    def path(self) -> list[str | None]:
        """The keys that lead to the next value; `None` for a place in a list."""
        return [level.key.key if level.key else None for level in self._stack]

    @property
    def expects_key(self) -> bool:
        """Whether the next value is a key."""
        level = self._stack[-1] if self._stack else None
        return level is not None and isinstance(level.value, dict) and level.key is None

    def open(self, value: dict[str, Json] | list[Json], anchor: str | None) -> None:
        """Start a collection."""
        if len(self._stack) >= MAX_DEPTH:
            raise too_deep()
        self._stack.append(_Open(value, anchor))

    def close(self) -> None:
        """End the innermost collection."""
        level = self._stack.pop()
        if level.merged and isinstance(level.value, dict):
            own = dict(level.value)
            level.value.clear()
            for mapping in reversed(level.merged):
                level.value.update(mapping)
            level.value.update(own)
        node = _Node(level.value, count=level.count, height=level.height)
        self.add(node, level.anchor)

    def alias(self, anchor: str) -> None:
        """Repeat an anchored value."""
        node = self._anchors.get(anchor)
        if node is None:
            raise self._error("an alias refers to itself, or to nothing")
        self._grow(node.count)
        self.add(node, None)

    def add(self, node: _Node, anchor: str | None) -> None:
        """Take a finished value."""
        if anchor is not None:
            self._anchors[anchor] = node
        if not self._stack:
            self.values.append(node.value)
            self._anchors.clear()
            return
        level = self._stack[-1]
        if len(self._stack) + node.height > MAX_DEPTH:
            raise too_deep()
        level.count += node.count
        level.height = max(level.height, node.height + 1)
        if isinstance(level.value, list):
            level.value.append(node.value)
        elif level.key is None:
            level.key = self._as_key(node)
        else:
            self._put(level, level.value, level.key, node)
            level.key = None

    def _as_key(self, node: _Node) -> _Node:
        if node.key is None:
            raise self._error("a key must be a string")
        return node

    def _put(self, level: _Open, mapping: dict[str, Json], key: _Node, node: _Node) -> None:
        if key.merges:
            level.merged.extend(self._mappings(node.value))
            return
        name = key.key or ""
        if name in mapping:
            self.repeated.append(Repeated(mapping, name))
        mapping[name] = node.value

    def _mappings(self, value: Json) -> Iterator[dict[str, Json]]:
        for mapping in value if isinstance(value, list) else [value]:
            if not isinstance(mapping, dict):
                raise self._error("only mappings can be merged with `<<`")
            self._grow(len(mapping))
            yield mapping

    def _grow(self, count: int) -> None:
        self._aliased += count
        if self._aliased > MAX_ALIASED:
            raise self._error(f"aliases expand to more than {MAX_ALIASED:,} values")

    def _error(self, message: str) -> TextError:
        return TextError(message, pointer=self.pointer)


def _take(builder: _Builder, event: yaml.Event) -> None:
    """Hand one event to the builder."""
    import yaml

    if isinstance(event, yaml.ScalarEvent):
        builder.add(_scalar(event, builder), event.anchor)
    elif isinstance(event, yaml.AliasEvent):
        builder.alias(event.anchor or "")
    elif isinstance(event, yaml.CollectionStartEvent):
        if event.tag not in _COLLECTION_TAGS:
            raise _unknown_tag(event.tag, builder)
        builder.open({} if isinstance(event, yaml.MappingStartEvent) else [], event.anchor)
    elif isinstance(event, yaml.CollectionEndEvent):
        builder.close()


def _scalar(event: yaml.ScalarEvent, builder: _Builder) -> _Node:
    text = event.value
    is_plain = event.implicit[0] and event.tag is None
    kind = (event.tag or "").removeprefix(_TAG)
    if builder.expects_key:
        return _Node(text, key=text, merges=text == "<<" and (is_plain or kind == "merge"))
    try:
        if is_plain and may_be_other_than_text(text):
            return _Node(meant(text, builder.path), key=text)
        if kind in _PLAIN_TAGS:
            return _Node(tagged(kind, text), key=text)
    except ScalarError as error:
        raise TextError(str(error), pointer=builder.pointer) from None
    if kind not in _TEXT_TAGS and event.tag not in (None, "!"):
        raise _unknown_tag(event.tag, builder)
    return _Node(text, key=text)


def _unknown_tag(tag: str | None, builder: _Builder) -> TextError:
    shown = (tag or "").replace(_TAG, "!!")
    return TextError(f"the YAML tag {shown!r} has no meaning in JSON", pointer=builder.pointer)


def _syntax_error(error: yaml.MarkedYAMLError) -> TextError:
    problem = " ".join(str(error.problem or error.context or "unreadable").split())
    mark = error.problem_mark or error.context_mark
    place = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    if "maximum nesting depth" in problem:  # libyaml's own limit, met while it looks ahead
        return too_deep()
    return TextSyntaxError(f"not YAML: {problem}{place}")
