"""The garbage collector, kept from looking at a catalog again and again while it is made."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_MANY_OBJECTS: Final = 10_000


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause it for work that makes objects that live on, up to millions, and no cycles.

    Looking for cycles would take a large part of the time, and the more the larger the catalog.
    The collector is the whole process's, but only the work itself knows that what it makes has
    none, whoever asked for it. What is frozen is still freed when nobody refers to it any more.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if gc.get_count()[0] > _MANY_OBJECTS:
                # They live on; without this, the next collection would look at all of them.
                gc.freeze()
            gc.enable()
