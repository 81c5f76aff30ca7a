"""A whole game of any title in PettingZoo, every seat playing at random by its mask.

python examples/pettingzoo_random.py five-towers 3
"""

from __future__ import annotations

import sys

from cairn.envs import pettingzoo

env = pettingzoo.env(sys.argv[1] if len(sys.argv) > 1 else "five-towers", int(sys.argv[2]) if len(sys.argv) > 2 else 2)
env.reset(seed=7)
steps = 0
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        print(agent, f"{reward:+.2f}")
        env.step(None)
    else:
        steps += 1
        env.step(env.action_space(agent).sample(observation["action_mask"]))
print(f"{steps} decisions")
