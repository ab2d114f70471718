"""Name patterns as graph matches them (`pipeline/catalog.rs`)."""

from __future__ import annotations


def matches(pattern: str, name: str) -> bool:
    """Say whether a name fits a pattern, in which `*` stands for any run of characters.

    Without a star the two must be equal. What follows the last star must end the text that the
    parts before it leave over: `a*a` does not fit `a`.
    """
    first, *others = pattern.split("*")
    if not others:
        return pattern == name
    if not name.startswith(first):
        return False
    rest = name[len(first) :]
    *middle, last = others
    for part in middle:
        at = rest.find(part)
        if at < 0:
            return False
        rest = rest[at + len(part) :]
    return rest.endswith(last)
