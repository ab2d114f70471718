"""Start the program; own its exit codes and its last words on stderr."""

from __future__ import annotations

import os
import sys

BUG = 70
INTERRUPTED = 130
CLOSED_PIPE = 0


def main() -> None:
    """Run the command line and exit.

    What Python would still do costs up to a tenth of a run: it would free a catalog's objects one
    by one. The streams are flushed first, and nothing here waits for anything else at exit.
    """
    try:
        code = run()
        _flush()
    except KeyboardInterrupt:  # while the program was still starting, or ending
        code = INTERRUPTED
    os._exit(code)


def _flush() -> None:
    from toolsearch_cli.cli.console import discard_unwritten

    discard_unwritten()


def run() -> int:
    """Run the command line; every error becomes one line on stderr and a code."""
    _open_closed_streams()
    import typer
    from typer.exceptions import TyperException

    from toolsearch_cli.cli.app import app
    from toolsearch_cli.errors import ToolsearchError

    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        return _tell(error.format_message(), [], error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except SystemExit as ended:
        # Typer ends so where a pipe was closed, with the code that says "the gate failed" here.
        if isinstance(ended.__context__, BrokenPipeError):
            return CLOSED_PIPE
        raise
    except Exception as error:
        if os.environ.get("TOOLSEARCH_DEBUG") and not isinstance(error, ToolsearchError):
            raise
        return INTERRUPTED if _was_interrupted(error) else _failed(error)
    return code if isinstance(code, int) else 0


def _failed(error: Exception) -> int:
    """Say what went wrong; an error that is none of ours, nor of a full disk, is a bug."""
    from toolsearch_cli.errors import ExternalError, ToolsearchError

    if isinstance(error, ToolsearchError):
        hints = (error.hint or "").split("\n") if error.hint_lines else [error.hint or ""]
        return _tell(error.message, hints, error.exit_code)
    if isinstance(error, OSError) and (reason := _unwritten()):
        return _tell(f"standard output: {reason}", [], ExternalError.exit_code)
    return _tell(
        f"this is a bug of ours: {type(error).__name__}: {error}",
        ["run it again with TOOLSEARCH_DEBUG=1 and report what it prints"],
        BUG,
    )


def _was_interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C is behind an error: libraries wrap it where it met them half imported."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        if isinstance(one, KeyboardInterrupt):
            return True
        seen.add(id(one))
        waiting += [one.__cause__, one.__context__]
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions
    return False


def _unwritten() -> str:
    """Why what is left for standard output cannot be written; nothing where it can."""
    from toolsearch_cli.cli.console import discard_unwritten

    try:
        sys.stdout.flush()
    except OSError as error:
        discard_unwritten()
        return error.strerror or str(error)
    return ""


def _tell(message: str, hints: list[str], code: int) -> int:
    from toolsearch_cli.cli.console import discard_unwritten, tell

    try:
        tell(f"toolsearch: error: {message}")
        for hint in filter(None, hints):
            tell(f"hint: {hint}")
    except OSError:
        discard_unwritten()
    return code


def _open_closed_streams() -> None:
    """Where the caller closed a stream, Python has none: it is empty, or swallows what it gets."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


if __name__ == "__main__":
    main()
