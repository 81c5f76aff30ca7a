"""Connect Four: the first to line up four discs wins."""
