"""Five Peaks: hiking on a growing map."""
