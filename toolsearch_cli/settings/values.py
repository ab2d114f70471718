"""One `KEY=VALUE` value, read as the host's YAML config would read it."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]*")
_BOOLEANS = {
    "true": True,
    "yes": True,
    "on": True,
    "false": False,
    "no": False,
    "off": False,
}


def setting_value(text: str) -> object:
    """Return the YAML 1.1 value of `text`: `on` is true, `7.5` a float, `[a, b]` a list.

    What begins with `*` is a text.

    Raises:
        SettingsError: The text is not YAML.
    """
    if _WHOLE.fullmatch(text):
        return int(text)
    if _WORD.fullmatch(text) and text.lower() not in ("null", "y", "n"):
        return _BOOLEANS.get(text.lower(), text)
    if text.startswith("*"):  # a glob: in YAML it would be the name of a value, and none has one
        return text
    from toolsearch_cli.settings.yaml_file import load_yaml_text

    return load_yaml_text(text, "--set")
