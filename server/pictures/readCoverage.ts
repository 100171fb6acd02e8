/** Whether a font has a glyph for a character. */
export type Coverage = (codePoint: number) => boolean;

const UNICODE_FULL = 12;
const UNICODE_BASIC = 4;

/** Reads which characters a TrueType or OpenType font can draw, by its table `cmap`. */
export function readCoverage(font: Buffer): Coverage {
  const ranges = readRanges(font, findTable(font, "cmap"));
  return (codePoint) => {
    let [low, high] = [0, ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const [first = 0, last = 0] = ranges[middle] ?? [];
      if (codePoint < first) high = middle - 1;
      else if (codePoint > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}

function findTable(font: Buffer, tag: string): number {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    if (font.toString("latin1", entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`a font has no table ${tag}`);
}

/** The ranges of characters, ascending; the full table where there are two. */
function readRanges(font: Buffer, cmap: number): [number, number][] {
  const tables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    return { at, format: font.readUInt16BE(at) };
  });
  const full = tables.find(({ format }) => format === UNICODE_FULL);
  if (full !== undefined) {
    return Array.from({ length: font.readUInt32BE(full.at + 12) }, (_, group) => {
      const at = full.at + 16 + 12 * group;
      return [font.readUInt32BE(at), font.readUInt32BE(at + 4)];
    });
  }
  const basic = tables.find(({ format }) => format === UNICODE_BASIC);
  if (basic === undefined) throw new Error("a font has no table of Unicode");
  const segments = font.readUInt16BE(basic.at + 6) / 2;
  return Array.from({ length: segments }, (_, segment) => {
    const end = basic.at + 14 + 2 * segment;
    return [font.readUInt16BE(end + 2 + 2 * segments), font.readUInt16BE(end)];
  });
}
