/** The geometry of blocks. A block stands with the middle of its foot at 0, 0 and grows to -height. */

export interface Size {
  w: number;
  h: number;
}

/** High values make broad blocks, so that a tower narrows as its values fall. */
export function blockWidth(value: number, full: number): number {
  return full * (0.62 + (0.38 * value) / 15);
}

/** A roof is taller than a block. */
export const ROOF_HEIGHT = 1.45;

export function polygon(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** Slanted bars between two heights, as on a sugar stick. */
export function stripes({ w, h }: Size): string {
  const step = h * 0.72;
  const lean = h * 0.35;
  const edge = w / 2 - h * 0.12;
  let path = "";
  for (let x = -edge; x + step / 2 + lean <= edge; x += step) {
    path += polygon([[x + lean, -h * 0.94], [x + lean + step / 2, -h * 0.94], [x + step / 2, -h * 0.06], [x, -h * 0.06]]);
  }
  return path;
}

/** Icing that drips from the top edge. */
export function icing({ w, h }: Size): string {
  const drops = Math.max(3, Math.round(w / (h * 0.6)));
  const step = w / drops;
  let path = `M${-w / 2} ${-h * 0.72}V${-h * 0.85}Q${-w / 2} ${-h} ${-w / 2 + h * 0.2} ${-h}H${w / 2 - h * 0.2}Q${w / 2} ${-h} ${w / 2} ${-h * 0.85}V${-h * 0.72}`;
  for (let drop = drops; drop > 0; drop -= 1) {
    const x = -w / 2 + step * drop;
    const depth = drop % 2 === 0 ? 0.1 : 0.24;
    path += `Q${(x - step / 2).toFixed(1)} ${(-h * (0.72 - depth)).toFixed(1)} ${(x - step).toFixed(1)} ${(-h * 0.72).toFixed(1)}`;
  }
  return `${path}Z`;
}

/** A wall that leans now to one side, now to the other. */
export function crooked({ w, h }: Size, value: number): string {
  const lean = (value % 2 === 0 ? 1 : -1) * h * 0.12;
  return polygon([[-w / 2, 0], [w / 2, 0], [w / 2 - h * 0.1 + lean, -h * 0.92], [w * 0.1 + lean, -h * 1], [-w / 2 + h * 0.1 + lean, -h * 0.9]]);
}

/** A castle wall with battlements. */
export function battlements({ w, h }: Size): string {
  const teeth = Math.max(3, Math.round(w / (h * 0.55)) | 1);
  const step = w / teeth;
  let path = `M${-w / 2} 0`;
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const x = -w / 2 + step * tooth;
    const y = tooth % 2 === 0 ? -h : -h * 0.82;
    path += `L${x.toFixed(1)} ${y.toFixed(1)}H${(x + step).toFixed(1)}`;
  }
  return `${path}L${w / 2} 0Z`;
}

/** Places strewn about, the same each time for the same value. */
export function strewn({ w, h }: Size, value: number, count: number): [number, number][] {
  return Array.from({ length: count }, (_, nth) => {
    const roll = (value * 37 + nth * 61) % 100;
    const side = nth % 2 === 0 ? -1 : 1;
    return [side * w * (0.22 + (roll % 25) / 100), -h * (0.18 + ((roll * 7) % 60) / 100)];
  });
}

/** A zigzag like a spring. */
export function spring({ w }: Size, height: number): string {
  const turns = Math.max(4, Math.round(w / 7));
  const step = w / turns;
  let path = `M${-w / 2} 0`;
  for (let turn = 1; turn <= turns; turn += 1) path += `L${(-w / 2 + step * turn).toFixed(1)} ${turn % 2 === 0 ? 0 : -height}`;
  return path;
}
