"""`defer_loading` as model APIs have it: what a tool's file says, else what the settings say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.hosts.simple.patterns import names_tool
from toolsearch_cli.hosts.simple.settings import Setting

if TYPE_CHECKING:
    from toolsearch_cli.hosts.disclosure import Definition
    from toolsearch_cli.hosts.simple.session import Session
    from toolsearch_cli.hosts.simple.settings import Values

_DEFER: Final = "defer_loading"
_EAGER: Final = "eager"

DEFER_SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        key=_DEFER,
        kind="flag",
        default=True,
        help="What holds for tools whose files say nothing of defer_loading.",
        of_the_host=False,
    ),
    Setting(
        key=_EAGER,
        kind="names",
        names_tools=True,
        default=(),
        help="Tools that are not deferred whatever their files say: source, source/tool or names, "
        "with globs.",
        of_the_host=False,
    ),
)


def is_deferred(session: Session, values: Values, one: Definition) -> bool:
    """Say whether a tool is deferred; core tools never are."""
    if session.source(one).kind == "core" or names_tool(values.names(_EAGER), session, one):
        return False
    said = one.tool.deferred
    return values.flag(_DEFER) if said is None else said
