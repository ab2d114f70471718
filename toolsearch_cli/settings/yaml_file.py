"""YAML as a host's config loader reads it: plain safe loading, infinities included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolsearch_cli.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

    import yaml

MAX_BYTES = 1024 * 1024
MAX_VALUES = 100_000
"""Most values of a document, an aliased one counted each time it is used."""


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
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        if node is not None and _expanded(node, {}) > MAX_VALUES:
            raise SettingsError(f"{place}: aliases expand to more than {MAX_VALUES:,} values")
        return None if node is None else loader.construct_document(node)
    except RecursionError:
        raise SettingsError(f"{place}: nested too deeply") from None
    except (yaml.YAMLError, ValueError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise SettingsError(f"{place}: not YAML: {reason}") from None


def _expanded(node: yaml.Node, known: dict[int, int]) -> int:
    """Count the values in a node; what refers to itself counts as more than is allowed."""
    if id(node) not in known:
        known[id(node)] = MAX_VALUES
        children: list[yaml.Node] = []
        if isinstance(node.value, list):
            for child in node.value:
                children += child if isinstance(child, tuple) else [child]
        known[id(node)] = 1 + sum(_expanded(child, known) for child in children)
    return known[id(node)]
