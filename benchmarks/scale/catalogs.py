"""Catalogs of any size, made from real ones; the same originals always give the same bytes.

The first variant of an original is the original. In every other one the source and each tool have
names of their own, and one word in twelve of every description, those of parameters included, is
replaced by an invented one. How often an invented word comes follows a power law without an end,
as in real text: few of them are everywhere, most are seen once, and ten times the tools have about
three times the words. What stays the same are the shapes of the schemas, the parameters' names and
the eleven other words, so most postings are ten times as long: the harder case for a search.

    python -m benchmarks.scale.catalogs FOLDER VARIANTS QUERIES FILE ...

prints a JSON object: `files`, and `queries`, the file that holds so many of them.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.catalog.model import Json

WORDS_A_REPLACEMENT: Final = 12
"""One word in so many is replaced; a shorter description may keep all of its words."""

QUERY_WORDS: Final = 12
"""Most words of a query."""

_LAW: Final = 0.4
"""The exponent: n drawn words are about n to the power of 1 / (1 + 0.4) different ones."""

_COMMONEST: Final = 10
"""The higher, the less often the commonest words are drawn: here none more than 1 time in 25."""

_FEWEST_SYLLABLES: Final = 2
_SYLLABLES: Final = tuple(
    consonant + vowel for consonant in "bcdfghjklmnprstvwz" for vowel in "aeiou"
)
_MOST_WORDS: Final = len(_SYLLABLES) ** 4


def write(originals: Sequence[Path], folder: Path, variants: int) -> list[Path]:
    """Write `variants` files of each original, plain JSON, and return all of them.

    Args:
        originals: Native snapshots of one source each, packed with gzip or plain.
        folder: Where they are written; it must exist.
        variants: At least 1. The files of the first `variants` are the same whatever follows.
    """
    files = []
    for number in range(variants):
        for path in originals:
            snapshot = _decoded(path)
            name = f"{snapshot['name']}-{number}"
            if number:
                snapshot = varied(snapshot, Random(name))
            file = folder / f"{name}.json"
            file.write_text(json.dumps(snapshot, ensure_ascii=False), encoding="utf-8")
            files.append(file)
    return files


def queries(originals: Sequence[Path], count: int) -> list[str]:
    """Return the beginning of the first sentence of `count` tools, drawn evenly from them all."""
    sentences = [
        " ".join(str(tool["description"]).split(". ")[0].split()[:QUERY_WORDS])
        for path in originals
        for tool in _decoded(path)["tools"]
        if tool.get("description")
    ]
    return [sentences[at * len(sentences) // count] for at in range(count)]


def varied(snapshot: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return a variant of a source; the original stays as it is."""
    return snapshot | {
        "name": f"{snapshot['name']}-{_invented(random)}",
        "tools": [_varied_tool(tool, random) for tool in snapshot["tools"]],
    }


def _varied_tool(tool: dict[str, Any], random: Random) -> dict[str, Any]:
    # No invented word has an underscore, so different names stay different.
    reworded = {key: _reworded(item, random, key) for key, item in tool.items()}
    return reworded | {"name": f"{tool['name']}_{_invented(random)}"}


def _reworded(value: Json, random: Random, key: str = "") -> Json:
    """Return a JSON value with other words in every text whose key is `description`."""
    if isinstance(value, str):
        return _sentence(value, random) if key == "description" else value
    if isinstance(value, list):
        return [_reworded(item, random) for item in value]
    if isinstance(value, dict):
        return {inner: _reworded(item, random, inner) for inner, item in value.items()}
    return value


def _sentence(text: str, random: Random) -> str:
    words = text.split(" ")
    for place in _places(len(words), random):
        words[place] = _invented(random)
    return " ".join(words)


def _places(words: int, random: Random) -> Iterator[int]:
    expected = words / WORDS_A_REPLACEMENT
    for _ in range(int(expected + random.random())):
        yield int(random.random() * words)


def _invented(random: Random) -> str:
    """Return a word of two to four syllables: the more often it is drawn, the shorter."""
    number = int(_COMMONEST * random.paretovariate(_LAW)) % _MOST_WORDS
    syllables: list[str] = []
    while number or len(syllables) < _FEWEST_SYLLABLES:
        number, syllable = divmod(number, len(_SYLLABLES))
        syllables.append(_SYLLABLES[syllable])
    return "".join(syllables)


def _decoded(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    decoded: dict[str, Any] = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
    return decoded


def main(folder: Path, variants: int, count: int, originals: list[Path]) -> None:
    """Write catalogs and queries, and print where they are."""
    file = folder / "queries.json"
    file.write_text(json.dumps(queries(originals, count)), encoding="utf-8")
    files = [str(path) for path in write(originals, folder, variants)]
    print(json.dumps({"queries": str(file), "files": files}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), [*map(Path, sys.argv[4:])])
