r"""BPE vocabularies in the form that ships with the package, and in the form OpenAI publishes.

Published is a line a token: its bytes in base64, a space, its rank. In both vocabularies the ranks
are 0, 1, 2, ... in the order of the lines, the first 256 tokens are the single bytes, and no longer
token holds the byte 0xFF, which UTF-8 never uses. So the shipped file is the 256 bytes, then the
other tokens with 0xFF between them: one `split` reads it, in a tenth of the time.

Run as a module it packs standard input:
`python -m toolsearch_cli.tokens.vocabulary < o200k_base.tiktoken > o200k_base.ranks`
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final

from toolsearch_cli.data import DIRECTORY
from toolsearch_cli.errors import ExternalError

_SINGLE: Final = 256
_BETWEEN: Final = b"\xff"

SHIPPED_SHA256: Final = {
    "o200k_base": "2389893ec9091bbd4f21a3a65be87b3e5eeeab662157f16c65d7706b4c892338",
    "cl100k_base": "db57ebf8a1ae3bb1cc29f10c1b3403b06a0a5689bd9651ead468bb81dc612217",
}
"""Of the files in `data/vocabularies`; checked on every load."""

PUBLISHED_SHA256: Final = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}
"""Of the published text, as `tiktoken_ext.openai_public` checks it."""


def load(name: str) -> dict[bytes, int]:
    """Return the ranks of a shipped vocabulary: token bytes to rank, from 0, without gaps.

    Raises:
        ExternalError: The file is missing or is not the one that was shipped.
    """
    path = DIRECTORY / "vocabularies" / f"{name}.ranks"
    hint = "reinstall toolsearch-cli; without --exact no vocabulary is needed"
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise ExternalError(f"cannot read {path}: {error.strerror}", hint=hint) from error
    if sha256(packed).hexdigest() != SHIPPED_SHA256[name]:
        raise ExternalError(f"{path} is damaged: its SHA-256 is not the expected one", hint=hint)
    return unpack(packed)


def unpack(packed: bytes) -> dict[bytes, int]:
    """Return the ranks that `pack` was given as text."""
    tokens = [packed[index : index + 1] for index in range(_SINGLE)]
    tokens += packed[_SINGLE:].split(_BETWEEN)
    return dict(zip(tokens, range(len(tokens)), strict=True))


def pack(published: bytes) -> bytes:
    """Return the shipped form of a published vocabulary.

    Raises:
        ValueError: It does not have the properties that the shipped form relies on.
    """
    lines = [line.split() for line in published.splitlines()]
    tokens = [b64decode(token) for token, _ in lines]
    packed = b"".join(tokens[:_SINGLE]) + _BETWEEN.join(tokens[_SINGLE:])
    if publish(unpack(packed)) != published:
        raise ValueError("this vocabulary cannot be packed: see the module's docstring")
    return packed


def publish(ranks: dict[bytes, int]) -> bytes:
    """Return the published form of `ranks`, in their order."""
    return b"".join(b"%b %d\n" % (b64encode(token), rank) for token, rank in ranks.items())


if __name__ == "__main__":
    sys.stdout.buffer.write(pack(sys.stdin.buffer.read()))
