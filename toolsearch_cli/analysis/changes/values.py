"""Changes as values: what kind, of which class, where in both files."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolsearch_cli.catalog.model import Json, Kind, Provenance

ChangeClass: TypeAlias = Literal["breaking", "routing", "cosmetic"]
"""A call that was right may fail; the model reads other words and may choose otherwise; neither."""

CLASSES: tuple[ChangeClass, ...] = get_args(ChangeClass)

ChangeKind: TypeAlias = Literal[
    "source-removed",
    "source-added",
    "source-renamed",
    "source-kind-changed",
    "instructions-changed",
    "source-field-changed",
    "tool-removed",
    "tool-added",
    "tool-renamed",
    "name-gone",
    "deferral-changed",
    "annotations-changed",
    "tool-field-changed",
    "output-changed",
    "output-rewritten",
    "description-changed",
    "title-changed",
    "default-changed",
    "argument-removed",
    "argument-renamed",
    "argument-added",
    "required-argument-added",
    "argument-required",
    "argument-optional",
    "arguments-closed",
    "arguments-opened",
    "type-narrowed",
    "type-widened",
    "value-removed",
    "value-added",
    "values-closed",
    "values-opened",
    "alternative-removed",
    "alternative-added",
    "constraint-tightened",
    "constraint-loosened",
    "constraint-changed",
    "annotation-changed",
    "schema-rewritten",
]

KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)

_BREAKING: Final[frozenset[ChangeKind]] = frozenset(
    {
        "source-removed",
        "tool-removed",
        "name-gone",
        "argument-removed",
        "argument-renamed",
        "required-argument-added",
        "argument-required",
        "arguments-closed",
        "type-narrowed",
        "value-removed",
        "values-closed",
        "alternative-removed",
        "constraint-tightened",
        "constraint-changed",
    }
)
_COSMETIC: Final[frozenset[ChangeKind]] = frozenset(
    {
        "source-field-changed",
        "annotations-changed",
        "tool-field-changed",
        "output-rewritten",
        "annotation-changed",
        "schema-rewritten",
    }
)


def _class_of(kind: ChangeKind) -> ChangeClass:
    if kind in _BREAKING:
        return "breaking"
    return "cosmetic" if kind in _COSMETIC else "routing"


CLASS_OF: Final[Mapping[ChangeKind, ChangeClass]] = MappingProxyType(
    {kind: _class_of(kind) for kind in KINDS}
)
"""The class of each kind; every kind has one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Difference:
    """One change inside a schema. Pointers begin at the schema."""

    kind: ChangeKind
    place: str
    """The argument in words one can read (`filter.labels[]`); empty for the schema itself."""
    old: str
    """Pointer of what changed; of what would hold it, where the old schema has no such thing."""
    new: str
    """Likewise in the new schema."""
    before: Json = None
    """The old value; `None` where there was none."""
    after: Json = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Change:
    """One change of a catalog."""

    kind: ChangeKind
    source: str
    """The new name of its source; the old one where the source is gone."""
    source_kind: Kind
    tool: str | None = None
    """The new bare name; the old one where the tool is gone, `None` for the source itself."""
    place: str = ""
    """The argument; empty for the tool itself."""
    old: Provenance | None
    """Where the old file has it, or what would hold it; `None` where there is no such source."""
    new: Provenance | None
    before: Json = None
    """The old value; `None` where there was none or it would say nothing more."""
    after: Json = None

    @property
    def change_class(self) -> ChangeClass:
        """How much it matters."""
        return CLASS_OF[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many of one thing were added, removed, renamed, changed or left as they were."""

    added: int
    removed: int
    renamed: int
    changed: int
    """Of those that both catalogs have under one name."""
    same: int


class Unfollowed(NamedTuple):
    """A reference whose target is not in the schema: what it allows was compared with nothing."""

    source: str
    source_kind: Kind
    tool: str
    """The new bare name."""
    where: Provenance
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Changes:
    """Everything that is different, the worst first."""

    changes: tuple[Change, ...]
    sources: Tally
    tools: Tally
    unfollowed: tuple[Unfollowed, ...] = ()
    """What could not be compared."""

    def of_class(self, wanted: ChangeClass) -> tuple[Change, ...]:
        """Return the changes of one class."""
        return tuple(one for one in self.changes if one.change_class == wanted)
