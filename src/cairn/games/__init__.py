"""The five games. Each folder has the same files; each game knows the core and no other game."""
