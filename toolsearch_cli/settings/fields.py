"""Values of a settings file, each with its place, so that an error can name both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from toolsearch_cli.errors import SettingsError, nearest
from toolsearch_cli.settings.sizes import whole_number

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True)
class Field:
    """One value and where it stands."""

    file: str
    pointer: str
    """RFC 6901; empty for the whole document."""
    value: object

    @property
    def place(self) -> str:
        """The file and the pointer, as errors begin."""
        return ": ".join(part for part in (self.file, self.pointer) if part)

    def error(self, reason: str, hint: str | None = None) -> SettingsError:
        """Return the error that names the place."""
        return SettingsError(f"{self.place}: {reason}", hint=hint)

    def expected(self, what: str, hint: str | None = None) -> SettingsError:
        """Return the error for a value of another kind."""
        return self.error(f"expected {what}, found {_kind(self.value)}", hint)

    def below(self, key: object, value: object) -> Field:
        """Return a part of this value."""
        escaped = str(key).replace("~", "~0").replace("/", "~1")
        return Field(self.file, f"{self.pointer}/{escaped}", value)

    def mapping(self, known: Collection[str] | None = None) -> Mapping[str, Field]:
        """Return the entries of a mapping that have a value; nothing at all is an empty one.

        Raises:
            SettingsError: It is no mapping, or has a key that is not `known`.
        """
        if self.value is None:
            return {}
        if not isinstance(self.value, dict):
            raise self.expected("a mapping")
        fields = {str(key): self.below(key, value) for key, value in self.value.items()}
        for key, field in fields.items():
            if known is not None and key not in known:
                raise field.error("no such setting", nearest(key, known))
        return {key: field for key, field in fields.items() if field.value is not None}

    def entries(self) -> tuple[Field, ...]:
        """Return the entries of a list.

        Raises:
            SettingsError: It is no list.
        """
        if not isinstance(self.value, list):
            raise self.expected("a list")
        return tuple(self.below(position, value) for position, value in enumerate(self.value))

    def text(self) -> str:
        """Return text; a number is taken as it is written.

        Raises:
            SettingsError: It is neither.
        """
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        raise self.expected("text")

    def texts(self) -> tuple[str, ...]:
        """Return one text or a list of them.

        Raises:
            SettingsError: It is neither.
        """
        if isinstance(self.value, list):
            return tuple(entry.text() for entry in self.entries())
        return (self.text(),)

    def number(self) -> int:
        """Return a whole number that is not negative: `20000`, `20k`.

        Raises:
            SettingsError: It is none.
        """
        size = None if isinstance(self.value, bool) else whole_number(str(self.value))
        if size is None:
            raise self.expected("a whole number", "write 20000, 20k or 20_000")
        return size

    def choice(self, words: Collection[str]) -> str:
        """Return one of `words`.

        Raises:
            SettingsError: It is another; the hint suggests one.
        """
        text = self.value
        if isinstance(text, str) and text in words:
            return text
        hint = nearest(text, words) if isinstance(text, str) else None
        if hint is None or not hint.startswith("did you mean"):
            hint = None  # the words are all said already
        raise self.expected(f"one of {', '.join(words)}", hint)

    def day(self) -> date:
        """Return a date.

        Raises:
            SettingsError: It is none.
        """
        value = self.value
        if isinstance(value, date) and not isinstance(value, datetime):
            return value
        try:
            return date.fromisoformat(self.text())
        except ValueError:
            raise self.expected("a date", "write 2026-12-31") from None


def _kind(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case list():
            return "a list"
        case dict():
            return "a mapping"
        case str():
            return repr(value)
        case _:
            return str(value).lower()
