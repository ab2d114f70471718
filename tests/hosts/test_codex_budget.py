"""The block of namespaces of Codex where it is full: figures of answers of the binary 0.171.0."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.hosts.asking import codes, published, server, shown, tool
from toolsearch_cli.hosts.codex.budget import BLOCK_BYTES, END, HEADER, fitted, row


def block(*said: tuple[str, str]) -> list[str]:
    """Return the lines of the block for servers with one tool each and these instructions."""
    catalog = published(*(server(name, tool("go"), instructions=text) for name, text in said))
    return shown("codex", catalog).listing.text.split("\n")


def numbered(count: int, text: str) -> list[tuple[str, str]]:
    return [(f"{at:02d}{'n' * 100}", text) for at in range(count)]


def test_descriptions_share_what_room_names_leave() -> None:
    lines = block(*((f"srv{at:02d}", f"Server {at} {'word ' * 60}") for at in range(20)))
    assert [len(one) for one in lines] == [7, 25, *[202] * 14, *[201] * 6, 8]
    assert lines[-2].startswith("- mcp__srv19: Server 19 word word")
    assert lines[-2].endswith(" word...")


def test_what_fits_is_not_cut() -> None:
    lines = block(*((f"s{at:02d}", "x" * (150 + at)) for at in range(25)))
    assert [len(one) for one in lines] == [7, 25, *[162] * 4, *[161] * 21, 8]
    assert lines[2] == f"- mcp__s00: {'x' * 150}"
    assert all(one.endswith("xxx...") for one in lines[3:-1])


def test_room_is_counted_in_bytes_and_characters_stay_whole() -> None:
    lines = block(*((f"srv{at:02d}", "\u00e9" * 300) for at in range(12)))
    assert [len(one) for one in lines] == [7, 25, *[177] * 5, *[176] * 7, 8]
    assert len("\n".join(lines).encode()) == 4_084


def test_a_description_with_no_room_for_its_dots_is_dropped() -> None:
    lines = block(*numbered(36, "abcdefghij"))
    assert [len(one) for one in lines] == [7, 25, *[109] * 36, 8]


def test_names_that_do_not_fit_are_counted() -> None:
    lines = block(*numbered(40, "abc"))
    assert [len(one) for one in lines] == [7, 25, *[109] * 36, 36, 8]
    assert lines[-2] == "... 4 additional namespaces omitted."


def test_a_full_block_is_said_and_who_is_left_out_is_hidden() -> None:
    catalog = published(*(server(name, tool("go")) for name, _ in numbered(40, "")))
    disclosure = shown("codex", catalog)
    assert "block-full" in codes(disclosure)
    assert [one.form for one in disclosure.sources] == ["summary"] * 36 + ["hidden"] * 4


rows = st.dictionaries(
    st.text("ab", min_size=1, max_size=126), st.text("x\u00e9\U0001f980", max_size=250), max_size=60
)


@given(rows)
def test_the_block_is_never_larger_and_nothing_is_cut_without_need(said: dict[str, str]) -> None:
    given_rows = sorted(said.items())
    lines = fitted(given_rows)
    whole = [row(*one) for one in given_rows]
    kept = [one for one in lines if one is not None]
    assert len("\n".join((HEADER, *kept)).encode()) + len(END) <= BLOCK_BYTES
    if len("\n".join((HEADER, *whole)).encode()) + len(END) <= BLOCK_BYTES:
        assert lines == whole


def test_characters_that_do_not_fit_whole_are_left_out() -> None:
    """From the source's own tests: 14 bytes are left, and the crab takes 4 of them."""
    left = 14
    room = BLOCK_BYTES - len(HEADER) - len(END) - len("\n- ") - len("\n- z") - left
    name = "a" * room
    crabs = [(name, "&\U0001f980x"), ("z", "\U0001f980&y")]
    assert fitted(crabs) == [row(name, "&..."), row("z", "...")]
