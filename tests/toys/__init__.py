"""Small games that show the test kit at work: one that holds everything, and many that break one thing each."""
