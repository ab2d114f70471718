"""Where secrets stand in the words of a command, in URLs, JSON, scripts and settings.

A secret is known by the name it stands under, or by its own look. What is plain stays: whoever is
asked whether a command may run has to see what it does.
"""

from __future__ import annotations

from toolsearch_cli.catalog.hiding.commands import command_spans, word_spans
from toolsearch_cli.catalog.hiding.naming import is_secret, looks_random, names_secret
from toolsearch_cli.catalog.hiding.spans import Span, merged
from toolsearch_cli.catalog.hiding.urls import is_url, url_spans

__all__ = [
    "Span",
    "command_spans",
    "is_secret",
    "is_url",
    "looks_random",
    "merged",
    "names_secret",
    "url_spans",
    "word_spans",
]
