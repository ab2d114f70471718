"""Two schemas compared place by place: through references, `allOf` and `anyOf`, at any depth."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.changes.alternatives import (
    covered,
    paired,
    split,
    summary,
)
from toolsearch_cli.analysis.changes.constraints import constraint_differences, spoken_differences
from toolsearch_cli.analysis.changes.readings import Document, Placed, Reading, canonical, step
from toolsearch_cli.analysis.changes.values import CLASS_OF, CLASSES, Difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.analysis.changes.values import ChangeKind
    from toolsearch_cli.catalog.model import Json

_MOST_PAIRS: Final = 20_000
"""Places compared in one pair of schemas; a schema made to be endless ends here."""

_ONE_SCHEMA: Final = {
    "additionalItems": "{}[*]",
    "unevaluatedItems": "{}[*]",
    "contains": "{} (contains)",
    "propertyNames": "{} (names)",
    "then": "{} (then)",
    "else": "{} (else)",
}
"""Keywords that hold one schema, and how its place is called."""

_EITHER_WAY: Final = ("not", "if")
"""Keywords under which looser is tighter: any change of meaning may refuse a call."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    old: Reading
    new: Reading
    place: str


@dataclass(slots=True, eq=False)
class _Comparison:
    """The work on two schemas: what is still to be compared and what was found."""

    old: Document
    new: Document
    waiting: deque[_Pair] = field(default_factory=deque)
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=set)
    found: list[Difference] = field(default_factory=list)

    def run(self, pair: _Pair) -> None:
        """Compare a pair, and every pair of places below it, each once."""
        self.waiting.append(pair)
        while self.waiting:
            at = self.waiting.popleft()
            key = (at.old.key, at.new.key)
            if key in self.seen or _equal(at):
                continue
            if len(self.seen) >= _MOST_PAIRS:
                self._add("constraint-changed", at)
                self.waiting.clear()
                return
            self.seen.add(key)
            self._compare(at)

    def _compare(self, pair: _Pair) -> None:
        self.found += spoken_differences(pair.old, pair.new, pair.place)
        if self._values(pair) or self._alternatives(pair):
            return
        self._types(pair)
        self.found += constraint_differences(pair.old, pair.new, (self.old, self.new), pair.place)
        if "object" in pair.old.types() & pair.new.types():
            self._arguments(pair)
            self._extra_arguments(pair)
            self._patterns(pair)
        self._items(pair)
        self._conditions(pair)

    def _add(
        self,
        kind: ChangeKind,
        pair: _Pair,
        place: str | None = None,
        *,
        old: Placed | None = None,
        new: Placed | None = None,
    ) -> None:
        before, at_old = old or (None, pair.old.pointer)
        after, at_new = new or (None, pair.new.pointer)
        self.found.append(
            Difference(
                kind=kind,
                place=pair.place if place is None else place,
                old=at_old,
                new=at_new,
                before=before,
                after=after,
            )
        )

    def _children(self, old: list[Placed], new: list[Placed], pair: _Pair, place: str) -> None:
        """Compare what both hold at one place; nothing there allows everything."""
        self.waiting.append(
            _Pair(self.old.read(old, pair.old.pointer), self.new.read(new, pair.new.pointer), place)
        )

    def _values(self, pair: _Pair) -> bool:
        """Compare lists of allowed values; say whether that is all there is to compare."""
        old, new = _values_of(self.old, pair.old), _values_of(self.new, pair.new)
        if old is not None and new is not None:
            for text in old.keys() - new.keys():
                self._add("value-removed", pair, old=old[text])
            for text in new.keys() - old.keys():
                self._add("value-added", pair, new=new[text])
            return True
        if new is not None:
            if not _are_all_of(new, pair.old):
                self._add("values-closed", pair, new=_list_of(new, pair.new))
            return True
        if old is not None:
            if not _are_all_of(old, pair.new):
                self._add("values-opened", pair, old=_list_of(old, pair.old))
            return pair.old.values() is None
        return False

    def _alternatives(self, pair: _Pair) -> bool:
        """Pair the branches of `anyOf` and `oneOf`; say whether there were any."""
        old, new = split(self.old, pair.old, self.new, pair.new)
        if len(old) == len(new) == 1:
            return False
        pairs, gone, added = paired(old, new)
        self.waiting += (_Pair(before, after, pair.place) for before, after in pairs)
        for one in gone:
            if not covered(one, new):
                self._add("alternative-removed", pair, old=(summary(one), one.pointer))
        for one in added:
            if not covered(one, old):
                self._add("alternative-added", pair, new=(summary(one), one.pointer))
        return True

    def _types(self, pair: _Pair) -> None:
        old, new = pair.old.types(), pair.new.types()
        before, after = pair.old.first("type"), pair.new.first("type")
        if old - new:
            self._add("type-narrowed", pair, old=before, new=after)
        elif new - old and pair.old.values() is None:
            self._add("type-widened", pair, old=before, new=after)

    def _arguments(self, pair: _Pair) -> None:
        old, new = pair.old.members("properties"), pair.new.members("properties")
        required = pair.new.required()
        gone, added = old.keys() - new.keys(), new.keys() - old.keys()
        told = {*gone, *added}
        for before, after in _renamed(old, new, gone, added):
            gone, added = gone - {before}, added - {after}
            if before not in pair.old.required():
                told.remove(after)
            self._add(
                "argument-renamed",
                pair,
                _inside(pair.place, after),
                old=(before, old[before][0][1]),
                new=(after, new[after][0][1]),
            )
        for name in gone:
            self._add("argument-removed", pair, _inside(pair.place, name), old=old[name][0])
        for name in added:
            kind: ChangeKind = "required-argument-added" if name in required else "argument-added"
            self._add(kind, pair, _inside(pair.place, name), new=new[name][0])
        self._requirements(pair, told)
        for name in old.keys() & new.keys():
            self._children(old[name], new[name], pair, _inside(pair.place, name))

    def _requirements(self, pair: _Pair, told: set[str]) -> None:
        """Say which arguments became required or optional; those in `told` are new or gone."""
        old, new = pair.old.required(), pair.new.required()
        for name in new.keys() - old.keys() - told:
            place = _inside(pair.place, name)
            self._add("argument-required", pair, place, new=(name, new[name]))
        for name in old.keys() - new.keys() - told:
            place = _inside(pair.place, name)
            self._add("argument-optional", pair, place, old=(name, old[name]))

    def _extra_arguments(self, pair: _Pair) -> None:
        old, new = _extra(pair.old), _extra(pair.new)
        old_closed, new_closed = (any(value is False for value, _ in one) for one in (old, new))
        if old_closed != new_closed:
            kind: ChangeKind = "arguments-closed" if new_closed else "arguments-opened"
            self._add(kind, pair, old=next(iter(old), None), new=next(iter(new), None))
        elif not old_closed and (old or new):
            self._children(old, new, pair, _inside(pair.place, "*"))

    def _patterns(self, pair: _Pair) -> None:
        for keyword in ("patternProperties", "dependentSchemas"):
            old, new = pair.old.members(keyword), pair.new.members(keyword)
            for name in old.keys() | new.keys():
                place = _inside(pair.place, f"/{name}/" if keyword[0] == "p" else f"({name})")
                self._children(old.get(name, []), new.get(name, []), pair, place)

    def _items(self, pair: _Pair) -> None:
        old, new = _items_of(pair.old), _items_of(pair.new)
        for name in old.keys() | new.keys():
            place = f"{pair.place}[{name}]"
            self._children(old.get(name, []), new.get(name, []), pair, place)

    def _conditions(self, pair: _Pair) -> None:
        for keyword, called in _ONE_SCHEMA.items():
            old, new = list(pair.old.having(keyword)), list(pair.new.having(keyword))
            if old or new:
                self._children(old, new, pair, called.format(pair.place).strip())
        for keyword in _EITHER_WAY:
            self._either_way(keyword, pair)

    def _either_way(self, keyword: str, pair: _Pair) -> None:
        old, new = list(pair.old.having(keyword)), list(pair.new.having(keyword))
        if old and new:
            inner = _Comparison(self.old, self.new, seen=self.seen)
            inner.run(
                _Pair(
                    self.old.read(old, pair.old.pointer),
                    self.new.read(new, pair.new.pointer),
                    pair.place,
                )
            )
            if any(_means_something(one) for one in inner.found):
                self._add("constraint-changed", pair, old=old[0], new=new[0])
        elif new:
            self._add("constraint-tightened", pair, new=new[0])
        elif old:
            self._add("constraint-loosened", pair, old=old[0])


def _equal(pair: _Pair) -> bool:
    text = pair.old.text
    return text == pair.new.text and '"$ref"' not in text


def _means_something(one: Difference) -> bool:
    texts = ("description-changed", "title-changed", "default-changed")
    return CLASS_OF[one.kind] != "cosmetic" and one.kind not in texts


def _values_of(document: Document, reading: Reading) -> dict[str, Placed] | None:
    """Return the only allowed values, also where each alternative has one or a few."""
    own = reading.values()
    if own is not None:
        return own
    allowed: dict[str, Placed] = {}
    branches = document.alternatives(reading)
    for branch in branches if len(branches) > 1 else ():
        values = branch.values()
        if values is None:
            return None
        allowed = {**values, **allowed}
    return allowed or None


def _are_all_of(values: dict[str, Placed], other: Reading) -> bool:
    """Say whether a list names all that a schema without a list allows: `true` and `false`."""
    types = other.types()
    return types <= {"boolean", "null"} and len(values) == len(types) + ("boolean" in types)


def _list_of(values: dict[str, Placed], reading: Reading) -> Placed:
    """Return the allowed values as one value, where they are listed."""
    places = [pointer for _, pointer in values.values()]
    place = places[0].rpartition("/")[0] if places else reading.pointer
    return [value for value, _ in values.values()], place


def _renamed(
    old: dict[str, list[Placed]],
    new: dict[str, list[Placed]],
    gone: Iterable[str],
    added: Iterable[str],
) -> Iterator[tuple[str, str]]:
    """Yield names whose schema, description included, went on under another name."""
    before, after = _by_text(old, gone), _by_text(new, added)
    for text in sorted(before.keys() & after.keys()):
        if len(before[text]) == len(after[text]) == 1:
            yield before[text][0], after[text][0]


def _by_text(members: dict[str, list[Placed]], names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in names:
        node = members[name][0][0]
        if isinstance(node, dict) and node.get("description"):
            # Titles are often made of the name, so that they change with it.
            bare = {key: value for key, value in node.items() if key != "title"}
            found.setdefault(canonical(bare), []).append(name)
    return found


def _inside(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _extra(reading: Reading) -> list[Placed]:
    """Return what is said of arguments that have no name; `true` and `{}` say nothing."""
    return [
        (value, pointer)
        for key in ("additionalProperties", "unevaluatedProperties")
        for value, pointer in reading.having(key)
        if value is False or (isinstance(value, dict) and value)
    ]


def _items_of(reading: Reading) -> dict[str, list[Placed]]:
    """Return the schemas of items: of all under the empty name, of single ones by position."""
    found: dict[str, list[Placed]] = {}
    for key in ("items", "prefixItems"):
        for value, pointer in reading.having(key):
            if isinstance(value, list):
                for at, item in enumerate(value):
                    found.setdefault(str(at), []).append((item, step(pointer, at)))
            else:
                found.setdefault("", []).append((value, pointer))
    return found


def schema_differences(old: Json, new: Json) -> tuple[Difference, ...]:
    """Return what is different between two schemas, the worst first.

    Args:
        old: A schema as published: normally an object, else it says nothing.
        new: Likewise.

    Returns:
        Nothing where only the order of keys is another. Each difference stands once, however many
        references lead to it. Texts that differ without a meaning are one `schema-rewritten`.
    """
    if canonical(old) == canonical(new):
        return ()
    before, after = Document(_rooted(old)), Document(_rooted(new))
    comparison = _Comparison(before, after)
    comparison.run(
        _Pair(before.read([(before.root, "")], ""), after.read([(after.root, "")], ""), "")
    )
    once = {
        (one.kind, one.old, one.new, canonical([one.before, one.after])): one
        for one in reversed(comparison.found)
    }
    if not once:
        return (Difference(kind="schema-rewritten", place="", old="", new=""),)
    found = (_as_written(one, old, new) for one in once.values())
    return tuple(sorted(found, key=_worst_first))


def _rooted(schema: Json) -> Json:
    """Arguments are always an object, whether the schema says so or not."""
    if isinstance(schema, dict) and "type" not in schema:
        return {**schema, "type": "object"}
    return schema if isinstance(schema, dict) else {"type": "object"}


def _as_written(one: Difference, old: Json, new: Json) -> Difference:
    """Point to the schema itself where the type of the arguments is not written."""
    return replace(
        one,
        old="" if one.old == "/type" and not _has_type(old) else one.old,
        new="" if one.new == "/type" and not _has_type(new) else one.new,
    )


def _has_type(schema: Json) -> bool:
    return isinstance(schema, dict) and "type" in schema


def _worst_first(one: Difference) -> tuple[int, str, str, str, str]:
    values = canonical([one.before, one.after])
    return (CLASSES.index(CLASS_OF[one.kind]), one.new or one.old, one.kind, one.old, values)
