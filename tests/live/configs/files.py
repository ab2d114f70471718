"""Configs in the shape of each client, small ones of our own."""

from __future__ import annotations

from typing import Final

CLAUDE_CODE: Final = """\
{"mcpServers": {
  "db": {"command": "npx", "args": ["-y", "db-server@1", "--port", "${PORT:-5432}"],
         "env": {"DB_URL": "${DB_URL}", "DEBUG": true, "LEVEL": 3}, "alwaysLoad": true},
  "api": {"type": "http", "url": "https://api.example.com/${TEAM}/mcp",
          "headers": {"Authorization": "Bearer ${API_TOKEN}"}}}}
"""
PLUGIN: Final = """\
{"lint": {"command": "${CLAUDE_PLUGIN_ROOT}/bin/lint", "args": ["--fast"]},
 "docs": {"type": "sse", "url": "https://docs.example.com/sse"}}
"""
CURSOR: Final = """\
{"mcpServers": {"db": {"command": "node", "args": ["${workspaceFolder}/s.js"],
                       "env": {"K": "${env:API_TOKEN}"}, "envFile": "local.env"}}}
"""
VS_CODE: Final = """\
{
  // what the team uses
  "inputs": [{"type": "promptString", "id": "api-key", "description": "Key", "password": true},
             {"type": "pickString", "id": "region", "options": ["eu"], "default": "eu"}],
  "servers": {
    "db": {"type": "stdio", "command": "uvx", "args": ["db", "${input:region}"],
           "env": {"KEY": "${input:api-key}"}},
    "api": {"type": "http", "url": "https://api.example.com/mcp", },
  },
}
"""
CLAUDE_DESKTOP: Final = """\
\ufeff{"mcpServers": {"files": {"command": "C:\\\\Program Files\\\\nodejs\\\\node.exe",
  "args": ["C:\\\\servers\\\\files.js", "C:\\\\Users\\\\me"]}}}
"""
ZED: Final = """\
{
  "theme": "One Dark",
  // servers
  "context_servers": {
    "db": {"source": "custom", "command": "db-server", "args": ["-v"], "env": {}},
    "old": {"command": {"path": "old-server", "args": ["--x"], "env": {"KEY": "planted-3"}}},
    "off": {"enabled": false, "url": "https://off.example.com/mcp"},
    "ext": {"enabled": true, "settings": {"database_url": "planted"}},
    "bare": {"source": "extension"},
  },
}
"""
GEMINI: Final = """\
{"mcpServers": {
  "db": {"command": "db-server", "env": {"K": "$API_TOKEN"}, "includeTools": ["read"],
         "excludeTools": ["drop"], "timeout": 600, "cwd": "servers"},
  "api": {"httpUrl": "https://api.example.com/mcp", "headers": {"X-Key": "$API_TOKEN"}},
  "old": {"url": "https://old.example.com/sse"}}}
"""
CODEX: Final = """\
model = "gpt-5"

[mcp_servers.db]
command = "db-server"
args = ["-v"]
env_vars = ["API_TOKEN"]
enabled_tools = ["read", "list"]
disabled_tools = ["list"]

[mcp_servers.db.env]
LEVEL = "3"

[mcp_servers.api]
url = "https://api.example.com/mcp"
bearer_token_env_var = "API_TOKEN"
http_headers = { X-Team = "doors" }
env_http_headers = { X-Key = "API_TOKEN" }

[mcp_servers.off]
command = "off-server"
enabled = false
"""
CONTINUE: Final = """\
name: mine
mcpServers:
  - name: Data base
    command: uvx
    args: [db-server]
    env:
      KEY: ${{ secrets.API_TOKEN }}
  - name: api
    type: streamable-http
    url: https://api.example.com/mcp
    requestOptions:
      headers:
        Authorization: Bearer ${{ secrets.API_TOKEN }}
"""
GOOSE: Final = """\
GOOSE_PROVIDER: x
extensions:
  developer: {type: builtin, enabled: true, name: developer}
  db: {type: stdio, cmd: db-server, args: [-v], enabled: true, envs: {LEVEL: '3'},
       env_keys: [API_TOKEN], available_tools: [read], timeout: 300}
  api: {type: streamable_http, uri: https://api.example.com/mcp, enabled: false}
"""
OPENCODE: Final = """\
{"$schema": "https://opencode.ai/config.json",
 "mcp": {"db": {"type": "local", "command": ["db-server", "-v"], "enabled": true,
                "environment": {"K": "{env:API_TOKEN}"}},
         "api": {"type": "remote", "url": "https://api.example.com/mcp", "enabled": false}}}
"""
HERMES: Final = """\
mcp_servers:
  db: {command: db-server, args: [-v], tools: {include: [read], exclude: [drop]}}
  api: {url: "https://api.example.com/mcp", headers: {Authorization: "Bearer ${API_TOKEN}"}}
"""
COPILOT_CLI: Final = """\
{"mcpServers": {"db": {"type": "local", "command": "db-server", "args": ["-v"], "tools": ["*"]}}}
"""
WINDSURF: Final = """\
{"mcpServers": {"api": {"serverUrl": "https://api.example.com/mcp", "disabledTools": ["drop"],
                        "disabled": true}}}
"""
