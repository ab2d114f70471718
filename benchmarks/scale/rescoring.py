"""What it takes to keep our scores where another engine finds the documents.

    python -m benchmarks.scale.rescoring [--huge FOLDER] [--variants N] [FILE ...]

Prints a Markdown table for the catalogs that `benchmarks.scale` makes. Simulated are engines with
the formula of Hermes but for what Lucene and Tantivy do otherwise: the length of a document in one
byte (`coded`); with Tantivy also a k1 of its own, which is not an option there; and shards, one a
variant of the catalogs, each of which counts documents, holders and lengths for itself. How many
queries get another ten than ours, and how many candidates must be fetched until rescoring them is
certain to give ours.
"""

from __future__ import annotations

import argparse
import tempfile
from array import array
from bisect import bisect_right
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final

from benchmarks.scale.beside import LIMIT, indexed_documents
from benchmarks.scale.catalogs import queries, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolsearch_cli.search.array_columns import ArrayColumns
    from toolsearch_cli.search.matching import Scored

ROOT: Final = Path(__file__).parents[2]
K1: Final = 1.5
"""That of Hermes."""
TANTIVY_K1: Final = 1.2
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


def columns(
    texts: Sequence[str], *, k1: float = K1, coding: Callable[[int], int] | None = None
) -> ArrayColumns:
    """Index texts as Hermes does, but for k1 and what `coding` makes of each length."""
    from toolsearch_cli.search.array_columns import ArrayColumns
    from toolsearch_cli.search.bm25 import Bm25
    from toolsearch_cli.search.formula import Parameters
    from toolsearch_cli.search.postings import Analysis, Postings

    postings, parameters = Postings(((text,) for text in texts), Analysis()), Parameters(k1=k1)
    norms = Bm25(postings, parameters).norms
    if coding is not None:
        b, average = parameters.b, postings.mean_length
        norms = array("d", [k1 * (1 - b + b * coding(one) / average) for one in postings.lengths])
    return ArrayColumns(postings, parameters, norms)


def rescored(
    ours: ArrayColumns, theirs: ArrayColumns, terms: Sequence[str], most: float = 1.0
) -> tuple[tuple[Scored, ...], int]:
    """Return our ten best for a query from the candidates of another engine, and how many.

    No document that was not returned scores more with us than `most` times the last candidate's
    score there. As soon as our tenth score is above that, nothing is missing; until then, twice as
    many candidates are asked for.

    Args:
        ours: Whose scores count.
        theirs: What finds the candidates.
        terms: The query.
        most: The largest quotient of a part of a score here and there. A length that is taken for
            shorter only raises a score, so that coding allows 1. With a smaller k1 it is the
            quotient of the two k1 + 1, which parts approach as the count of a term grows.
    """
    fetch = LIMIT
    while True:
        candidates = theirs.matches(terms, fetch, None, ()).best
        scores = [(document, _score(ours, terms, document)) for document, _ in candidates]
        best = tuple(sorted(scores, key=lambda one: (-one[1], one[0]))[:LIMIT])
        if len(candidates) < fetch or best[-1][1] > most * candidates[-1][1]:
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


def measured(shards: Sequence[Sequence[str]], asked: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows of the table for one catalog.

    Args:
        shards: The texts of each.
        asked: The words of each query.
    """
    texts = [*chain.from_iterable(shards)]
    ours = columns(texts)
    expected = [ours.matches(terms, LIMIT, None, ()).best for terms in asked]
    places = [[document for document, _ in best] for best in expected]
    for name, k1 in (("length in a byte", K1), (f"and k1 = {TANTIVY_K1:g}", TANTIVY_K1)):
        theirs, most = columns(texts, k1=k1, coding=coded), (K1 + 1) / (k1 + 1)
        plain = [[at for at, _ in theirs.matches(terms, LIMIT, None, ()).best] for terms in asked]
        answers = [rescored(ours, theirs, terms, most) for terms in asked]
        fetched = [count for _, count in answers]
        wrong = sum(best != wanted for (best, _), wanted in zip(answers, expected, strict=True))
        needed = (f"{median(fetched):.0f}", f"{quantiles(fetched, n=100)[-1]:.0f}", max(fetched))
        yield _row(texts, name, *_different(plain, places), *needed, wrong)
    if len(shards) > 1:
        sizes, indexes = [len(one) for one in shards], [columns(one) for one in shards]
        merged = [of_shards(indexes, sizes, terms) for terms in asked]
        yield _row(texts, f"{len(shards)} shards", *_different(merged, places), "", "", "", "")


def _row(texts: Sequence[str], *cells: object) -> str:
    return f"| {len(texts):,} | {' | '.join(map(str, cells))} |"


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
    print("| tools | engine | other order | other ten | median | 99 % | most | wrong |")
    print("| --: | --- | --: | --: | --: | --: | --: | --: |")
    for some in (shards[:1], shards):
        for row in measured(some, asked):
            print(row, flush=True)


if __name__ == "__main__":
    main()
