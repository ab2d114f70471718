"""The walk through two schemas side by side: each pair of places once, whatever leads to it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from toolsearch_cli.analysis.changes.alternatives import (
    covered,
    paired,
    split,
    summary,
    without_shared,
)
from toolsearch_cli.analysis.changes.constraints import constraint_differences, spoken_differences
from toolsearch_cli.analysis.changes.places import (
    are_all_of,
    extra_of,
    inside,
    items_of,
    list_of,
    renamed,
    values_of,
)
from toolsearch_cli.analysis.changes.references import may_refer
from toolsearch_cli.analysis.changes.values import CLASS_OF, Difference

if TYPE_CHECKING:
    from toolsearch_cli.analysis.changes.readings import Document, Reading
    from toolsearch_cli.analysis.changes.references import Placed
    from toolsearch_cli.analysis.changes.values import ChangeKind

_MOST_PAIRS: Final = 10_000
"""Places compared in one pair of schemas; a schema made to be endless ends here."""

_MOST_WAYS: Final = 100
"""Ways through the `anyOf` of one place that are gone one by one: those that differ multiply."""

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
class Pair:
    """The readings of one place in both schemas."""

    old: Reading
    new: Reading
    place: str
    ways: int = 1
    """How many ways through the `anyOf` of this place there are that differ, down to here."""


@dataclass(slots=True, eq=False)
class Comparison:
    """The work on two schemas: what is still to be compared and what was found."""

    old: Document
    new: Document
    waiting: deque[Pair] = field(default_factory=deque)
    seen: set[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=set)
    found: list[Difference] = field(default_factory=list)

    def run(self, pair: Pair) -> None:
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

    def _compare(self, pair: Pair) -> None:
        old, new = without_shared(pair.old, pair.new)
        pair = replace(pair, old=old, new=new)
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
        pair: Pair,
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

    def _children(self, old: list[Placed], new: list[Placed], pair: Pair, place: str) -> None:
        """Compare what both hold at one place; nothing there allows everything."""
        self.waiting.append(
            Pair(self.old.read(old, pair.old.pointer), self.new.read(new, pair.new.pointer), place)
        )

    def _values(self, pair: Pair) -> bool:
        """Compare lists of allowed values; say whether that is all there is to compare."""
        old, new = values_of(self.old, pair.old), values_of(self.new, pair.new)
        if old is not None and new is not None:
            for text in sorted(old.keys() - new.keys()):
                self._add("value-removed", pair, old=old[text])
            for text in sorted(new.keys() - old.keys()):
                self._add("value-added", pair, new=new[text])
            return True
        if new is not None:
            if not are_all_of(new, pair.old):
                self._add("values-closed", pair, new=list_of(new, pair.new))
            return True
        if old is not None:
            if not are_all_of(old, pair.new):
                self._add("values-opened", pair, old=list_of(old, pair.old))
            return pair.old.values() is None
        return False

    def _alternatives(self, pair: Pair) -> bool:
        """Pair the branches of `anyOf` and `oneOf`; say whether there were any."""
        old, new = split(self.old, pair.old, self.new, pair.new)
        if len(old) == len(new) == 1:
            return False
        pairs, gone, added = paired(old, new)
        below = [Pair(before, after, pair.place) for before, after in pairs]
        differing = [one for one in below if not _equal(one)]
        ways = pair.ways * max(len(differing), 1)
        if ways > _MOST_WAYS:
            self._add("constraint-changed", pair)
            return True
        self.waiting += (replace(one, ways=ways) for one in differing)
        for one in gone:
            if not covered(one, new):
                self._add("alternative-removed", pair, old=(summary(one), one.pointer))
        for one in added:
            if not covered(one, old):
                self._add("alternative-added", pair, new=(summary(one), one.pointer))
        return True

    def _types(self, pair: Pair) -> None:
        old, new = pair.old.types(), pair.new.types()
        before, after = pair.old.first("type"), pair.new.first("type")
        if old - new:
            self._add("type-narrowed", pair, old=before, new=after)
        elif new - old and pair.old.values() is None:
            self._add("type-widened", pair, old=before, new=after)

    def _arguments(self, pair: Pair) -> None:
        old, new = pair.old.members("properties"), pair.new.members("properties")
        required = pair.new.required()
        gone, added = old.keys() - new.keys(), new.keys() - old.keys()
        told = {*gone, *added}
        for before, after in renamed(old, new, gone, added):
            gone, added = gone - {before}, added - {after}
            if before not in pair.old.required():
                told.remove(after)
            self._add(
                "argument-renamed",
                pair,
                inside(pair.place, after),
                old=(before, old[before][0][1]),
                new=(after, new[after][0][1]),
            )
        for name in sorted(gone):
            self._add("argument-removed", pair, inside(pair.place, name), old=old[name][0])
        for name in sorted(added):
            kind: ChangeKind = "required-argument-added" if name in required else "argument-added"
            self._add(kind, pair, inside(pair.place, name), new=new[name][0])
        self._requirements(pair, told)
        for name in sorted(old.keys() & new.keys()):
            self._children(old[name], new[name], pair, inside(pair.place, name))

    def _requirements(self, pair: Pair, told: set[str]) -> None:
        """Say which arguments became required or optional; those in `told` are new or gone."""
        old, new = pair.old.required(), pair.new.required()
        for name in sorted(new.keys() - old.keys() - told):
            place = inside(pair.place, name)
            self._add("argument-required", pair, place, new=(name, new[name]))
        for name in sorted(old.keys() - new.keys() - told):
            place = inside(pair.place, name)
            self._add("argument-optional", pair, place, old=(name, old[name]))

    def _extra_arguments(self, pair: Pair) -> None:
        old, new = extra_of(pair.old), extra_of(pair.new)
        old_closed, new_closed = (any(value is False for value, _ in one) for one in (old, new))
        if old_closed != new_closed:
            kind: ChangeKind = "arguments-closed" if new_closed else "arguments-opened"
            self._add(kind, pair, old=next(iter(old), None), new=next(iter(new), None))
        elif not old_closed and (old or new):
            self._children(old, new, pair, inside(pair.place, "*"))

    def _patterns(self, pair: Pair) -> None:
        for keyword in ("patternProperties", "dependentSchemas"):
            old, new = pair.old.members(keyword), pair.new.members(keyword)
            for name in sorted(old.keys() | new.keys()):
                place = inside(pair.place, f"/{name}/" if keyword[0] == "p" else f"({name})")
                self._children(old.get(name, []), new.get(name, []), pair, place)

    def _items(self, pair: Pair) -> None:
        old, new = items_of(pair.old), items_of(pair.new)
        for name in sorted(old.keys() | new.keys()):
            place = f"{pair.place}[{name}]"
            self._children(old.get(name, []), new.get(name, []), pair, place)

    def _conditions(self, pair: Pair) -> None:
        for keyword, called in _ONE_SCHEMA.items():
            old, new = list(pair.old.having(keyword)), list(pair.new.having(keyword))
            if old or new:
                self._children(old, new, pair, called.format(pair.place).strip())
        for keyword in _EITHER_WAY:
            self._either_way(keyword, pair)

    def _either_way(self, keyword: str, pair: Pair) -> None:
        old, new = list(pair.old.having(keyword)), list(pair.new.having(keyword))
        if old and new:
            inner = Comparison(self.old, self.new, seen=self.seen)
            inner.run(
                Pair(
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


def _equal(pair: Pair) -> bool:
    text = pair.old.text
    return text == pair.new.text and not may_refer(text)


def _means_something(one: Difference) -> bool:
    texts = ("description-changed", "title-changed", "default-changed")
    return CLASS_OF[one.kind] != "cosmetic" and one.kind not in texts
