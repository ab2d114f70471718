"""What it takes to keep our scores where another engine finds the documents.

    python -m benchmarks.scale.rescoring [--huge FOLDER] [--variants N] [FILE ...]

Prints a Markdown table for the catalogs that `benchmarks.scale` makes. Two engines are simulated
with the formula of Hermes, and with what Lucene and Tantivy do otherwise: one keeps the length of
a document in one byte (`coded`), the other one is made of shards, one a variant of the catalogs,
each of which counts documents, holders and lengths for itself. For both: how many queries get
another ten than ours. For the first one also how many candidates it must return until rescoring
them is certain to give ours.
"""

from __future__ import annotations

import argparse
import tempfile
from array import array
from bisect import bisect_right
from itertools import chain
from pathlib import Path
from statistics import mean, quantiles
from typing import TYPE_CHECKING, Final

from benchmarks.scale.beside import LIMIT, indexed_documents
from benchmarks.scale.catalogs import queries, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.search.array_columns import ArrayColumns
    from toolsearch_cli.search.matching import Scored

ROOT: Final = Path(__file__).parents[2]
_EXACT: Final = 24
_LEADING: Final = 8


def _length(byte: int) -> int:
    """Return the length that a byte stands for: four leading bits of what is more than 24."""
    shift, bits = divmod(byte - _EXACT, _LEADING)
    return byte if shift <= 0 else _EXACT + ((_LEADING + bits) << (shift - 1))


LENGTHS: Final = tuple(map(_length, range(256)))
"""The lengths that one byte can tell apart in Lucene (`SmallFloat`) and Tantivy (`fieldnorm`)."""


def coded(length: int) -> int:
    """Return the length that such an engine remembers: never more, and more than 8/9 of it."""
    return LENGTHS[bisect_right(LENGTHS, length) - 1]


def columns(texts: Sequence[str], *, in_a_byte: bool = False) -> ArrayColumns:
    """Index texts as Hermes does, with whole or with coded lengths."""
    from toolsearch_cli.search.array_columns import ArrayColumns
    from toolsearch_cli.search.bm25 import Bm25
    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.postings import Analysis, Postings

    postings, parameters = Postings(((text,) for text in texts), Analysis()), Parameters()
    norms = Bm25(postings, parameters).norms
    if in_a_byte:
        k1, b, average = parameters.k1, parameters.b, postings.mean_length
        norms = array("d", [k1 * (1 - b + b * coded(one) / average) for one in postings.lengths])
    return ArrayColumns(postings, parameters, norms)


def rescored(
    ours: ArrayColumns, theirs: ArrayColumns, terms: Sequence[str]
) -> tuple[tuple[Scored, ...], int]:
    """Return our ten best for a query from the candidates of another engine, and how many.

    A length that is taken for shorter only raises a score. So no document that was not returned
    scores more with us than the last candidate does there: as soon as our tenth score is above
    that, nothing is missing. Until then, twice as many candidates are asked for.
    """
    fetch = LIMIT
    while True:
        candidates = theirs.matches(terms, fetch, None, ()).best
        scores = [(document, _score(ours, terms, document)) for document, _ in candidates]
        best = tuple(sorted(scores, key=lambda one: (-one[1], one[0]))[:LIMIT])
        if len(candidates) < fetch or best[-1][1] > candidates[-1][1]:
            return best, len(candidates)
        fetch *= 2


def of_shards(
    shards: Sequence[ArrayColumns], sizes: Sequence[int], terms: Sequence[str]
) -> list[int]:
    """Return the ten best documents of all shards by the scores of each."""
    found: list[Scored] = []
    first = 0
    for shard, size in zip(shards, sizes, strict=True):
        best = shard.matches(terms, LIMIT, None, ()).best
        found += [(first + document, score) for document, score in best]
        first += size
    return [at for at, _ in sorted(found, key=lambda one: (-one[1], one[0]))[:LIMIT]]


def measured(shards: Sequence[Sequence[str]], asked: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of the table for one catalog.

    Args:
        shards: The texts of each.
        asked: The words of each query.
    """
    texts = [*chain.from_iterable(shards)]
    ours, theirs = columns(texts), columns(texts, in_a_byte=True)
    expected = [ours.matches(terms, LIMIT, None, ()).best for terms in asked]
    places = [[document for document, _ in best] for best in expected]
    plain = [[at for at, _ in theirs.matches(terms, LIMIT, None, ()).best] for terms in asked]
    answers = [rescored(ours, theirs, terms) for terms in asked]
    fetched = [count for _, count in answers]
    wrong = sum(best != wanted for (best, _), wanted in zip(answers, expected, strict=True))
    cells = (
        f"{len(texts):,}",
        "length in a byte",
        *_different(plain, places),
        f"{mean(fetched):.0f}, {quantiles(fetched, n=100)[-1]:.0f}, {max(fetched):,}",
        f"{wrong}",
    )
    rows = [" | ".join(cells)]
    if len(shards) > 1:
        sizes = [len(one) for one in shards]
        indexes = [columns(one) for one in shards]
        merged = [of_shards(indexes, sizes, terms) for terms in asked]
        apart = _different(merged, places)
        rows.append(" | ".join((f"{len(texts):,}", f"{len(shards)} shards", *apart, "", "")))
    return rows


def _score(ours: ArrayColumns, terms: Sequence[str], document: int) -> float:
    return sum(ours.column(term).part(document) or 0.0 for term in terms)


def _different(answers: Sequence[list[int]], expected: Sequence[list[int]]) -> tuple[str, str]:
    """Return the shares of queries with another order, and with other documents."""
    pairs = [*zip(answers, expected, strict=True)]
    order = sum(one != other for one, other in pairs)
    documents = sum(set(one) != set(other) for one, other in pairs)
    return f"{order / len(pairs):.1%}", f"{documents / len(pairs):.1%}"


def main() -> None:
    """Measure and print."""
    from toolsearch_cli.hosts.hermes.releases import release_named
    from toolsearch_cli.hosts.hermes.search import document_text
    from toolsearch_cli.search.words import ascii_words

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--huge", type=Path, default=ROOT.parent / "shared" / "huge")
    parser.add_argument("--variants", type=int, default=10)
    options = parser.parse_args()
    originals = options.files or sorted(options.huge.glob("[ag]*.json.gz"))
    rules = release_named("hermes").search
    asked = [ascii_words(query) for query in queries(originals, 1_000)]
    with tempfile.TemporaryDirectory() as folder:
        files = [str(path) for path in write(originals, Path(folder), options.variants)]
        shards = [
            [document_text(one, rules) for one in indexed_documents(files[at : at + each])]
            for each in (len(originals),)
            for at in range(0, len(files), each)
        ]
    print("| tools | engine | other order | other ten | candidates: mean, 99 %, most | wrong |")
    print("| --: | --- | --: | --: | --: | --: |")
    for some in (shards[:1], shards):
        for row in measured(some, asked):
            print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main()
