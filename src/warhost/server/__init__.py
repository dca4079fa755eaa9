"""The server: battles over HTTP and WebSocket, kept in a database, with computer players that think beside it."""
