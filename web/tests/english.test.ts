/** No English stands in a board or in the frame: all of it is in an en.toml, where it can be translated. */
import { parse } from "svelte/compiler";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>(["../src/**/*.{ts,svelte}", "!../src/texts/*", "!../src/api/**"], { eager: true, query: "?raw", import: "default" });

/** Properties that the frame shows. */
const SHOWN = new Set(["label", "title", "text"]);
const SPOKEN = new Set(["aria-label", "aria-description", "title", "alt", "placeholder", "label"]);
/** Names of keys on the keyboard, and words that are the server's: score lines and notations. */
const NO_ENGLISH = new Set(["Enter", "Escape", "Tab", "main tower", "camp panorama", "encounter pile", "past"]);

/** Methods that take a selector, as in `closest("li button")`. */
const SELECTS = new Set(["closest", "matches", "querySelector", "querySelectorAll"]);

const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text);

/** Whether a text of the code reads like something to say: words and nothing else, two of them, or one that follows something. */
function looksSpoken(text: string): boolean {
  const plain = text.trim();
  if (NO_ENGLISH.has(plain) || plain.endsWith("-") || !/^[\p{L}\d\s,.:;!?%×'’–—-]+$/u.test(plain)) return false;
  return /\p{L}{2,}[,.:;!?]? \p{L}{2,}/u.test(plain) || /^\p{Lu}\p{Ll}{2,}\b/u.test(plain) || (text.startsWith(" ") && hasWords(plain));
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** What a component says by itself: text between its elements, spoken attributes, and texts in its code. */
function saidByComponent(source: string): string[] {
  const root = parse(source, { modern: true }) as unknown as Node;
  const found: string[] = [];
  const walk = (node: Node, attribute: string | null): void => {
    if (node.type === "StyleSheet" || node.type === "StyleDirective" || node.type.startsWith("TS") || node.type === "ImportDeclaration" || isError(node) || selects(node)) return;
    const here = node.type === "Attribute" ? String(node["name"]) : attribute;
    if (node.type === "Text" && (here === null || SPOKEN.has(here)) && hasWords(String(node["data"]))) found.push(String(node["data"]).trim());
    const shown = node.type === "Property" && isNode(node["key"]) && SHOWN.has(String(node["key"]["name"])) && isNode(node["value"]) ? node["value"]["value"] : null;
    if (typeof shown === "string" && hasWords(shown)) found.push(shown);
    const text = node.type === "Literal" ? node["value"] : node.type === "TemplateElement" ? (node["value"] as { cooked: string }).cooked : null;
    if (typeof text === "string" && (here === null || SPOKEN.has(here)) && looksSpoken(text)) found.push(text);
    for (const child of childrenOf(node)) walk(child, here);
  };
  for (const part of [root["fragment"], root["instance"], root["module"]]) if (isNode(part)) walk(part, null);
  return found;
}

/** What is thrown at a programmer may be English. */
const isError = (node: Node): boolean => node.type === "NewExpression" && isNode(node["callee"]) && node["callee"]["name"] === "Error";

const selects = (node: Node): boolean =>
  node.type === "CallExpression" && isNode(node["callee"]) && isNode(node["callee"]["property"]) && SELECTS.has(String(node["callee"]["property"]["name"]));

/** What a text of the server is compared with is no text to say. */
const isCompared = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) && ts.isBinaryExpression(node.parent) &&
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(node.parent.operatorToken.kind);

function saidByModule(source: string): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === "Error") return;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && SELECTS.has(node.expression.name.text)) return;
    if (ts.isPropertyAssignment(node) && SHOWN.has(node.name.getText()) && ts.isStringLiteralLike(node.initializer) && hasWords(node.initializer.text)) {
      found.push(node.initializer.text);
    } else if ((ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) && looksSpoken(node.text)) found.push(node.text);
    ts.forEachChild(node, (child) => {
      if (!(ts.isPropertyAssignment(node) && child === node.name) && !isCompared(child)) walk(child);
    });
  };
  walk(ts.createSourceFile("board.ts", source, ts.ScriptTarget.Latest, true));
  return found;
}

const saidBy = (path: string, source: string): string[] => (path.endsWith(".svelte") ? saidByComponent(source) : saidByModule(source));

describe("the boards and the frame", () => {
  it.each(Object.keys(sources))("%s says nothing that is not in the texts", (path) => {
    expect(saidBy(path, sources[path] ?? "")).toEqual([]);
  });
});

describe("the search for English", () => {
  it.each([
    ["a.svelte", "<p>Your hand</p>", "Your hand"],
    ["a.svelte", '<section aria-label="Display"></section>', "Display"],
    ["a.svelte", '<p>{many ? "two cards" : say("board.one")}</p>', "two cards"],
    ["a.svelte", '<script lang="ts">const name = `${place} in the panorama`;</script>', "in the panorama"],
    ["a.svelte", '<script lang="ts">const fact = { label: "points", value: 3 };</script>', "points"],
    ["a.ts", 'export const title = "Draw pile";', "Draw pile"],
    ["a.ts", 'export const fact = { label: "tallest", value: 3 };', "tallest"],
    ["a.ts", "export const left = (n: number) => `${n} tiles left`;", "tiles left"],
  ])("finds what %s says by itself: %s", (path, source, said) => {
    expect(saidBy(path, source).map((text) => text.trim())).toEqual([said]);
  });

  it.each([
    ["a.svelte", '<p class="big bold">{say("board.hand")}: {count}</p>'],
    ["a.svelte", '<path d="M4 4 L8 8" /><g transform="translate(3 3)" />'],
    ["a.ts", 'if (!card) throw new Error("there is no card like this");'],
    ["a.svelte", '<script lang="ts">const next = list.querySelector("li button");</script>'],
    ["a.ts", 'const cells = document.querySelector("[data-lit] .rim, svg > path");'],
  ])("lets code be: %s %s", (path, source) => {
    expect(saidBy(path, source)).toEqual([]);
  });
});
