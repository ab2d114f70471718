"""Client configs of every shape, each with secrets wherever people put them."""

from __future__ import annotations

from typing import Any

from tests.process.bad_files import Bad, written

SECRETS = (
    "planted-in-env",
    "planted-in-header",
    "planted-in-flag",
    "planted_in_query",
    "ghp_plantedInArgument012345678",
    "planted:password",
)
LOCAL: dict[str, Any] = {
    "command": "npx",
    "args": ["-y", "@acme/tracker", "--api-key", SECRETS[2], SECRETS[4]],
    "env": {"TRACKER_TOKEN": SECRETS[0]},
}
REMOTE: dict[str, Any] = {
    "type": "http",
    "url": f"https://{SECRETS[5]}@mcp.acme.test/v1?token={SECRETS[3]}",
    "headers": {"Authorization": f"Bearer {SECRETS[1]}"},
}
BOTH = {"tracker": LOCAL, "docs": REMOTE}
CODEX = f"""
[mcp_servers.tracker]
command = "npx"
args = ["-y", "@acme/tracker", "--api-key", "{SECRETS[2]}", "{SECRETS[4]}"]
env = {{ TRACKER_TOKEN = "{SECRETS[0]}" }}

[mcp_servers.docs]
url = "{REMOTE["url"]}"
http_headers = {{ Authorization = "Bearer {SECRETS[1]}" }}
"""
GOOSE = f"""
extensions:
  tracker:
    type: stdio
    cmd: npx
    args: [-y, "@acme/tracker", --api-key, {SECRETS[2]}, {SECRETS[4]}]
    envs: {{TRACKER_TOKEN: {SECRETS[0]}}}
  docs:
    type: streamable_http
    uri: "{REMOTE["url"]}"
    headers: {{Authorization: "Bearer {SECRETS[1]}"}}
"""
OPENCODE = {
    "tracker": {
        "type": "local",
        "command": ["npx", *LOCAL["args"]],
        "environment": LOCAL["env"],
    },
    "docs": {**REMOTE, "type": "remote"},
}
LISTED = [{"name": name, **server} for name, server in BOTH.items()]


def _config(data: bytes, name: str) -> Bad:
    return Bad("names no tools", data, "names 2 servers but holds no tools", name, secrets=SECRETS)


CLIENT_CONFIGS = (
    _config(written({"mcpServers": BOTH}), "claude_desktop_config.json"),
    _config(written({"mcpServers": LISTED}), "list.json"),
    _config(written({"servers": BOTH, "inputs": []}), "mcp.json"),
    _config(written({"mcp": {"servers": BOTH}}), "settings.json"),
    _config(b"// Zed\n" + written({"context_servers": BOTH}), "zed.json"),
    _config(written({"mcp": OPENCODE}), "opencode.json"),
    _config(written(BOTH), "plugin.json"),
    _config(CODEX.encode(), "config.toml"),
    _config(GOOSE.encode(), "goose.yaml"),
)
REQUEST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
NO_TOOLS = (
    *CLIENT_CONFIGS,
    Bad("names no tools", b'{"name": "x", "version": "1.0"}', "names no tools", "package.json"),
    Bad("names no tools", b"Hello, world", "names no tools", "readme.txt"),
    Bad("names no tools", REQUEST, "holds no answer to tools/list", "ask.json"),
    Bad(
        "names no tools", b'{"mcpServers": {}}', "names no servers and holds no tools", "none.json"
    ),
)
