"""Whether a server's settings have the types that clients want: no half of a command is started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import child, type_in_words
from toolsearch_cli.catalog.formats.client_config import (
    COMMAND_KEYS,
    ENV_KEYS,
    HEADER_KEYS,
    URL_KEYS,
)
from toolsearch_cli.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolsearch_cli.catalog.model import Json

    Settings = dict[str, Json]

FOLDER_KEYS: Final = ("cwd", "workingDirectory", "working_directory")
NAMED_ENV_KEYS: Final = ("env_vars", "env_keys")
"""Codex, Goose: names of variables that are passed on."""
_STRING, _ARRAY, _OBJECT = "a string", "an array", "an object"


def misfit(settings: Settings) -> str:
    """Return what is wrong with the types of a server's settings, or nothing.

    Such as `args/3: expected a string, found null`. Numbers and booleans do as words and values.
    A key that is null does as one that is not there, except for arguments. No value is told.
    """
    has_url = any(isinstance(settings.get(key), str) and settings[key] for key in URL_KEYS)
    problems = _of_address(settings) if has_url else _of_program(settings)
    return next(problems, "")


def _of_address(settings: Settings) -> Iterator[str]:
    yield from _texts_by_name(settings, (*HEADER_KEYS, "env_http_headers"))
    yield from _strings(settings, ("bearer_token_env_var",))
    options = settings.get("requestOptions")  # Continue
    if isinstance(options, dict):
        for problem in _texts_by_name(options, HEADER_KEYS):
            yield f"requestOptions/{problem}"


def _of_program(settings: Settings) -> Iterator[str]:
    yield from _strings(settings, URL_KEYS)
    for key in COMMAND_KEYS:
        yield from _command(key, settings.get(key))
    if "args" in settings:
        yield from _words("args", settings["args"])
    yield from _texts_by_name(settings, ENV_KEYS)
    yield from _strings(settings, (*FOLDER_KEYS, "envFile"))
    for key in NAMED_ENV_KEYS:
        if settings.get(key) is not None:
            yield from _words(key, settings[key])


def _command(key: str, command: Json) -> Iterator[str]:
    """A program; some clients write it with its arguments, as a list or (Zed, once) an object."""
    if isinstance(command, list):
        yield from _words(key, command)
    elif isinstance(command, dict):
        inner: Iterable[str] = (
            *_strings(command, ("path",)),
            *(_words("args", command["args"]) if "args" in command else ()),
            *_texts_by_name(command, ENV_KEYS),
        )
        yield from (f"{key}/{problem}" for problem in inner)
    else:
        yield from _strings({key: command}, (key,))


def _words(key: str, value: Json) -> Iterator[str]:
    if not isinstance(value, list):
        yield _said(key, _ARRAY, value)
        return
    for index, word in enumerate(value):
        if not isinstance(word, str | int | float):
            yield _said(f"{key}/{index}", _STRING, word)


def _strings(settings: Settings, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        value = settings.get(key)
        if value is not None and not isinstance(value, str):
            yield _said(key, _STRING, value)


def _texts_by_name(settings: Settings, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        value = settings.get(key)
        if value is None:
            continue
        if not isinstance(value, dict):
            yield _said(key, _OBJECT, value)
            continue
        for name, text in value.items():
            if not isinstance(text, str | int | float):
                yield _said(key + child("", name), _STRING, text)


def _said(place: str, expected: str, found: Json) -> str:
    return f"{visible(place)}: expected {expected}, found {type_in_words(found)}"
