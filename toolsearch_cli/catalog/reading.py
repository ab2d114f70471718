"""A file's bytes -> text: bounded in size, unpacked, and UTF-8 or nothing."""

from __future__ import annotations

import stat
import zlib
from codecs import getincrementaldecoder
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Protocol
from unicodedata import category

from toolsearch_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""How an archive starts, with entries and without."""
_BUNDLES = (".mcpb", ".dxt", ".zip")
_CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
_SIZES = ("UTF-16", "UTF-32")
_ORDERS = ("LE", "BE")
_SAMPLE = 4096
_NOT_IN_TEXT = frozenset(range(32)) - frozenset(b"\t\n\r\f\b\x1b")
_NO_TEXT = frozenset({"Cc", "Cn", "Co", "Cs"})
_IS_IT_TEXT = "is it a text file?"
_USE_STDIN = "pipe it in and name `-`"
_UNPACK = "unpack it once and try again"
_SAVE_AS = "save it as UTF-8 and try again"


class Readable(Protocol):
    """What can be read from: a file, standard input, a buffer."""

    def read(self, size: int, /) -> bytes | None:
        """At most `size` bytes; none at the end."""


def read_path(path: Path, file: str, max_bytes: int) -> str:
    """Read a file's text.

    Args:
        path: The file; a folder, a pipe or a device is refused.
        file: How errors call it.
        max_bytes: The most bytes its unpacked content may have.

    Raises:
        InputError: It cannot be opened, is too large, or is not UTF-8 text.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise InputError("not a regular file", file=file, hint=_USE_STDIN)
        with path.open("rb", buffering=0) as stream:
            if path.suffix.lower() in _BUNDLES and stream.read(len(_ZIP[0])) in _ZIP:
                return _manifest(stream, file, max_bytes)
            stream.seek(0)
            return _text(_read(stream, status.st_size, max_bytes), file, max_bytes)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", file=file) from None


def read_stream(stream: Readable, file: str, max_bytes: int) -> str:
    """Read a stream's text, to its end or until it is too large.

    Raises:
        InputError: It cannot be read, is too large, or is not UTF-8 text.
    """
    try:
        data = _read(stream, _CHUNK, max_bytes)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", file=file) from None
    return _text(data, file, max_bytes)


def _read(stream: Readable, expected: int, max_bytes: int) -> bytes:
    """All bytes to the end, or one more than the limit."""
    parts: list[bytes] = []
    size, wanted = 0, expected + 1
    while size <= max_bytes and (part := stream.read(min(wanted, max_bytes + 1 - size))):
        parts.append(part)
        size += len(part)
        wanted = _CHUNK
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _text(data: bytes, file: str, max_bytes: int) -> str:
    if len(data) <= max_bytes and data.startswith(_GZIP):
        data = _unpack(data, file, max_bytes)
        if data.startswith(_GZIP):
            raise InputError("is packed with gzip twice", file=file, hint=_UNPACK)
    if len(data) > max_bytes:
        raise _too_large(file, max_bytes)
    if data.startswith(_ZIP):
        return _manifest(BytesIO(data), file, max_bytes)
    return _decode(data, file)


def _manifest(stream: BinaryIO, file: str, max_bytes: int) -> str:
    from toolsearch_cli.catalog.archives import manifest_in

    return _decode(manifest_in(stream, file, max_bytes), file)


def _unpack(data: bytes, file: str, max_bytes: int) -> bytes:
    """The members of a gzip file, joined, never holding more than the limit."""
    parts: list[bytes] = []
    room = max_bytes + 1
    while data and room > 0:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            part = unpacker.decompress(data, room)
        except zlib.error as error:
            raise InputError(f"cannot be unpacked: {error}", file=file) from None
        parts.append(part)
        room -= len(part)
        if not unpacker.eof and room > 0:
            raise InputError("the gzip data ends too early", file=file)
        data = unpacker.unused_data.lstrip(b"\0")
    return b"".join(parts)


def _too_large(file: str, max_bytes: int) -> InputError:
    return InputError(
        f"larger than {max_bytes:,} bytes", file=file, hint="raise the limit with --max-bytes"
    )


def _decode(data: bytes, file: str) -> str:
    if encoding := _other_encoding(data):
        raise InputError(f"is {encoding}, not UTF-8", file=file, hint=_SAVE_AS)
    skipped = len(_BOM) if data.startswith(_BOM) else 0
    if data.startswith(_BOM, skipped or len(data)):
        raise InputError("starts with two byte order marks", file=file, hint=_SAVE_AS)
    zero = data.find(0)
    try:
        text = str(data[skipped:], "utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, error.start + skipped, file) from None
    if zero >= 0:
        raise InputError(f"holds a NUL byte at offset {zero}", file=file, hint=_IS_IT_TEXT)
    return text


def _not_utf8(data: bytes, wrong: int, file: str) -> InputError:
    """The error for a byte that is not UTF-8: in text of another encoding, or in no text at all."""
    byte = f"byte {wrong} is 0x{data[wrong]:02x}"
    if _NOT_IN_TEXT.isdisjoint(data[:_SAMPLE]):
        return InputError(f"is not UTF-8: {byte}", file=file, hint=_SAVE_AS)
    return InputError(f"is not text: {byte}, which is not UTF-8", file=file, hint=_IS_IT_TEXT)


def _other_encoding(data: bytes) -> str | None:
    """Name the encoding of text that is UTF-16 or UTF-32: by its mark, or ASCII by its zeros."""
    marked = next((one for mark, one in _OTHER_BOMS.items() if data.startswith(mark)), None)
    has_pattern = 0 in data[:2] and data[:64:2].count(0) != data[1:64:2].count(0)
    if marked is None and not has_pattern:
        return None
    is_text = any(_reads(data, f"{marked or size}-{order}") for size in _SIZES for order in _ORDERS)
    return (marked or " or ".join(_SIZES)) if is_text else None


def _reads(data: bytes, encoding: str) -> bool:
    """Whether the start of some bytes is text in an encoding: characters, and no controls."""
    decoder = getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(data[:_SAMPLE])
    except UnicodeDecodeError:
        return False
    return bool(text) and all(category(one) not in _NO_TEXT or one in "\t\n\r\f" for one in text)


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
