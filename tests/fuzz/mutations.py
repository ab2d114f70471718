"""The example of every format, and documents that differ from one of them in a few places."""

from __future__ import annotations

import io
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

from hypothesis import strategies as st

from toolsearch_cli.catalog.decoding import decode
from toolsearch_cli.catalog.formats import ENTRIES
from toolsearch_cli.catalog.loading import LoadOptions, load
from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolsearch_cli.catalog.model import Loaded

NAMES: Final = tuple(entry.name for entry in ENTRIES)
EXAMPLES: Final = {entry.name: entry.format.example for entry in ENTRIES}

ODD_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1.5, 10**25, "", "x", "\0", "\ud800", "../..", "#/", "#/$defs/x"),
    *([], {}, [[]], [{}], {"": {}}, [None], {"$ref": "#"}, {"$ref": "#/paths"}, {"name": "a"}),
)


def example_value(name: str) -> Any:
    """Return the decoded example of a format, to be changed."""
    values = decode(EXAMPLES[name], name).values
    return values[0] if len(values) == 1 else list(values)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container with each of its keys."""
    todo = [value]
    while todo:
        item = todo.pop()
        pairs = list(item.items() if isinstance(item, dict) else enumerate(item))
        for key, inner in pairs:
            yield item, key
            if isinstance(inner, dict | list):
                todo.append(inner)


KEYS: Final = sorted(
    {str(key) for name in NAMES for holder, key in places([example_value(name)]) if holder}
)
"""Every key of every example."""


@st.composite
def changed_values(draw: st.DrawFn) -> Any:
    """Return an example in which some values are gone, doubled, moved, of another type or name."""
    document = [example_value(draw(st.sampled_from(NAMES)))]
    for _ in range(draw(st.integers(1, 4))):
        spots = list(places(document))
        if spots:
            holder, key = draw(st.sampled_from(spots))
            other, its_key = draw(st.sampled_from(spots))
            _change(draw, holder, key, deepcopy(other[its_key]))
    return document[0] if document else None


def _change(draw: st.DrawFn, holder: Any, key: Any, other: Any) -> None:
    """Change one value of a container; `other` is a value of the same document."""
    value = deepcopy(holder[key])
    new = draw(st.sampled_from((*ODD_VALUES, other, [value], {"x": value}, {"$ref": value})))
    match draw(st.sampled_from(("drop", "replace", "rename", "double"))):
        case "drop":
            del holder[key]
        case "replace":
            holder[key] = deepcopy(new)
        case "rename" if isinstance(holder, dict):
            holder[draw(st.sampled_from(KEYS))] = holder.pop(key)
        case _ if isinstance(holder, dict):
            holder[draw(st.sampled_from(KEYS))] = value
        case _:
            holder.append(value)


@st.composite
def changed_texts(draw: st.DrawFn) -> bytes:
    """Return an example's text with a piece cut out, doubled, or put in from another's."""
    text = EXAMPLES[draw(st.sampled_from(NAMES))].encode()
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        piece = draw(
            st.sampled_from((b"", text[start:end] * 2, b"\n", b"{", b"]", b'"', b"\0", b"\xff"))
            | st.binary(max_size=4)
        )
        text = text[:start] + piece + text[end:]
    return text


def bundle(manifest: bytes, name: str = "manifest.json") -> bytes:
    """Return an archive with one file."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr(name, manifest)
    return stream.getvalue()


def read(data: bytes, form: str | None = None, options: LoadOptions | None = None) -> Loaded | None:
    """Load data; `None` where it is refused as input should be. All else is a bug."""
    chosen = replace(options or LoadOptions(), input_format=form, stdin=io.BytesIO(data))
    try:
        return load(["-"], chosen)
    except InputError:
        return None
