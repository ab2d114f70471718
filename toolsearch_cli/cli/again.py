"""The options of a run as one would type them again, for the commands that are suggested next."""

from __future__ import annotations

from enum import Enum
from shlex import join
from typing import TYPE_CHECKING, Any, get_type_hints

from typer.models import OptionInfo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolsearch_cli.cli.option_groups import CatalogOptions, ScenarioOptions

_ABOUT_THIS_RUN = frozenset({"show_settings"})
"""Options that do not change what is asked."""


def again(catalogs: CatalogOptions, scenario: ScenarioOptions, paths: Sequence[str] = ()) -> str:
    """Return every option given that decides the answer, `paths` as `-c PATH`; "" without any."""
    return join(words_again(catalogs, scenario, paths))


def words_again(
    catalogs: CatalogOptions, scenario: ScenarioOptions, paths: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the same as words, for a process that is started without a shell."""
    named = catalogs._replace(catalog=[*(catalogs.catalog or ()), *paths])
    return (*_written(named), *_written(scenario))


def _written(options: CatalogOptions | ScenarioOptions) -> Iterator[str]:
    flags = _flags(type(options))
    for field, value in options._asdict().items():
        if field in _ABOUT_THIS_RUN:
            continue
        for one in value if isinstance(value, list) else (value,):
            if one is True:
                yield flags[field]
            elif one is not None and one is not False:
                yield from (flags[field], str(one.value if isinstance(one, Enum) else one))


def _flags(group: type[Any]) -> dict[str, str]:
    """Return the shortest flag of each field of an option group."""
    found = {}
    for field, hint in get_type_hints(group, include_extras=True).items():
        (option,) = (one for one in hint.__metadata__ if isinstance(one, OptionInfo))
        # What is written first in an annotation Typer keeps as the default.
        flags = [one for one in (option.default, *(option.param_decls or ())) if one is not ...]
        found[field] = min(map(str, flags), key=len, default=f"--{field.replace('_', '-')}")
    return found
