"""VS Code's settings for the tools of a chat, and what a catalog does not say."""

from __future__ import annotations

from typing import Final

from toolsearch_cli.hosts.copilot.slots import MOST_TOOLS
from toolsearch_cli.hosts.simple.settings import Setting

THRESHOLD: Final = "virtualTools.threshold"
MODEL: Final = "model"
MODE: Final = "tool_search"
BUILT_IN: Final = "built_in_tools"
RESULTS: Final = "results"

CLAUDE: Final = "claude"
SERVER: Final = "server"

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        key=THRESHOLD,
        kind="whole",
        default=MOST_TOOLS,
        low=0,
        high=MOST_TOOLS,
        help="Tools beyond which they are grouped; 0 never groups. In VS Code it is "
        "github.copilot.chat.virtualTools.threshold.",
    ),
    Setting(
        key=MODEL,
        kind="choice",
        default="other",
        choices=("other", CLAUDE),
        help="claude: 4.5 and later, for which all but core tools are deferred and named.",
        of_the_host=False,
    ),
    Setting(
        key=MODE,
        kind="choice",
        default=SERVER,
        choices=(SERVER, "client"),
        help="With a Claude model, who searches: Anthropic's tool for patterns, or the editor by "
        "embeddings.",
        of_the_host=False,
    ),
    Setting(
        key=BUILT_IN,
        kind="whole",
        default=0,
        low=0,
        high=MOST_TOOLS,
        help="VS Code's own tools that the catalog does not hold; they count towards 128.",
        of_the_host=False,
    ),
    Setting(
        key=RESULTS,
        kind="whole",
        default=5,
        low=3,
        high=5,
        help="Tools that a search returns, with a Claude model.",
        of_the_host=False,
    ),
)
