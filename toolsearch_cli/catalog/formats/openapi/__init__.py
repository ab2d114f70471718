"""OpenAPI 3.x and Swagger 2.0: one tool an operation, as FastMCP makes them of such a document.

A name is the `operationId`, or method and path, in the characters that every provider takes. Input
properties are the parameters of the operation and of its path, then the properties of a JSON body
(a body that is no plain object is the property `body`); a parameter whose name is taken gets
`__path`, `__query` and so on. What operations answer is not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolsearch_cli.catalog.document import Format
from toolsearch_cli.catalog.formats.openapi.operations import ELSEWHERE, operations_in
from toolsearch_cli.catalog.formats.openapi.references import References
from toolsearch_cli.catalog.formats.openapi.tools import named, read_operation
from toolsearch_cli.catalog.model import Provenance, Source
from toolsearch_cli.errors import NoToolsError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.document import Document
    from toolsearch_cli.catalog.model import Json

_VERSIONS: Final = ("openapi", "swagger")
_EACH: Final = "one tool is made of each operation: paths: {/items: {get: {...}}}"
_BUNDLE: Final = "put it together first, as with `redocly bundle openapi.yaml -o one.yaml`"


def recognises(value: Json) -> bool:
    """Whether it says its version and has paths; YAML reads `swagger: 2.0` as a number."""
    if not isinstance(value, dict):
        return False
    paths = value.get("info") if value.get("paths") is None else value["paths"]
    is_versioned = any(isinstance(value.get(key), str | int | float) for key in _VERSIONS)
    return is_versioned and isinstance(paths, dict)


def read(document: Document) -> tuple[Source, ...]:
    """Read the one API.

    Raises:
        InputError: The structure has a wrong type, or its references expand without bound.
        NoToolsError: It has no operations.
    """
    value = document.expect_object(document.value, "")
    if isinstance(webhooks := value.get("webhooks"), dict) and webhooks:
        document.remarks.lose("webhook", "webhooks", len(webhooks))
    info = value.get("info")
    title = info.get("title") if isinstance(info, dict) else None
    is_named = isinstance(title, str) and bool(title.strip())
    name = str(title).strip() if is_named else document.source_name
    references = References(document)
    operations = tuple(operations_in(document, name, references))
    if not operations:
        raise _nothing_in(document)
    tools = tuple(read_operation(document, one, references) for one in operations)
    references.warn()
    return (
        Source(
            name=name,
            tools=named(document, tools),
            provenance=Provenance(document.file, "/paths"),
            is_named=is_named,
        ),
    )


def _nothing_in(document: Document) -> NoToolsError:
    """Return the error for an API without operations, which says what it has instead."""
    instead = document.remarks.lost
    reason = f"names no tools, only {', '.join(instead)}"
    if not instead:
        reason = "names no tools: its paths have no operations"
    is_split = any(one.endswith(ELSEWHERE) for one in instead)
    return NoToolsError(reason, file=document.file, hint=_BUNDLE if is_split else _EACH)


_EXAMPLE: Final = """\
openapi: 3.0.3
info: {title: Weather, version: 1.2.0}
paths:
  /places/{place}/forecast:
    parameters:
      - {name: place, in: path, required: true, schema: {type: string}}
    get:
      operationId: getForecast
      summary: Weather of the coming days at a place.
      tags: [forecasts]
      parameters:
        - $ref: '#/components/parameters/Days'
      responses: {'200': {description: The forecast}}
    post:
      summary: Ask to be told when the forecast changes.
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Subscription'}
      responses: {'204': {description: Done}}
components:
  parameters:
    Days: {name: days, in: query, schema: {type: integer, nullable: true}}
  schemas:
    Subscription:
      type: object
      required: [url]
      properties:
        url: {type: string, format: uri}
        when: {$ref: '#/components/schemas/Condition'}
    Condition:
      type: object
      properties:
        any_of: {type: array, items: {$ref: '#/components/schemas/Condition'}}
        warmer_than: {type: number}
"""

FORMAT = Format(
    name="openapi",
    summary="OpenAPI 3.x or Swagger 2.0: one tool an operation",
    recognises=recognises,
    read=read,
    example=_EXAMPLE,
    lacks=("instructions", "annotations"),
    reading=(
        "The source is the API's title; --input-format openapi_by_tag makes one of each tag.",
        "A name is the operationId in [A-Za-z0-9_-], at most 64 long, or method and path.",
        "A name that is taken gets a number.",
        "A path or an operation that is no object is skipped; --strict makes it an error.",
        "Properties of a JSON body stand beside the parameters; any other body is `body`.",
        "A $ref leads to $defs of the same schema, so circles stay circles.",
        "What a $ref finds outside the file is unknown, and so is the schema that needs it.",
        "Answers, security, callbacks and webhooks are not read.",
        "`x-mcp: false` leaves an operation out.",
    ),
)
