// A bot in JavaScript: it takes the last choice it is offered, which in 5 Towers is the highest bid and in no game wise.
//   cairn match five-towers --bots "cmd:node examples/bots/greedy.mjs,random"
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", name: "greedy" });
  if (message.type === "position") say({ type: "answer", id: message.id, choice: message.choices.at(-1) });
}
