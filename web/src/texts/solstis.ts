// Made by tools/texts.py from src/cairn/games/solstis/en.toml: edit that file, then run `make texts`.

import { catalog } from "./catalog";

export interface Messages {
  "about.tagline": object;
  "about.minutes": object;
  "prompt.play": object;
  "prompt.play-last": object;
  "prompt.capture": { tile: string | number };
  "prompt.rainbow": object;
  "prompt.encounter": object;
  "prompt.encounter-alone": object;
  "prompt.keep": { first: string | number; second: string | number };
  "prompt.place": { spirit: string | number };
  "prompt.add-from-hand": object;
  "prompt.add-from-display": object;
  "prompt.cover": object;
  "waiting.play": { seat: string | number };
  "waiting.capture": { seat: string | number };
  "waiting.rainbow": { seat: string | number };
  "waiting.encounter": { seat: string | number };
  "waiting.keep": { seat: string | number };
  "waiting.place": { seat: string | number };
  "waiting.add-from-hand": { seat: string | number };
  "waiting.add-from-display": { seat: string | number };
  "waiting.cover": { seat: string | number };
  "event.hand": { seat: string | number; tiles: string | number };
  "event.deal": { seat: string | number; tiles: string | number };
  "event.play": { seat: string | number; tile: string | number };
  "event.capture": { seat: string | number; tile: string | number };
  "event.join": { tile: string | number };
  "event.second-chance": { seat: string | number; tile: string | number };
  "event.turn-up": { tile: string | number };
  "event.remove": { tile: string | number };
  "event.displace": { tile: string | number };
  "event.rainbow": { position: string | number; seat: string | number };
  "event.no-rainbow": { seat: string | number };
  "event.no-room": { seat: string | number };
  "event.hold": { seat: string | number };
  "event.encounter": { seat: string | number; spirit: string | number };
  "event.draw-spirits": { seat: string | number; spirits: string | number };
  "event.keep": { other: string | number; seat: string | number; spirit: string | number };
  "event.place": { seat: string | number; spirit: string | number; square: string | number };
  "event.evil": { seat: string | number };
  "event.pass-evil": { seat: string | number };
  "event.add": { seat: string | number; tile: string | number };
  "event.add-from-pile": { seat: string | number; tile: string | number };
  "event.add-from-opponent": { seat: string | number; tile: string | number };
  "event.again": { seat: string | number };
  "event.draw": { left: string | number; seat: string | number; tile: string | number };
  "event.skip": { seat: string | number };
  "event.cover": { spirit: string | number };
  "event.end": object;
  "event-unseen.hand": { count: string | number; seat: string | number };
  "event-unseen.draw": { left: string | number; seat: string | number };
  "event-unseen.draw-spirits": { count: string | number; seat: string | number };
}

export const say = catalog<Messages>("solstis");
