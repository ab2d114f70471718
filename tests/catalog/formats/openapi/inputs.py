"""Small APIs for the tests."""

from __future__ import annotations

from typing import Any


def api(*, paths: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "paths": paths, **more}


def query(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": {"type": "string"}, **more}


def body(schema: Any, *, required: bool = True, kind: str = "application/json") -> dict[str, Any]:
    return {"requestBody": {"required": required, "content": {kind: {"schema": schema}}}}


def object_of(*names: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}, **more}
