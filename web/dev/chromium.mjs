// Where the browser for tests and pictures is: the system's Chromium, or the one named by CHROMIUM.
import { existsSync } from "node:fs";

export function chromiumPath() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error("no Chromium found; install it (apt-get install chromium) or set CHROMIUM to its path");
  return found;
}
