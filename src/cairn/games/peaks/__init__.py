"""PEAKS: rest, prepare and climb, and tag along on the climbs of others."""
