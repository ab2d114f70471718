"""What all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.wheel import Installed, install

# Each property test keeps its number of examples; none fails because the machine is busy.
settings.register_profile("toolsearch", settings(), deadline=None)
settings.load_profile("toolsearch")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Installed:
    """The built wheel in an environment of its own, made once for all workers."""
    base = tmp_path_factory.getbasetemp()
    return install(base if worker_id == "master" else base.parent)
