"""Vectors on disk, by text, model and dimensions. Whatever the disk does, a search goes on.

One SQLite file: a write is whole or not there, and two processes may use it at a time. It holds
hashes of texts and never a text. A damaged file is thrown away, a damaged vector is not there.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping

    from toolsearch_cli.endpoints.vectors import Vector

VARIABLE: Final = "TOOLSEARCH_CACHE"
"""The environment variable that names the folder for what is kept between runs."""

MOST_BYTES: Final = 512 << 20
"""Size of the file above which its oldest quarter is forgotten."""

_FILE: Final = "vectors-1.sqlite3"
_PATIENCE: Final = 2.0
"""Seconds to wait while another process writes."""
_CHECK: Final = 4
_TABLE: Final = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, numbers BLOB NOT NULL)"
_FIND: Final = "SELECT numbers FROM vectors WHERE key = ?"
_KEEP: Final = "INSERT OR REPLACE INTO vectors VALUES (?, ?)"
_FORGET: Final = (
    "DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors ORDER BY rowid"
    " LIMIT (SELECT count(*) / 4 FROM vectors))"
)


class VectorCache(Protocol):
    """Keeps vectors. Never raises."""

    def load(self, texts: Iterable[str], model_id: str, dimensions: int) -> dict[str, Vector]:
        """Return the vectors that are known of `texts`."""

    def save(self, vectors: Mapping[str, Vector], model_id: str, dimensions: int) -> None:
        """Keep the vector of each text."""


def cache_folder(environ: Mapping[str, str]) -> Path | None:
    """Return where this program keeps what it may lose; `None` where the user has no such place.

    `TOOLSEARCH_CACHE`, else `toolsearch` in the user's folder for such files.
    """
    named = environ.get(VARIABLE)
    if named:
        return Path(named)
    base = environ.get("XDG_CACHE_HOME", "")
    if not Path(base).is_absolute():  # as the XDG specification asks for
        base = environ.get("LOCALAPPDATA", "")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "toolsearch"
    except RuntimeError:  # no home
        return None


class DiskCache:
    """A `VectorCache` in a folder."""

    __slots__ = ("_file", "_most_bytes")

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        """Use `folder`, which is made when the first vector is kept."""
        self._file = folder / _FILE
        self._most_bytes = most_bytes

    def load(self, texts: Iterable[str], model_id: str, dimensions: int) -> dict[str, Vector]:
        """Return the vectors that are known of `texts`."""
        found: dict[str, Vector] = {}
        with _tolerating(self._file):
            if not self._file.is_file():
                return found
            with closing(self._opened()) as database:
                for text in texts:
                    row = database.execute(_FIND, (_key(text, model_id, dimensions),)).fetchone()
                    vector = unpack(row[0], dimensions) if row else None
                    if vector is not None:
                        found[text] = vector
        return found

    def save(self, vectors: Mapping[str, Vector], model_id: str, dimensions: int) -> None:
        """Keep the vector of each text, if the disk lets us."""
        rows = [
            (_key(text, model_id, dimensions), pack(vector)) for text, vector in vectors.items()
        ]
        # The first try may end with a damaged file that is thrown away.
        for _ in range(2):
            with _tolerating(self._file):
                self._write(rows)
                return

    def _write(self, rows: list[tuple[bytes, bytes]]) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file.touch(mode=0o600)
        with closing(self._opened()) as database, database:
            database.execute(_TABLE)
            database.executemany(_KEEP, rows)
            if self._file.stat().st_size > self._most_bytes:
                database.execute(_FORGET)

    def _opened(self) -> sqlite3.Connection:
        import sqlite3

        database = sqlite3.connect(self._file, timeout=_PATIENCE)
        # A vector that is lost with the power is asked for again; a disk that waits is felt.
        database.execute("PRAGMA synchronous = OFF")
        return database


@contextmanager
def _tolerating(file: Path) -> Iterator[None]:
    """Go on after whatever a disk does; a file that is no database any more is removed."""
    import sqlite3

    try:
        yield
    except (OSError, sqlite3.OperationalError):  # no access, no room, busy
        return
    except sqlite3.DatabaseError:
        with suppress(OSError):
            file.unlink()


def _key(text: str, model_id: str, dimensions: int) -> bytes:
    whole = f"{dimensions} {len(model_id)} {model_id}{text}"
    return sha256(whole.encode("utf-8", "surrogatepass")).digest()


def pack(vector: Vector) -> bytes:
    """Return a vector as 4 bytes a number, the lowest first, and a CRC-32 of them."""
    numbers = _little_endian(array("f", vector)).tobytes()
    return numbers + zlib.crc32(numbers).to_bytes(_CHECK, "little")


def unpack(packed: object, dimensions: int) -> Vector | None:
    """Return the vector that `pack` was given; `None` for anything else."""
    if not isinstance(packed, bytes) or len(packed) != 4 * dimensions + _CHECK:
        return None
    numbers, check = packed[:-_CHECK], packed[-_CHECK:]
    if zlib.crc32(numbers).to_bytes(_CHECK, "little") != check:
        return None
    vector = array("f")
    vector.frombytes(numbers)
    return _little_endian(vector)


def _little_endian(numbers: array[float]) -> array[float]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
