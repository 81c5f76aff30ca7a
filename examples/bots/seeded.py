"""A bot in Python that needs nothing but Python: it draws one of its choices, the same one for the same seed.

cairn match solstis --bots "cmd:python3 examples/bots/seeded.py,random"
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        reply = {"type": "hello", "name": "seeded"}
    else:
        choice = random.Random(message["seed"]).choice(message["choices"])
        reply = {"type": "answer", "id": message["id"], "choice": choice}
    print(json.dumps(reply), flush=True)
