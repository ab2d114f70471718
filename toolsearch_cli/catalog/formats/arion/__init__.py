"""Arion's gateways: tools by namespace, how they are disclosed, and how they are searched.

Recognised are fragments and whole proxy configs, in YAML or JSON, with a gateway at any depth.
Keys may be spelled `like_this` or `likeThis`. Backends, URLs and access rules are not kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats.arion.settings import addresses, read_settings
from toolsearch_cli.catalog.formats.arion.signs import gateways_in
from toolsearch_cli.catalog.formats.arion.tools import read_sources
from toolsearch_cli.errors import NoToolsError, ServersOnlyError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json, Source

_BESIDE: Final = "name this file beside what holds the tools: its modes and its search count then"


def recognises(value: Json) -> bool:
    """Whether a gateway stands somewhere in it."""
    return next(gateways_in(value), None) is not None


def read(document: Document) -> tuple[Source, ...]:
    """Read every gateway: its tools are a source for each namespace, the rest is a `Gateway`.

    A document of which no gateway holds tools is to be refused where it stands alone.

    Raises:
        InputError: Something in the structure has the wrong type.
    """
    sources: list[Source] = []
    to_capture: list[tuple[str, str]] = []
    taken: set[str] = set()
    for gateway, pointer in gateways_in(document.value, forced=True):
        own = read_sources(document, gateway, pointer)
        for source in own:
            if source.name in taken:
                document.remarks.warn(
                    f"another gateway has the namespace {source.name} too: they are two sources",
                    source.provenance.pointer,
                )
        taken |= {source.name for source in own}
        sources += own
        document.remarks.configure(read_settings(document, gateway, pointer))
        to_capture += addresses(gateway)
    if not sources:
        _refuse_alone(document, to_capture)
    return tuple(sources)


def _refuse_alone(document: Document, to_capture: Sequence[tuple[str, str]]) -> None:
    from toolsearch_cli.catalog.capturing import capture_lines

    count = sum(len(gateway.servers) for gateway in document.remarks.gateways)
    if not count:
        refusal = NoToolsError(
            "configures a gateway but holds no tools", file=document.file, hint=_BESIDE
        )
    else:
        lines = ["capture their tools:", *capture_lines(to_capture)] if to_capture else []
        refusal = ServersOnlyError(
            f"names {count} server{'' if count == 1 else 's'} but holds no tools",
            file=document.file,
            hint="\n".join([*lines, _BESIDE]),
        )
    document.remarks.refuse_alone(refusal)


_EXAMPLE: Final = """\
tools:
  - namespace: weather
    name: forecast
    description: Weather of the coming days at a place.
    disclosure_mode: EAGER
    input_schema:
      type: object
      properties: {place: {type: string}}
dynamic_mcp_servers:
  - {namespace: mail, transport: StreamableHttp, url: "http://mail:8080/mcp"}
search: {max_allowable_results: 5}
"""

FORMAT = Format(
    name="arion",
    summary="an Arion gateway, alone or deep in a proxy config",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("instructions", "tools of servers that the gateway asks when it runs"),
    reading=("A gateway may stand at any depth of a proxy's config.",),
)
