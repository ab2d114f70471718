"""A decoded file on its way to a catalog: its value, its place, and what there is to say of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from toolsearch_cli.catalog.model import Provenance, UnknownServer
from toolsearch_cli.errors import InputError, ServersOnlyError
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from toolsearch_cli.catalog.model import Gateway, Json, Source
    from toolsearch_cli.catalog.parts import Held
    from toolsearch_cli.errors import NoToolsError

_MOST_WARNINGS = 20


class Remarks:
    """What is said about one file while it is read: the one value here that grows."""

    __slots__ = (
        *("_gateways", "_lost", "_more", "_unknown", "_warnings"),
        *("first_skipped", "refusal"),
    )

    def __init__(self) -> None:
        self._warnings: list[str] = []
        self._more = 0
        self._lost: Counter[tuple[str, str]] = Counter()
        self._unknown: list[UnknownServer] = []
        self._gateways: list[Gateway] = []
        self.first_skipped = ""
        self.refusal: NoToolsError | None = None

    def warn(self, message: str, pointer: str = "") -> None:
        """Keep one warning; after the first twenty they are only counted."""
        if len(self._warnings) >= _MOST_WARNINGS:
            self._more += 1
            return
        self._warnings.append(visible(f"{pointer}: {message}" if pointer else message))

    def miss(self, server: UnknownServer) -> None:
        """Keep a server whose tools the file does not tell: they are unknown, not none."""
        self._unknown.append(server)

    def configure(self, gateway: Gateway) -> None:
        """Keep what the file says of a gateway beside its tools."""
        self._gateways.append(gateway)

    def refuse_alone(self, refusal: NoToolsError) -> None:
        """Keep the error for a file that is of use only beside others that hold tools."""
        self.refusal = refusal

    def lose(self, one: str, many: str, count: int = 1) -> None:
        """Count what a catalog cannot hold, named in the singular and in the plural."""
        self._lost[one, many] += count

    def skip(self, reason: str, pointer: str) -> None:
        """Leave out an entry that cannot be a tool."""
        self.first_skipped = self.first_skipped or visible(f"{pointer}: {reason}")
        self.warn(f"skipped, not a tool: {reason}", pointer)
        self.lose("entry that is not a tool", "entries that are not tools")

    def include(self, others: Remarks, place: Provenance) -> None:
        """Keep what is said of a document that is a text in this one, at `place`."""
        for message in others.warnings:
            self.warn(message, place.pointer)
        for (one, many), count in others._lost.items():
            self.lose(one, many, count)
        self._unknown += [server._replace(provenance=place) for server in others._unknown]
        self.first_skipped = self.first_skipped or others.first_skipped

    @property
    def unknown(self) -> tuple[UnknownServer, ...]:
        """Whose tools are unknown; the loader warns of those that no other file holds."""
        return tuple(self._unknown)

    @property
    def gateways(self) -> tuple[Gateway, ...]:
        """The gateways that the file configures, in its order."""
        return tuple(self._gateways)

    @property
    def warnings(self) -> tuple[str, ...]:
        """One line each, in the order they were noticed."""
        more = (f"{self._more} more warnings like these",) if self._more else ()
        return (*self._warnings, *more)

    @property
    def lost(self) -> tuple[str, ...]:
        """What was lost, in words, with its count."""
        return tuple(
            f"{count} {one if count == 1 else many}" for (one, many), count in self._lost.items()
        )


@dataclass(frozen=True, slots=True)
class Document:
    """One decoded file, as a format reads it."""

    file: str
    """As the user named it."""
    value: Json
    """Several JSON values in one file are an array of them."""
    source_name: str
    """The name of a source that the file does not name."""
    strict: bool = False
    """Whether an entry that cannot be a tool is an error instead of a warning."""
    remarks: Remarks = field(default_factory=Remarks)

    def error(self, message: str, pointer: str = "", *, hint: str | None = None) -> InputError:
        """An error at a place in this file, to be raised."""
        return InputError(message, file=self.file, pointer=pointer, hint=hint)

    def wrong(self, expected: str, found: Json, pointer: str) -> InputError:
        """The error for a value of the wrong type, to be raised."""
        return self.error(f"expected {expected}, found {type_in_words(found)}", pointer)

    def entries(self) -> Iterator[tuple[str, Json]]:
        """Yield the pointer and the value of each item; a document that is no array is the item."""
        if isinstance(self.value, list):
            yield from ((f"/{index}", entry) for index, entry in enumerate(self.value))
        else:
            yield "", self.value

    def expect_object(self, value: Json, pointer: str) -> dict[str, Json]:
        """The value, which must be an object.

        Raises:
            InputError: It is something else.
        """
        if not isinstance(value, dict):
            raise self.wrong("an object", value, pointer)
        return value

    def expect_array(self, value: Json, pointer: str) -> list[Json]:
        """The value, which must be an array.

        Raises:
            InputError: It is something else.
        """
        if not isinstance(value, list):
            raise self.wrong("an array", value, pointer)
        return value

    def expect_string(self, value: Json, pointer: str) -> str:
        """The value, which must be a string.

        Raises:
            InputError: It is something else.
        """
        if not isinstance(value, str):
            raise self.wrong("a string", value, pointer)
        return value

    def miss(
        self, server: str, reason: str, pointer: str = "", extra: Mapping[str, Json] | None = None
    ) -> None:
        """Keep a server that stands at `pointer` without its tools: they are unknown, not none."""
        place = Provenance(self.file, pointer)
        self.remarks.miss(UnknownServer(server, reason, place, extra or {}))

    def servers_only(self, hint: str | None, count: int | None = None) -> ServersOnlyError:
        """The error for a file that only names servers, to be raised.

        Args:
            hint: What to do about it.
            count: How many; all that were missed, unless given.
        """
        count = len(self.remarks.unknown) if count is None else count
        reason = f"names {count:,} server{'' if count == 1 else 's'} but holds no tools"
        if not count:
            reason = "names no servers and holds no tools"
        return ServersOnlyError(reason, file=self.file, hint=hint)

    def has_more(self, page: dict[str, Json], pointer: str) -> bool:
        """Whether a page of a list says that another follows, which is warned of."""
        if page.get("nextCursor") is None:
            return False
        self.remarks.warn(
            "the list is incomplete: its last page has a nextCursor; capture the other pages too",
            f"{pointer}/nextCursor",
        )
        return True

    def member(self, mapping: dict[str, Json], key: str, pointer: str) -> Json:
        """A member that must be there.

        Raises:
            InputError: It is missing.
        """
        if key not in mapping:
            raise self.error(f"has no `{key}`", pointer)
        return mapping[key]


class Format(NamedTuple):
    """An input shape: how it is recognised and how it becomes sources."""

    name: str
    """What `--input-format` takes."""
    summary: str
    """One line for `toolsearch formats`."""
    recognises: Callable[[Json], bool]
    """Cheap and total: any JSON value gives an answer."""
    read: Callable[[Document], tuple[Source, ...]]
    """Raises InputError at the exact pointer where the structure is wrong."""
    example: str = ""
    """A small document of this shape, as its author would write it."""
    lacks: tuple[str, ...] = ()
    """What a catalog has and this shape has no place for, in words: it is unknown, not none."""
    reading: tuple[str, ...] = ()
    """How it is read, where that is not plain: one sentence each."""
    held: Held | None = None
    """What a catalog that is written in it keeps; `None` where none is."""


def type_in_words(value: Json) -> str:
    """The JSON type of a value, with its article: `a string`, `null`."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case dict():
            return "an object"


def child(pointer: str, key: str) -> str:
    """The JSON pointer (RFC 6901) of an object's member."""
    return f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
