/** The scenes of the covers, as shapes. They are drawn by code, like everything on the boards. */

export interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
}

/** A generator that gives the same numbers every time, so that a cover looks the same every time. */
function steady(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`;
const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const fir = (x: number, y: number, h: number): string =>
  `M${x} ${y - h}l${h * 0.26} ${h * 0.42}h${-h * 0.1}l${h * 0.2} ${h * 0.46}h${-h * 0.72}l${h * 0.2} ${-h * 0.46}h${-h * 0.1}Z`;

/** A ridge across the picture: rough like a mountain, steady in its shape. */
function ridge(seed: number, base: number, height: number, steps: number): string {
  const random = steady(seed);
  const points: string[] = [];
  for (let i = 0; i <= steps; i += 1) {
    const x = (320 * i) / steps;
    const swell = Math.sin((i / steps) * Math.PI * (1.4 + random() * 0.6) + seed);
    points.push(`L${x.toFixed(1)} ${(base - Math.max(0, swell) * height * (0.55 + random() * 0.45) - random() * 6).toFixed(1)}`);
  }
  return `M0 200${points.join("")}L320 200Z`;
}

function fiveTowers(): Shape[] {
  const shapes: Shape[] = [
    { d: box(0, 0, 320, 200), fill: "light-dark(#cfe6ee, #1d2c40)" },
    { d: disc(262, 44, 22), fill: "light-dark(#fff2c4, #f0dfa0)" },
    { d: "M0 176q60-22 130-12t190-6v42H0Z", fill: "light-dark(#9cc48a, #2c4a36)" },
  ];
  const towers = [
    { x: 28, n: 4, fill: "light-dark(#f2a7b9, #b8667c)", trim: "light-dark(#fff6f8, #f4dbe2)" },
    { x: 86, n: 6, fill: "light-dark(#6c4f8c, #57407a)", trim: "light-dark(#ffd873, #ffd873)" },
    { x: 144, n: 3, fill: "light-dark(#5f8f4e, #47703c)", trim: "light-dark(#835b34, #6b4a2b)" },
    { x: 202, n: 5, fill: "light-dark(#9aa4ab, #6d7880)", trim: "light-dark(#c66a33, #c66a33)" },
    { x: 260, n: 4, fill: "light-dark(#e0be7c, #a98a4e)", trim: "light-dark(#b98d46, #7d6230)" },
  ];
  for (const [index, { x, n, fill, trim }] of towers.entries()) {
    for (let level = 0; level < n; level += 1) {
      const w = 42 - level * 3;
      const lean = index === 1 ? (level % 2 ? 3 : -3) : 0;
      const left = x + (42 - w) / 2 + lean - 4;
      const top = 176 - (level + 1) * 19;
      shapes.push({ d: box(left, top, w, 18), fill, stroke: "#0003", width: 1 });
      if (index === 0) shapes.push({ d: box(left, top + 6, w, 5), fill: trim });
      else if (index === 1) shapes.push({ d: box(left + w / 2 - 3, top + 4, 6, 9), fill: trim });
      else if (index === 2) shapes.push({ d: `M${left} ${top + 18}h${w}`, stroke: trim, width: 3 });
      else if (index === 3) shapes.push({ d: `${disc(left + 5, top + 5, 1.5)}${disc(left + w - 5, top + 5, 1.5)}${disc(left + 5, top + 13, 1.5)}`, fill: trim });
      else shapes.push({ d: `${box(left, top - 3, 6, 4)}${box(left + w / 2 - 3, top - 3, 6, 4)}${box(left + w - 6, top - 3, 6, 4)}`, fill });
    }
    const top = 176 - n * 19;
    if (index === 1) {
      shapes.push({ d: `M${x + 4} ${top}l10 -30 6 12 10 18Z`, fill: "light-dark(#4a3466, #3c2b57)", stroke: "#0003", width: 1 });
    } else if (index === 2) {
      const crown = [[0, 0, 17], [-15, 6, 12], [15, 7, 12], [-6, -14, 12], [8, -13, 11]] as const;
      for (const [dx, dy, r] of crown) shapes.push({ d: disc(x + 17 + dx, top - 12 + dy, r), fill: dy < 0 ? "light-dark(#76a862, #5a8a4b)" : fill });
    }
    if (index === 0 || index === 3) {
      const w = 42 - n * 3 + 12;
      shapes.push({ d: `M${x + 17 - w / 2} ${top}h${w}l${-w / 2} -22Z`, fill: trim, stroke: "#0003", width: 1 });
    }
  }
  return shapes;
}

function thePeak(): Shape[] {
  const shapes: Shape[] = [{ d: box(0, 0, 320, 200), fill: "light-dark(#efe6d2, #2a2a26)" }];
  for (let i = 0; i < 9; i += 1) {
    const r = 1 - i / 9.5;
    const x = 178 + i * 2;
    const y = 96 - i * 4;
    const w = 168 * r;
    const h = 108 * r;
    shapes.push({
      d: `M${x - w} ${y}C${x - w} ${y - h * 0.9} ${x - w * 0.3} ${y - h * 1.1} ${x} ${y - h * 0.9}S${x + w * 0.9} ${y - h * 0.6} ${x + w} ${y}S${x + w * 0.4} ${y + h} ${x} ${y + h * 0.95}S${x - w} ${y + h * 0.8} ${x - w} ${y}Z`,
      fill: i < 8 ? `color-mix(in srgb, light-dark(#8a9a86, #5d6b60) ${10 + i * 7}%, transparent)` : "light-dark(#fdfbf4, #d8d8d0)",
      stroke: "light-dark(#9b7b4f, #a58a62)",
      width: i % 4 === 0 ? 1.8 : 0.9,
    });
  }
  shapes.push(
    { d: "M34 176C70 150 60 120 104 122S140 84 170 92S184 66 194 60", stroke: "light-dark(#c2521b, #f08a4e)", width: 4 },
    { d: "M194 60v-26l16 8-16 8", fill: "light-dark(#c2521b, #f08a4e)", stroke: "light-dark(#c2521b, #f08a4e)", width: 2 },
    { d: "M40 40l13 -13 13 13 -13 13Z", fill: "light-dark(#b02a2a, #e06a60)" },
    { d: "M76 52l14 -24 14 24Z", fill: "light-dark(#e0b020, #e6c04a)" },
    { d: disc(34, 176, 7), fill: "light-dark(#c2521b, #f08a4e)", stroke: "light-dark(#fff, #2a2a26)", width: 2 },
  );
  return shapes;
}

function solstis(): Shape[] {
  const [night, dusk, glow] = ["light-dark(#3b3f74, #191a3c)", "light-dark(#8a5f8c, #4b3560)", "light-dark(#f0a36a, #a85f4a)"];
  const shapes: Shape[] = [{ d: box(0, 0, 320, 200), fill: night }];
  for (let step = 1; step <= 12; step += 1) {
    const [above, below, share] = step <= 6 ? [night, dusk, step / 6] : [dusk, glow, (step - 6) / 6];
    shapes.push({ d: box(0, step * 11, 320, 200), fill: `color-mix(in oklab, ${below} ${Math.round(share * 100)}%, ${above})` });
  }
  for (const [r, opacity] of [[52, 0.12], [38, 0.2], [24, 1]] as const) shapes.push({ d: disc(236, 104, r), fill: "light-dark(#ffe2a0, #ffcf80)", opacity });
  const random = steady(5);
  for (let i = 0; i < 26; i += 1) shapes.push({ d: disc(random() * 320, random() * 60, 0.6 + random()), fill: "#fff8e0", opacity: 0.8 });
  shapes.push(
    { d: "M0 200V138L40 96 66 120 116 44 150 92 176 70 226 128 262 104 320 150V200Z", fill: "light-dark(#5b5684, #33305c)" },
    { d: "M116 44l-20 30 12 -4 8 8 9 -10 10 6Z", fill: "#f6f2ff" },
    { d: ridge(3, 168, 34, 24), fill: "light-dark(#3c5a52, #22383a)" },
    { d: ridge(8, 190, 22, 20), fill: "light-dark(#5d7c3d, #344d2b)" },
  );
  for (const [x, y] of [[48, 166], [102, 150], [150, 160], [204, 146], [258, 160]] as const) {
    shapes.push({ d: disc(x, y, 9), fill: "#ffb347", opacity: 0.35 });
    shapes.push({ d: `M${x - 4} ${y + 4}q-2-6 4-13q6 7 4 13Z`, fill: "#ffd36b" });
  }
  for (let x = 0; x <= 320; x += 32) shapes.push({ d: `M${x} 0V200`, stroke: "#fff", width: 0.8, opacity: 0.16 });
  for (let y = 40; y < 200; y += 40) shapes.push({ d: `M0 ${y}H320`, stroke: "#fff", width: 0.8, opacity: 0.16 });
  return shapes;
}

function peaks(): Shape[] {
  const shapes: Shape[] = [{ d: box(0, 0, 320, 200), fill: "light-dark(#f0c987, #4a3524)" }];
  for (let i = 0; i < 16; i += 1) {
    const a = (i / 16) * Math.PI * 2;
    shapes.push({
      d: `M160 92L${160 + Math.cos(a) * 300} ${92 + Math.sin(a) * 300}L${160 + Math.cos(a + 0.2) * 300} ${92 + Math.sin(a + 0.2) * 300}Z`,
      fill: "light-dark(#f6dba6, #5a412c)",
    });
  }
  shapes.push(
    { d: disc(160, 92, 44), fill: "light-dark(#e8743b, #c75f30)" },
    { d: "M10 200L120 62 142 92 160 70 196 118 214 104 310 200Z", fill: "light-dark(#24566a, #17394a)" },
    { d: "M120 62l-34 42 16 -6 10 12 12 -14 12 8 6 -12Z", fill: "light-dark(#fdf3dc, #e4dcc8)" },
    { d: "M0 200L60 138 108 200Z", fill: "light-dark(#37798a, #215060)" },
    { d: "M212 200L268 126 320 190V200Z", fill: "light-dark(#1b4151, #102a37)" },
    { d: "M268 126l-15 20 9 -3 6 7 6 -8 9 3Z", fill: "light-dark(#fdf3dc, #e4dcc8)" },
    { d: "M120 62V30", stroke: "light-dark(#3a2416, #f0e0c8)", width: 2.5 },
    { d: "M121 31h24l-6 7 6 7h-24Z", fill: "light-dark(#b3261e, #e2574a)" },
    { d: "M30 196Q84 150 92 118T118 72", stroke: "light-dark(#fdf3dc, #f0e0c8)", width: 2, opacity: 0.9 },
  );
  return shapes;
}

function fivePeaks(): Shape[] {
  const shapes: Shape[] = [{ d: box(0, 0, 320, 200), fill: "light-dark(#e6dcc3, #2b2a24)" }];
  const octagon = (x: number, y: number, r: number): string => {
    const points = Array.from({ length: 8 }, (_, i) => {
      const a = ((i + 0.5) / 8) * Math.PI * 2;
      return `${(x + Math.cos(a) * r).toFixed(1)} ${(y + Math.sin(a) * r).toFixed(1)}`;
    });
    return `M${points.join("L")}Z`;
  };
  const tiles: [number, number, string, string][] = [
    [60, 58, "light-dark(#7fa35e, #42603a)", "forest"], [160, 58, "light-dark(#a9bd74, #5d6f3f)", "alpine"],
    [260, 58, "light-dark(#a8a39a, #5e5c58)", "rock"], [110, 146, "light-dark(#7fa35e, #42603a)", "forest"],
    [210, 146, "light-dark(#a9bd74, #5d6f3f)", "alpine"], [10, 146, "light-dark(#a9bd74, #5d6f3f)", "alpine"], [310, 146, "light-dark(#a8a39a, #5e5c58)", "rock"],
  ];
  for (const [x, y, fill] of tiles) shapes.push({ d: octagon(x, y, 52), fill, stroke: "light-dark(#00000026, #ffffff1f)", width: 1.5 });
  shapes.push({ d: "M10 146Q60 100 60 58T160 58Q200 100 210 146T260 58Q290 80 310 146M60 58Q100 90 110 146", stroke: "light-dark(#fbf3dd, #d9cba6)", width: 5 });
  const random = steady(21);
  for (const [x, y, , kind] of tiles) {
    for (let i = 0; i < 5; i += 1) {
      const px = x - 32 + random() * 64;
      const py = y - 20 + random() * 50;
      if (kind === "forest") shapes.push({ d: fir(px, py, 17), fill: "light-dark(#3f6b3a, #234026)" });
      else if (kind === "rock") shapes.push({ d: `M${px - 6} ${py}l4-9 5 3 4 6Z`, fill: "light-dark(#7b766e, #3f3e3b)" });
    }
  }
  shapes.push(
    { d: "M238 66L262 22 288 66Z", fill: "light-dark(#6a655d, #3a3936)" },
    { d: "M262 22l-9 17 5-2 4 4 4-4 5 3Z", fill: "light-dark(#fbf8f0, #dcd8ce)" },
    { d: "M244 66h36a18 7 0 0 1-36 0Z", fill: "light-dark(#5a564f, #302f2d)" },
  );
  for (const [x, y, fill] of [[60, 58, "#b4470f"], [160, 58, "#2456a6"], [210, 146, "#e0b020"]] as const) {
    shapes.push({ d: `M${x - 8} ${y + 8}q0-9 5-11a5.5 5.5 0 1 1 6 0q5 2 5 11Z`, fill, stroke: "#fff8", width: 1.5 });
  }
  return shapes;
}

export const covers: Record<string, () => Shape[]> = {
  "five-towers": fiveTowers,
  "the-peak": thePeak,
  solstis,
  peaks,
  "five-peaks": fivePeaks,
};
