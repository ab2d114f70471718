"""graph's settings: the inputs of its plan, what is always loaded, and who decides."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.graph.facts import BUILT_INS, LEAST_CHOICE, MOST_CHOICE
from toolsearch_cli.hosts.simple.settings import Setting

ALWAYS: Final = "always_loaded"
LEAST: Final = "min_probability"
LIMIT: Final = "limit"
MODEL: Final = "model"
CHUNK: Final = "chunk_size"
SCHEMAS: Final = "schemas"
PLAN: Final = "plan"
BASE_URL: Final = "decider.base_url"
MODEL_ID: Final = "decider.model_id"
PATH: Final = "decider.path"
TIMEOUT: Final = "decider.timeout"

INPUTS: Final = (LEAST, LIMIT, MODEL, CHUNK, SCHEMAS)
"""The inputs of `search_tools` that have a default."""

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        key=ALWAYS,
        kind="names",
        names_tools=True,
        default=BUILT_INS,
        help="Tools that are offered always and never searched: names or globs with *. A list "
        "replaces the default.",
    ),
    Setting(
        key=LEAST,
        kind="number",
        default=0.1,
        low=0,
        high=1,
        refused=True,
        help="Least probability of a tool that is returned; by keywords, its share of the best "
        "score.",
    ),
    Setting(key=LIMIT, kind="whole", default=10, low=0, refused=True, help="Most tools returned."),
    Setting(
        key=MODEL,
        kind="text",
        default="decider",
        help="The role of the model that decides; its base URL is in TOOLSEARCH_CLUSTER_ROLE.",
    ),
    Setting(
        key=CHUNK,
        kind="whole",
        default=250,
        low=LEAST_CHOICE,
        high=MOST_CHOICE,
        allowed=f"1 to {MOST_CHOICE}; 1 counts as {LEAST_CHOICE}",
        help="Most tools in one choice question.",
    ),
    Setting(
        key=SCHEMAS,
        kind="flag",
        default=True,
        help="Whether a result holds the input schema and the output shape of each tool.",
    ),
    Setting(
        key=PLAN,
        kind="text",
        default=None,
        unset="the built-in search_tools",
        file=True,
        help="A plan file that replaces search_tools: defaults, question, order of its steps.",
    ),
    Setting(
        key=BASE_URL,
        kind="text",
        default=None,
        unset="that of the role, from the environment; without one keywords rank",
        help="An OpenAI-compatible chat endpoint with logprobs that plays the decision model.",
        of_the_host=False,
    ),
    Setting(
        key=MODEL_ID,
        kind="text",
        default=None,
        unset="the name of the role",
        help="The model that this endpoint is asked for.",
        of_the_host=False,
    ),
    Setting(
        key=PATH,
        kind="text",
        default="/v1/chat/completions",
        help="The path below its base URL.",
        of_the_host=False,
    ),
    Setting(
        key=TIMEOUT,
        kind="number",
        default=30,
        low=0.01,
        high=3600,
        help="Most seconds for one question.",
        of_the_host=False,
    ),
)

SETTING: Final = {one.key: one for one in SETTINGS}
