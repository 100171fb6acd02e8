import { isFromRight } from "./cleanText.ts";
import type { EnvelopePicture } from "./envelopePicture.ts";
import { type Measure, wrapText } from "./wrapText.ts";

const GOLD = "#f4c04e";
const GOLD_SOFT = "#ffe6ad";
const ON_PAPER = "#5a1009";
const ON_PAPER_RED = "#ad1028";

/** Between the seal and the lower art: what every cover keeps calm. */
const MIDDLE_X = 130;
const WIDTH = 214;
const TOP = 185;
const BOTTOM = 263;

/** A canvas's context, of a server's canvas or a browser's. */
interface Pen {
  font: string;
  fillStyle: unknown;
  textAlign: string;
  direction: string;
  measureText(text: string): { width: number };
  fillText(text: string, x: number, y: number): void;
}

export interface Lettering {
  /** The property `font` of a size. */
  getFont: (size: number) => string;
  /** What of a person's text can be drawn. */
  clean: (text: string) => string;
}

interface WordSize {
  size: number;
  maxLines: number;
}

/** Large letters for few words. */
const WORD_SIZES: readonly WordSize[] = [
  { size: 22, maxLines: 1 },
  { size: 18, maxLines: 2 },
  { size: 15, maxLines: 3 },
];
/** What does not fit is cut. */
const SMALLEST: WordSize = { size: 13, maxLines: 3 };
const LINE_HEIGHT = 1.32;
/** From the middle of a line to where its letters stand. */
const RISE = 0.36;
const NAME_SIZE = 12.5;

/** Writes on an envelope of 260 × 330: the words with the sender's name, or who had the best luck. */
export function drawText(pen: Pen, { words, senderName, best }: EnvelopePicture, { getFont, clean }: Lettering): void {
  pen.textAlign = "center";
  if (best !== null) {
    const winner = clean(best.name);
    drawLine(winner === "" ? "🏆" : `🏆 ${winner}`, { size: 16, y: 220, color: ON_PAPER });
    drawLine(best.amount, { size: 23, y: 252, color: ON_PAPER_RED });
    return;
  }
  const name = clean(senderName);
  if (name !== "") drawLine(name, { size: NAME_SIZE, y: BOTTOM - 3, color: GOLD });
  drawWords(clean(words), (TOP + BOTTOM - (name === "" ? 0 : 1.5 * NAME_SIZE)) / 2);

  /** Lines around a middle, as large as they fit. */
  function drawWords(text: string, middle: number): void {
    const wrap = ({ size, maxLines }: WordSize) => wrapText(text, measureAt(size), WIDTH, maxLines);
    const chosen = WORD_SIZES.find((each) => !wrap(each).isCut) ?? SMALLEST;
    const { lines } = wrap(chosen);
    setStyle(text, chosen.size, GOLD_SOFT);
    drawLines(pen, lines, { x: MIDDLE_X, middle, size: chosen.size, lineHeight: LINE_HEIGHT });
  }

  /** One line, cut where it is too long. */
  function drawLine(text: string, style: { size: number; y: number; color: string }): void {
    const { lines } = wrapText(text, measureAt(style.size), WIDTH, 1);
    setStyle(text, style.size, style.color);
    pen.fillText(lines[0] ?? "", MIDDLE_X, style.y);
  }

  function measureAt(size: number): Measure {
    return (text) => {
      pen.font = getFont(size);
      return pen.measureText(text).width;
    };
  }

  /** @param of the whole text, which decides the direction of its lines */
  function setStyle(of: string, size: number, color: string): void {
    pen.font = getFont(size);
    pen.direction = isFromRight(of) ? "rtl" : "ltr";
    pen.fillStyle = color;
  }
}

interface LinePlaces {
  x: number;
  /** Of all lines. */
  middle: number;
  size: number;
  /** In sizes of the letters. */
  lineHeight: number;
}

/** Writes lines around a middle. */
export function drawLines(pen: Pick<Pen, "fillText">, lines: readonly string[], places: LinePlaces): void {
  const { x, middle, size, lineHeight } = places;
  for (const [place, line] of lines.entries()) {
    pen.fillText(line, x, middle + size * (RISE + lineHeight * (place - (lines.length - 1) / 2)));
  }
}
