"""YAML as a host's config loader reads it: plain safe loading, infinities included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 1024 * 1024


def load_yaml_file(path: Path) -> object:
    """Return the document in `path`; `None` when it is empty.

    Raises:
        SettingsError: It cannot be read, is larger than 1 MiB, or is not YAML.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise SettingsError(f"{path}: larger than 1 MiB, which no settings file is")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: not UTF-8 at byte {error.start}") from None
    return load_yaml_text(text, str(path))


def load_yaml_text(text: str, place: str) -> object:
    """Return the document in `text`; `place` names it in errors.

    Raises:
        SettingsError: It is not YAML.
    """
    import yaml

    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise SettingsError(f"{place}: not YAML: {reason}") from None
