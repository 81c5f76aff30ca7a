"""A language model as a bot, from any server that speaks OpenAI's chat completions: llama.cpp, vLLM, Ollama and others.

cairn arena solstis --games 2 --bots "hiker,cmd:python3 examples/bots/model.py http://127.0.0.1:11434/v1 llama3"

It needs nothing but Python. If the server asks for a key, it is taken from the environment variable MODEL_KEY.
"""

import json
import os
import re
import sys
import urllib.request

ADDRESS, MODEL = sys.argv[1:3]
TASK = """You play a board game to win. Read the position and answer with the number of a choice and nothing else.
What is no, none or 0 is left out. `seats [...]` names the columns of the rows below it, one for each seat. Where it
says `short:`, counts are one digit for each column and names may be cut to their first letters."""


def asked(position: str) -> str:
    messages = [{"role": "system", "content": TASK}, {"role": "user", "content": position}]
    body = json.dumps({"model": MODEL, "messages": messages, "temperature": 0}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('MODEL_KEY', '')}"}
    request = urllib.request.Request(f"{ADDRESS.rstrip('/')}/chat/completions", body, headers)
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]


def chosen(said: str, choices: list[str]) -> str:
    """The choice with the last number that was said; without one, what was said, which is then refused and logged."""
    numbers = [int(number) for number in re.findall(r"\d+", said)]
    return choices[numbers[-1] - 1] if numbers and 1 <= numbers[-1] <= len(choices) else said[:200]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        reply = {"type": "hello", "name": MODEL, "text": True}
    else:
        reply = {"type": "answer", "id": message["id"], "choice": chosen(asked(message["text"]), message["choices"])}
    print(json.dumps(reply), flush=True)
