"""5 Towers: bid for building blocks, then build them all."""
