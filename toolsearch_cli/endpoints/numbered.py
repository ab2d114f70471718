"""A choice question as a numbered list that a chat model answers with one number.

The options are numbered with as many digits as the last one has: `001` to `256`. Up to three digits
are one token where digits are grouped (`o200k_base`, `cl100k_base` and what follows them), so the
20 likeliest first tokens are the 20 likeliest options. An option outside them has less than 1/21,
and counts as 0. Where each digit is a token of its own, equally long numbers never begin one
another: the digits that were answered are followed, and only options that share all digits but
their last with the answer have a probability; the others count as 0 and are part of `unread`.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from toolsearch_cli.endpoints.deciding import Choice
from toolsearch_cli.endpoints.failure import Failure, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolsearch_cli.catalog.model import Json
    from toolsearch_cli.endpoints.deciding import Question

MOST_OPTIONS: Final = 999
"""Three digits: the longest numbers that are one token."""

TOP_LOGPROBS: Final = 20
"""The most that OpenAI's API gives."""

_WORDS: Final = {1: "one digit", 2: "two digits", 3: "three digits"}
# What may stand around a number in one token: a space, a word boundary, a list's mark, quotes.
_BEFORE: Final = r"""[\s\u2581\u0120"'`(\[#*]*"""
_LABEL: Final = re.compile(_BEFORE + r"""([0-9]+)([\s.,:;)\]"'`*]*)""")
_BEGINNING: Final = re.compile(_BEFORE + r"[0-9]*")
_NO_DIGIT_YET: Final = re.compile(_BEFORE)
_ROUNDING: Final = 1e-3
"""How far above 0 a logprob may lie."""
_IMPOSSIBLE: Final = -1e4

_NO_LOGPROBS: Final = "the answer holds no usable logprobs: this endpoint cannot play the decider"


class _Position(NamedTuple):
    """One token of the answer."""

    token: str
    """The one that was answered."""
    likely: dict[str, float]
    """Probability by token, of those that the endpoint names; with the one that was answered."""


def question_body(model: str, question: Question) -> dict[str, Json]:
    """Return the exact body of the request for one question. Pure: needs no endpoint.

    White space in options becomes single spaces, so that no summary can look like an option.
    """
    width = _width(len(question.options))
    lines = [
        f"{number:0{width}}. {_one_line(*option)}"
        for number, option in enumerate(question.options, start=1)
    ]
    asked = f"Answer with the number of one option, in {_WORDS[width]}, and nothing else."
    content = "\n".join([question.text, "", "Options:", *lines, "", asked])
    return {
        "model": model,
        "messages": [{"role": "user", "content": content}],
        "temperature": 0,
        # A number, and a blank that some models begin with.
        "max_tokens": width + 1,
        "logprobs": True,
        "top_logprobs": TOP_LOGPROBS,
    }


def _one_line(name: str, summary: str) -> str:
    return " ".join(f"{name}: {summary}".split()) if summary else " ".join(name.split())


def _width(options: int) -> int:
    return min(len(str(options)), len(str(MOST_OPTIONS)))


def read_choice(answer: Json, options: int) -> Choice | Failure:
    """Return the probabilities of `options` options from a decoded answer to `question_body`."""
    positions = _positions(answer)
    if isinstance(positions, Failure):
        return positions
    found = _weighed(positions, options)
    if not any(found):
        said = quoted(positions[0].token)
        return Failure(f"no likely answer is the number of an option; it begins with {said!r}")
    return Choice(
        probabilities=tuple(min(1.0, one) for one in found),
        unread=max(0.0, 1.0 - math.fsum(found)),
    )


def _weighed(positions: Sequence[_Position], options: int) -> list[float]:
    """Follow the answer token by token; sum what each spelling of an option's number has."""
    width = _least_digits(positions)
    found = [0.0] * options
    before, weight = "", 1.0
    for position in positions:
        for token, probability in position.likely.items():
            number = _number(before + token, width)
            if 0 < number <= options:
                found[number - 1] += weight * probability
        before += position.token
        weight *= position.likely[position.token]
        if _number(before, width) or not _BEGINNING.fullmatch(before):
            break
    return found


def _least_digits(positions: Sequence[_Position]) -> int:
    """Return how many digits make a number: all that were answered where they took several tokens.

    Where one token held the number, 1: a model may leave out the zeros before it.
    """
    tokens = [position.token for position in positions]
    first = next((at for at, one in enumerate(tokens) if not _NO_DIGIT_YET.fullmatch(one)), 0)
    answered, piece = _LABEL.match("".join(tokens[first:])), _LABEL.match(tokens[first])
    if answered is None or piece is None or answered[1] == piece[1]:
        return 1
    return len(answered[1])


def _number(text: str, width: int) -> int:
    """Return the number that `text` is, written with `width` digits or ended; 0 for none."""
    match = _LABEL.fullmatch(text)
    if match is None or (len(match[1]) < width and not match[2]):
        return 0
    return int(match[1][: len(str(MOST_OPTIONS)) + 1])


def _positions(answer: Json) -> list[_Position] | Failure:
    """Return the tokens of the answer, with those that were likely instead."""
    content = _inside(answer, "choices", 0, "logprobs", "content")
    positions: list[_Position] = []
    for entry in content if isinstance(content, list) else []:
        position = _position(entry)
        if position is None:
            break
        positions.append(position)
    return positions or Failure(_NO_LOGPROBS)


def _inside(value: Json, *path: str | int) -> Json:
    """Return what is at `path` of a value; `None` where there is no such place."""
    for key in path:
        if isinstance(key, str):
            value = value.get(key) if isinstance(value, dict) else None
        else:
            value = value[key] if isinstance(value, list) and len(value) > key else None
    return value


def _position(entry: Json) -> _Position | None:
    answered, others = _token(entry), _inside(entry, "top_logprobs")
    if answered is None or not isinstance(others, list) or not others:
        return None
    likely: dict[str, float] = {}
    for other in map(_token, others):
        if other is None:
            return None
        likely[other[0]] = likely.get(other[0], 0.0) + other[1]
    likely.setdefault(*answered)
    return _Position(answered[0], likely)


def _token(entry: Json) -> tuple[str, float] | None:
    """Return a token and its probability; `None` where a logprob is missing or above 0."""
    token, logprob = _inside(entry, "token"), _inside(entry, "logprob")
    if not isinstance(token, str) or isinstance(logprob, bool):
        return None
    if not isinstance(logprob, int | float) or not logprob <= _ROUNDING:
        return None
    return token, math.exp(max(_IMPOSSIBLE, min(0.0, logprob)))
