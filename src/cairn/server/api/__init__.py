"""The HTTP addresses, a module for each concern: they read requests and describe what comes back."""
