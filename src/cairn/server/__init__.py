"""The server: tables with people and bots over HTTP and WebSocket. `app.create` makes the application.

A message travels `sockets` -> `table` -> `session` and `journal` (committed) -> `presence` -> `redaction` (what each
receiver may know) -> `sockets`. docs/design.md has a table of all modules.
"""
