"""The lab: plays many games between bots and says what they show."""
