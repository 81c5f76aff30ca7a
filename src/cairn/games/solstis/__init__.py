"""Solstis: two players assemble a mountain panorama."""
