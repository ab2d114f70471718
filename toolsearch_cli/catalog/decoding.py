"""Text -> values, whichever of JSON, JSONC, JSON lines and YAML it is written in."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.json_text import (
    Decoded,
    MoreTextError,
    TextError,
    TextSyntaxError,
    decode_json,
    decode_json_values,
    opens_value,
    too_deep,
    without_comments,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_YAML_ENDINGS: Final = (".yaml", ".yml")
_JSON_ENDINGS: Final = (".json", ".jsonc", ".jsonl", ".ndjson")
_JSON_START: Final = re.compile(r"(?:\s|//[^\n]*+|/\*(?s:.*?)\*/)*+[\[{]")
# Reading a key takes the square of its parts: here are more of them than anyone writes.
_ENDLESS_TOML_KEY: Final = re.compile(r"^(?:[^.=\n]{1,60}\.){1000}", re.MULTILINE)
_NOTHING: Final = Decoded(())
_TOLD_LAST: Final = 9


def decode(text: str, file: str) -> Decoded:
    """Decode a text; the file's ending decides only what is tried and which error is told.

    Raises:
        TextError: It is none of them, is nested too deeply, or holds what JSON cannot.
    """
    if not text or text.isspace():
        raise TextError("is empty")
    name = file.removesuffix(".gz")
    try:
        return decode_json(text)
    except TextSyntaxError as error:
        not_json = error
    told, rank_of_told = not_json, _TOLD_LAST
    for rank, attempt in _attempts(text, name, not_json):
        try:
            decoded = attempt(text)
        except TextSyntaxError as error:
            if rank < rank_of_told:
                rank_of_told, told = rank, error
            continue
        if decoded.values:
            return decoded
    raise told


def _attempts(
    text: str, name: str, not_json: TextSyntaxError
) -> Iterator[tuple[int, Callable[[str], Decoded]]]:
    """What to try after JSON, in order, each with its rank among the errors to tell."""
    is_yaml, is_toml = name.endswith(_YAML_ENDINGS), name.endswith(".toml")
    if is_yaml:
        yield 0, _decode_yaml
    if is_toml:
        yield 0, _decode_toml
    if _may_be_jsonc(text, not_json.position or 0):
        yield 1, _decode_jsonc
    if isinstance(not_json, MoreTextError) or not opens_value(text):
        yield 2, decode_json_values
    if not (is_yaml or is_toml or _JSON_START.match(text)):
        yield _TOLD_LAST if name.endswith(_JSON_ENDINGS) else 3, _decode_yaml


def _may_be_jsonc(text: str, position: int) -> bool:
    """Up to its first comment or trailing comma JSONC is JSON: there the error was found."""
    return text[position : position + 1] in ("/", ",", "]", "}") or text.endswith(",", 0, position)


def _decode_jsonc(text: str) -> Decoded:
    plain = without_comments(text)
    return _NOTHING if plain == text else decode_json(plain)


def _decode_yaml(text: str) -> Decoded:
    from toolsearch_cli.catalog.yaml_text import decode_yaml

    decoded = decode_yaml(text)
    if not decoded.values:
        raise TextSyntaxError("holds nothing but comments")
    return decoded


def _decode_toml(text: str) -> Decoded:
    """Only client configs are written in TOML; dates become text."""
    import tomllib

    if _ENDLESS_TOML_KEY.search(text):
        raise too_deep()
    try:
        plain = json.dumps(tomllib.loads(text), default=str, allow_nan=False)
    except ValueError as error:
        raise TextSyntaxError(f"not TOML: {error}") from None
    except RecursionError:
        raise too_deep() from None
    return decode_json(plain)
