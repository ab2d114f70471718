"""The one HTTP door: an embedder and a decider, and the vectors they were paid for once.

Hosts take an `Embedder` or a `Decider` and never see a connection; whatever an endpoint does, the
answer is a value, and no exception.
"""

from __future__ import annotations
