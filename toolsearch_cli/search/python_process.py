"""A Python process of its own, for what nothing in this one could end."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from toolsearch_cli.errors import ExternalError

if TYPE_CHECKING:
    from toolsearch_cli.catalog.model import Json

SECONDS = 3.0
"""Most time for one answer, the start of the process included."""


def answer_of(program: str, given: Json, seconds: float = SECONDS) -> Json:
    """Return what a program makes of a value: JSON on its stdin, and JSON on its stdout.

    Args:
        program: Python text. It has the standard library, and no warnings are shown.
        given: What it reads.
        seconds: After these it is ended.

    Raises:
        TimeoutError: It took too long.
        ExternalError: It cannot be started, or failed.
    """
    try:
        ran = subprocess.run(
            [sys.executable, "-I", "-S", "-W", "ignore", "-c", program],
            input=json.dumps(given).encode(),
            capture_output=True,
            timeout=seconds,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise ExternalError(f"a Python process is needed, and failed: {error}") from error
    answer: Json = json.loads(ran.stdout)
    return answer
