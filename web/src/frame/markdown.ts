/** The small part of Markdown that rules are written in, as blocks to draw. Nothing of it is ever taken as HTML. */

export interface Span {
  text: string;
  kind: "text" | "bold" | "code" | "italic";
}

export type Block =
  | { kind: "heading"; level: number; text: string; id: string }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "rule"; id: string; spans: Span[] }
  | { kind: "list"; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "code"; text: string };

const RULE = /^\*\*([A-Z]{2,}-\d+)\*\*\s+/;

export function anchor(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

export function spans(text: string): Span[] {
  const found: Span[] = [];
  const pattern = /\*\*(.+?)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*/g;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) found.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, bold, code, italic] = match;
    if (bold !== undefined) found.push({ kind: "bold", text: bold });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else found.push({ kind: "italic", text: italic ?? "" });
    at = match.index + whole.length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

const cells = (line: string): Span[][] => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => spans(cell.trim()));

function paragraphBlock(lines: string[]): Block {
  if (lines.every((line) => line.trim().startsWith("|")) && lines.length > 1) {
    const [head, , ...rows] = lines;
    return { kind: "table", head: cells(head ?? ""), rows: rows.map(cells) };
  }
  return { kind: "paragraph", spans: spans(lines.map((line) => line.trim()).join(" ")) };
}

function listBlocks(lines: string[]): Block[] {
  const items: string[] = [];
  for (const line of lines) {
    if (/^[-*] /.test(line)) items.push(line.slice(2).trim());
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const blocks: Block[] = [];
  for (const item of items) {
    const id = RULE.exec(item)?.[1];
    const last = blocks.at(-1);
    if (id) blocks.push({ kind: "rule", id, spans: spans(item.replace(RULE, "")) });
    else if (last?.kind === "list") last.items.push(spans(item));
    else blocks.push({ kind: "list", items: [spans(item)] });
  }
  return blocks;
}

export function parse(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let code: string[] | null = null;
  const flush = (): void => {
    if (lines.length > 0) blocks.push(...(/^[-*] /.test(lines[0] ?? "") ? listBlocks(lines) : [paragraphBlock(lines)]));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const heading = /^(#+)\s+(.*)$/.exec(line);
    if (line.startsWith("```")) {
      flush();
      if (code) blocks.push({ kind: "code", text: code.join("\n") });
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (heading) {
      flush();
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "", id: anchor(heading[2] ?? "") });
    } else if (line.trim() === "") flush();
    else lines.push(line);
  }
  flush();
  return blocks;
}
