"""The interfaces that researchers know: PettingZoo, Gymnasium, OpenSpiel. Each is an extra and imported on its own.

`cairn.envs.spaces` says what an observation and an action are; it needs no third-party package.
"""
