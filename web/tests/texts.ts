/** Units and stories have no server: the games' texts come from their folders. */
import { keep, type Sections } from "../src/texts/catalog";

const files = import.meta.glob<Sections>("../../src/cairn/games/*/en.toml", { eager: true, import: "default" });

for (const [path, sections] of Object.entries(files)) keep(path.split("/").at(-2)?.replaceAll("_", "-") ?? "", sections);
