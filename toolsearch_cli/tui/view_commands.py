"""The commands that change how a screen looks at its answers."""

from __future__ import annotations

from functools import partial
from typing import Final

from toolsearch_cli.tui import changes, comparing
from toolsearch_cli.tui.command import COMPARE, DISCLOSURE, EVAL, MANIFEST, SEARCH, TOOLS, Command

VIEW_COMMANDS: Final = (
    Command(
        name="sort_next",
        keys="comma",
        title="Order by the next column",
        told=",",
        screens=(DISCLOSURE,),
        change=changes.sort_next,
    ),
    Command(
        name="sort_turn",
        keys="full_stop",
        title="Turn the order round",
        told=".",
        screens=(DISCLOSURE,),
        change=changes.turn_order,
    ),
    Command(
        name="pin",
        keys="c",
        title="Pin this scenario: a column of Compare, a row of Eval",
        hint="pin",
        rank=1,
        screens=(DISCLOSURE, EVAL),
        change=comparing.pin,
        done="pinned: a column of Compare (2) and a row of Eval (6)",
    ),
    Command(
        name="preview_form",
        keys="f",
        title="Show the listing in another form, whatever the budget",
        screens=(DISCLOSURE,),
    ),
    Command(
        name="enlarge",
        keys="m",
        title="The manifest larger, or the table again",
        hint="manifest",
        screens=(DISCLOSURE,),
    ),
    Command(
        name="notes",
        keys="w",
        title="Every note on what is shown: causes and remedies",
        screens=(DISCLOSURE, MANIFEST, EVAL),
    ),
    Command(
        name="column_left",
        keys="left",
        title="Cell to the left",
        screens=(COMPARE,),
        change=partial(comparing.move_cursor, by=-1),
    ),
    Command(
        name="column_right",
        keys="right",
        title="Cell to the right",
        screens=(COMPARE,),
        change=partial(comparing.move_cursor, by=1),
    ),
    Command(
        name="open_column",
        keys="enter",
        title="Open this column's scenario in Disclosure",
        hint="open",
        told="⏎",
        screens=(COMPARE,),
    ),
    Command(
        name="mark_a",
        keys="a",
        title="Mark this column A",
        hint="mark",
        screens=(COMPARE,),
        change=partial(comparing.mark, which="a"),
    ),
    Command(
        name="mark_b",
        keys="b",
        title="Mark this column B",
        hint="mark",
        screens=(COMPARE,),
        change=partial(comparing.mark, which="b"),
    ),
    Command(name="add_column", keys="n", title="Add a column", hint="column", screens=(COMPARE,)),
    Command(
        name="drop_column",
        keys="x",
        title="Drop this column",
        hint="drop",
        screens=(COMPARE,),
        change=comparing.drop,
    ),
    Command(
        name="column_earlier",
        keys="left_square_bracket",
        title="Move this column to the left",
        hint="move",
        told="[",
        screens=(COMPARE,),
        change=partial(comparing.shift, by=-1),
    ),
    Command(
        name="column_later",
        keys="right_square_bracket",
        title="Move this column to the right",
        hint="move",
        told="]",
        screens=(COMPARE,),
        change=partial(comparing.shift, by=1),
    ),
    Command(
        name="changed_first",
        keys="o",
        title="Rows that change first, or by name",
        hint="sort",
        screens=(COMPARE,),
        change=partial(comparing.flip, field="changed_first"),
    ),
    Command(
        name="fold",
        keys="z",
        title="Fold what is the same everywhere, or the schema; or show it",
        hint="fold",
        screens=(COMPARE, TOOLS),
    ),
    Command(
        name="by_words",
        keys="d",
        title="The difference by words, or by lines",
        hint="words",
        screens=(COMPARE,),
        change=partial(comparing.flip, field="by_words"),
    ),
    Command(
        name="next_view",
        keys="v",
        title="The next view or part: chart, matrix; listing, array; a second host; misses",
        hint="view",
        screens=(COMPARE, SEARCH, MANIFEST, EVAL),
    ),
    Command(
        name="keep_query",
        keys="k",
        title="Keep this query, for a query file",
        hint="keep",
        screens=(SEARCH,),
    ),
    Command(
        name="found_next", keys="n", title="Next place found", hint="next", screens=(MANIFEST,)
    ),
    Command(
        name="found_previous",
        keys="N",
        title="Place found before",
        hint="next",
        screens=(MANIFEST,),
    ),
)
