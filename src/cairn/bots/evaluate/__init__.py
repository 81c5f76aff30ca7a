"""What bots know about each game, one module per game, named like the game's folder."""
