"""The contract every game fulfils and every tool relies on; it knows no game."""
