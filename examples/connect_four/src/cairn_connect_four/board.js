/**
 * The board of Connect Four for browsers. The server serves this file as it is: plain JavaScript, no build.
 *
 * A column is a piece: it carries `data-element` with the id of `Drop.elements` and `data-name` for screen readers, and
 * the frame does the rest. The last child of a piece is its rim, which shows when the column can be chosen.
 */
const SVG = "http://www.w3.org/2000/svg";
const CELL = 48;
const RADIUS = 18;
const MARGIN = 14;
const LETTERS = 26;

const STYLE = `
.four { --board: light-dark(#2f5d8a, #274b70); --hole: light-dark(#f4efe6, #14171d); --red: light-dark(#c8372f, #e5645c); --yellow: light-dark(#e8b92f, #f0cb57);
  display: grid; grid-template-rows: minmax(0, 1fr) auto; gap: 0.5rem; height: 100%; padding: 0.75rem; place-items: center; }
.four svg { width: 100%; height: 100%; min-height: 0; }
.four .back { fill: var(--board); }
.four .hole { fill: var(--hole); }
.four .red { fill: var(--red); }
.four .yellow { fill: var(--yellow); }
.four .mark { fill: none; stroke: #0006; stroke-width: 3; }
.four .ghost { opacity: 0.45; }
.four .won { stroke: light-dark(#fff, #fff); stroke-width: 4; }
.four text { font: 600 15px var(--text); fill: #fff; text-anchor: middle; }
.four ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.four li { display: flex; align-items: center; gap: 0.4rem; }
.four li svg { width: 22px; height: 22px; }
`;

/** An element of the drawing with its attributes and children. */
function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** A disc; yellow ones have a ring, so that colour is not all that tells them apart. */
function disc(color, x, y, isWon = false) {
  const parts = [draw("circle", { class: `${color}${isWon ? " won" : ""}`, cx: x, cy: y, r: RADIUS })];
  if (color === "yellow") parts.push(draw("circle", { class: "mark", cx: x, cy: y, r: RADIUS * 0.55 }));
  return draw("g", {}, ...parts);
}

class Board {
  constructor(element, props) {
    const { columns, rows } = props.content.board;
    this.rows = rows;
    this.letters = "abcdefghij".slice(0, columns).split("");
    const width = columns * CELL + 2 * MARGIN;
    const height = rows * CELL + 2 * MARGIN + LETTERS;
    this.columns = this.letters.map((letter, number) => this.column(letter, number));
    this.drawing = draw("svg", { viewBox: `0 0 ${width} ${height}` },
      draw("rect", { class: "back", width, height, rx: 16 }), ...this.columns.map(({ node }) => node));
    this.legend = document.createElement("ul");
    this.root = document.createElement("div");
    this.root.className = "four";
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.root.append(style, this.drawing, this.legend);
    element.append(this.root);
    this.update(props, true);
  }

  column(letter, number) {
    const x = MARGIN + number * CELL;
    const box = { x: x + 1, y: 4, width: CELL - 2, height: this.rows * CELL + MARGIN + LETTERS };
    const discs = draw("g");
    const holes = Array.from({ length: this.rows }, (_, row) => draw("circle", { class: "hole", cx: this.x(number), cy: this.y(row), r: RADIUS }));
    const name = draw("text", { x: this.x(number), y: MARGIN + this.rows * CELL + 17 });
    name.append(letter);
    const node = draw("g", { "data-element": `column:${letter}` },
      draw("rect", { ...box, fill: "transparent" }), ...holes, discs, name, draw("rect", { ...box, rx: 10, class: "rim" }));
    return { node, discs };
  }

  x(number) {
    return MARGIN + (number + 0.5) * CELL;
  }

  y(row) {
    return MARGIN + (this.rows - row - 0.5) * CELL;
  }

  update(props, isNew = false) {
    const { view, names, content, pointed, events, motion, say } = props;
    const { columns, line } = view.zones;
    const fallen = isNew ? [] : events.filter(({ kind }) => kind === "drop").map(({ args }) => args.cell);
    this.letters.forEach((letter, number) => {
      const { node, discs } = this.columns[number];
      const there = columns[letter];
      const key = there.length === this.rows ? "board.column-full" : "board.column";
      node.dataset.name = say(key, { column: letter, n: there.length, discs: there.join(", ") });
      discs.replaceChildren(...there.map((color, row) => disc(color, this.x(number), this.y(row), line.includes(`${letter}${row + 1}`))));
      const last = `${letter}${there.length}`;
      if (fallen.includes(last) && this.shown !== view && motion.ms(280) > 0) this.fall(discs.lastChild, there.length - 1, motion.ms(280));
      if (pointed?.elements.includes(`column:${letter}`)) {
        const ghost = disc(content.discs.names[view.seat], this.x(number), this.y(there.length));
        ghost.setAttribute("class", "ghost");
        discs.append(ghost);
      }
    });
    this.shown = view;
    this.legend.replaceChildren(...names.map((name, seat) => {
      const item = document.createElement("li");
      const color = content.discs.names[seat];
      item.append(draw("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, disc(color, 0, 0)), say("board.legend", { seat: name, disc: color }));
      return item;
    }));
  }

  fall(node, row, duration) {
    const height = (this.rows - row) * CELL;
    node.animate([{ transform: `translateY(${-height}px)` }, { transform: "none" }], { duration, easing: "ease-in" });
  }

  destroy() {
    this.root.remove();
  }
}

export default {
  mount: (element, props) => new Board(element, props),
  /** What to ask "why not?" about when a full column is clicked. */
  whyNot: (element, { view }) => (view.viewer === view.seat ? element.replace("column:", "drop ") : null),
};
