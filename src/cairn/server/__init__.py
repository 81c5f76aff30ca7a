"""The server: tables with people and bots over HTTP and WebSocket. `app.create` makes the application.

A message travels `sockets` -> `tables` -> `journal` (committed) -> `redaction` (what each receiver may know) ->
`sockets`.
"""
