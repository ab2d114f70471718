"""What the hosts without a budgeted listing share: settings, a session, and the protocol."""

from __future__ import annotations
