import { encode } from "uqr";

/** White around the code, in modules: scanners need four. */
const QUIET_ZONE = 4;

interface QrPath {
  /** The black modules, one unit each, as the data of one SVG path. */
  path: string;
  /** Modules of a side, the quiet zone included. */
  size: number;
}

/** A text as a QR code that can still be read where a seventh of it is damaged. */
export function drawQrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const path = data.map((row, y) => drawRow(row, y)).join("");
  return { path, size };
}

/** Neighbours are one rectangle, so that no gaps show between them. */
function drawRow(row: readonly boolean[], y: number): string {
  let drawn = "";
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const start = x;
    while (row[x + 1] === true) x += 1;
    drawn += `M${String(start)} ${String(y)}h${String(x - start + 1)}v1H${String(start)}z`;
  }
  return drawn;
}
