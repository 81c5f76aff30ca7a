"""The Peak: one seat is the mountain, the other climbs it."""
