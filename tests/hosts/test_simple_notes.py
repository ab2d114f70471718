"""What any simple host says of its turn, in a few lines."""

from __future__ import annotations

from tests.hosts.asking import published, server, shown, tool


def test_many_collisions_are_a_few_notes() -> None:
    tools = [tool(f"t{at}") for at in range(6)]
    disclosure = shown("fastmcp", published(server("a", *tools), server("b", *tools)))
    assert len(disclosure.collisions) == 6
    told = [note for note in disclosure.notes if note.code.startswith("collision")]
    assert [note.code for note in told] == ["collision"] * 3 + ["collisions"]
    assert "3 more tools want a name that is taken" in told[-1].cause
