from __future__ import annotations

import csv
import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolsearch_cli.text import (
    csv_safe,
    escape_github_message,
    escape_github_property,
    escape_html,
    escape_markdown,
    visible,
    visible_json,
)

any_text = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        pytest.param("\x1b[31mred", r"\x1b[31mred", id="escape sequence"),
        pytest.param("\x9b31mred", r"\x9b31mred", id="one-byte escape sequence"),
        pytest.param("a\x08b\x7f", r"a\x08b\x7f", id="backspace and delete"),
        pytest.param("a\tb\r\n", r"a\tb\r\n", id="tab and line ends"),
        pytest.param("a\u2028b\u2029c\x85", r"a\u2028b\u2029c\x85", id="line separators"),
        pytest.param("\u202egnp.exe", r"\u202egnp.exe", id="right-to-left override"),
        pytest.param("\u2066x\u2069", r"\u2066x\u2069", id="bidi isolates"),
        pytest.param("pay\u200bpal\ufeff", r"pay\u200bpal\ufeff", id="zero width"),
        pytest.param("so\xadft", r"so\xadft", id="soft hyphen"),
        pytest.param("hi\U000e0041\U000e007f", r"hi\U000e0041\U000e007f", id="tag characters"),
        pytest.param("\ud800x\udfff", r"\ud800x\udfff", id="lone surrogates"),
        pytest.param("\ue000\U0010fffd", r"\ue000\U0010fffd", id="private use"),
        pytest.param("\u0378\uffff", r"\u0378\uffff", id="unassigned"),
        pytest.param("a\u3164\u2800b", r"a\u3164\u2800b", id="letters that show nothing"),
        pytest.param("a\u200db", r"a\u200db", id="a joiner between letters"),
        pytest.param("a\ufe0f\ufe0f", "a\ufe0f\\ufe0f", id="a row of selectors"),
        pytest.param("\U0001f600\U000e0101", "\U0001f600\\U000e0101", id="selector supplement"),
        pytest.param("::error::x", r"\x3a:error::x", id="workflow command"),
        pytest.param("a ::stop-commands::x", r"a \x3a:stop-commands::x", id="a word later"),
        pytest.param("a##[add-mask]x", r"a\x23#[add-mask]x", id="old workflow command"),
        pytest.param("##vso[task.x]", r"\x23#vso[task.x]", id="pipeline command"),
    ],
)
def test_what_hides_or_acts_is_shown(hostile: str, shown: str) -> None:
    assert visible(hostile) == shown


@pytest.mark.parametrize(
    "plain",
    [
        "",
        "create_issue: opens an issue [bold]now[/bold]",
        "na\u00efve caf\u00e9 \u0416\u0443\u043a \u03b1\u03b2\u03b3",
        "\u6570\u636e\u5e93 \u30c4\u30fc\u30eb \ud55c\uad6d\uc5b4\u3000\uff01",
        "\U0001f600 \u2764\ufe0f 1\ufe0f\u20e3",
        "\U0001f469\U0001f3fd\u200d\U0001f4bb \U0001f3f3\ufe0f\u200d\U0001f308 family",
        r"\x1b written out",
        "std::vector a::b :: ## Heading #[derive]",
    ],
)
def test_what_is_printable_stays(plain: str) -> None:
    assert visible(plain) == plain


def test_lines_stay_where_they_may() -> None:
    assert visible("one\ntwo\r\x1b", newlines=True) == "one\ntwo\\r\\x1b"


def test_a_command_at_the_start_of_any_line_is_shown() -> None:
    assert visible("a\n ::error::x", newlines=True) == "a\n \\x3a:error::x"


@given(any_text)
def test_json_keeps_the_very_string_and_shows_what_it_holds(text: str) -> None:
    written = visible_json(json.dumps({"a": [text, f"##[{text}]"]}, ensure_ascii=False, indent=1))
    assert json.loads(written) == {"a": [text, f"##[{text}]"]}
    assert visible(written, newlines=True) == written
    written.encode("utf-8")


@given(any_text)
def test_nothing_invisible_is_left(text: str) -> None:
    shown = visible(text)
    kept = {unicodedata.category(character) for character in shown if character != "\u200d"}
    assert not kept & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert len(shown.splitlines()) <= 1
    assert visible(shown) == shown
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("create_issue", r"create\_issue"),
        ("a|b", r"a\|b"),
        ("[x](javascript:1)", r"\[x\](javascript:1)"),
        ("![x](http://e.vil)", r"\!\[x\](http\://e.vil)"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("`code` *b* ~~s~~ $m$", r"\`code\` \*b\* \~\~s\~\~ \$m\$"),
        ("# head", r"\# head"),
        ("- item", r"\- item"),
        ("  + item", r"  \+ item"),
        ("12. item", r"12\. item"),
        ("2 items - all", "2 items - all"),
        ("ask @everyone, a @ b", "ask @<!-- -->everyone, a @ b"),
        ("two\nlines", r"two\\nlines"),
        ("\x1b", r"\\x1b"),
    ],
)
def test_markdown_renders_the_text_itself(text: str, escaped: str) -> None:
    assert escape_markdown(text) == escaped


def test_html_is_text_in_elements_and_attributes() -> None:
    text = "<script>'x'</script> & \"y\"\n\u202e"
    expected = "&lt;script&gt;&#x27;x&#x27;&lt;/script&gt; &amp; &quot;y&quot;\n\\u202e"
    assert escape_html(text) == expected


def test_a_github_message_is_one_line_and_no_command() -> None:
    message = escape_github_message("100%\r\n::error::pwned\x1b")
    assert message == "100%25\\r%0A::error::pwned\\x1b"


def test_a_github_property_ends_nowhere_early() -> None:
    assert escape_github_property("a,line=1::b%") == "a%2Cline=1%3A%3Ab%25"


@given(any_text)
def test_github_escapes_never_start_a_new_line(text: str) -> None:
    assert len(escape_github_message(text).splitlines()) <= 1
    assert not set(escape_github_property(text)) & set(":,\r\n")


@pytest.mark.parametrize(
    "formula",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        " =1",
        "\r=1",
        "\uff1d1",
        "\uff0b1",
        "=cmd|' /C calc'!A0",
    ],
)
def test_a_formula_becomes_text(formula: str) -> None:
    assert csv_safe(formula) == f"'{visible(formula)}"


@given(any_text)
def test_a_csv_cell_comes_back_as_shown_and_is_no_formula(text: str) -> None:
    cell = csv_safe(text)
    stream = io.StringIO()
    csv.writer(stream).writerow([cell, "next"])
    assert list(csv.reader(io.StringIO(stream.getvalue()))) == [[cell, "next"]]
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))


def test_plain_cells_are_untouched() -> None:
    assert csv_safe("list issues, a=b") == "list issues, a=b"
