"""An MCP bundle's bytes -> its `manifest.json`: nothing else of the archive is unpacked."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO, Final

from toolsearch_cli.errors import InputError
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

_MANIFEST: Final = "manifest.json"
_LOCKED: Final = 1
_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_LONGEST_COMMENT: Final = 0xFFFF
_LOCATOR_OF_64_BITS: Final = b"PK\x06\x07"
_LOCATOR_SIZE: Final = 20
# A bundle with a whole node_modules has some ten thousand entries of about a hundred bytes each.
_LARGEST_DIRECTORY: Final = 8 << 20


def manifest_in(stream: BinaryIO, file: str, max_bytes: int) -> bytes:
    """Return the bytes of a bundle's manifest.

    Args:
        stream: The archive, which is sought in.
        file: How errors call it.
        max_bytes: The most bytes the manifest may have.

    Raises:
        InputError: It is no readable archive, has no manifest or too many entries, or its
            manifest is too large.
    """
    from zipfile import BadZipFile, ZipFile
    from zlib import error as packing_error

    try:
        _check_directory(stream, file)
        with ZipFile(stream) as archive:
            return _unpacked(archive, _entry(archive, file), file, max_bytes)
    except (BadZipFile, packing_error, OSError, EOFError, ValueError, OverflowError, struct.error):
        raise InputError("cannot be unpacked: it is damaged", file=file) from None
    except (NotImplementedError, RuntimeError):
        raise InputError("cannot be unpacked: it is packed in a rare way", file=file) from None


def _check_directory(stream: BinaryIO, file: str) -> None:
    """Refuse an archive whose list of entries alone would fill the memory."""
    size = stream.seek(0, 2)
    start = max(0, size - _END_SIZE - _LONGEST_COMMENT - _LOCATOR_SIZE)
    stream.seek(start)
    tail = stream.read()
    end = tail.rfind(_END)
    if end < 0 or len(tail) - end < _END_SIZE:
        raise InputError("cannot be unpacked: it ends too early", file=file)
    (directory,) = struct.unpack_from("<I", tail, end + 12)
    if _LOCATOR_OF_64_BITS in tail or directory > _LARGEST_DIRECTORY:
        raise InputError("has too many entries for a bundle", file=file)
    stream.seek(0)


def _entry(archive: ZipFile, file: str) -> ZipInfo:
    found = [entry for entry in archive.infolist() if entry.filename == _MANIFEST]
    if not found:
        raise InputError(f"is a zip archive without a {_MANIFEST}", file=file, hint=_hint(archive))
    if len(found) > 1:
        raise InputError(f"holds {len(found)} files of the name {_MANIFEST}", file=file)
    return found[0]


def _hint(archive: ZipFile) -> str:
    """Return what to do about a manifest that is not there, or not at the top."""
    for name in archive.namelist():
        if name.replace("\\", "/").lower().endswith(f"/{_MANIFEST}") or name.lower() == _MANIFEST:
            return f"a bundle has it at its top, this one has {visible(name)}: pack it again"
    return "an MCP bundle has one; unpack other archives and name what is in them"


def _unpacked(archive: ZipFile, entry: ZipInfo, file: str, max_bytes: int) -> bytes:
    from zipfile import ZIP_DEFLATED, ZIP_STORED

    if entry.flag_bits & _LOCKED:
        raise InputError(f"cannot be unpacked: its {_MANIFEST} is encrypted", file=file)
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise InputError("cannot be unpacked: it is packed in a rare way", file=file)
    if entry.file_size <= max_bytes:
        with archive.open(entry) as packed:
            data = packed.read(max_bytes + 1)  # whatever the entry says of its size
        if len(data) <= max_bytes:
            return data
    raise InputError(
        f"its {_MANIFEST} is larger than {max_bytes:,} bytes",
        file=file,
        hint="raise the limit with --max-bytes",
    )
