import { toCoverId } from "#domain/covers.ts";
import { cleanText, isFromRight } from "#domain/picture/cleanText.ts";
import { composeSvg } from "#domain/picture/composeSvg.ts";
import { type CoverArt, parseCoverArt } from "#domain/picture/coverArt.ts";
import { drawLines, drawText } from "#domain/picture/drawText.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { wrapText } from "#domain/picture/wrapText.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { withTimeout } from "#src/adapters/withTimeout.ts";
import { drawQrPath } from "#src/components/ui/drawQrPath.ts";

export interface SharePicture {
  coverId: string | null;
  words: string;
  senderName: string;
  /** Beside the code. */
  hint: string;
  /** What a scanner reads. */
  link: string;
}

/** A portrait, as messengers show it whole. */
const WIDTH = 1080;
const HEIGHT = 1350;
const QUALITY = 0.9;
const FONTS_TIMEOUT_MS = 3_000;

/** The envelope's place; it is 260 × 330 units. */
const ENVELOPE = { x: 215, y: 50, width: 650, scale: 650 / 260 };

/** The place of the code on the white card at the bottom. */
const CODE = { x: 80, y: 930, size: 365 };

const HINT = { x: 735, middle: 1112, width: 510, size: 46, lineHeight: 1.35, maxLines: 5, color: "#4a1206" };

/**
 * Draws an open envelope with the code of its link, as a JPEG of some 200 kB in a data address. Its texts are those that it is
 * given.
 * @throws {Failure} where the cover cannot be had
 */
export async function drawSharePicture(picture: SharePicture): Promise<string> {
  const { words, senderName, hint, link } = picture;
  const envelope: EnvelopePicture = {
    coverId: toCoverId(picture.coverId),
    words,
    senderName,
    seal: "whole",
    best: null,
  };
  const [art] = await Promise.all([loadCoverArt(envelope.coverId), loadFonts(words + senderName + hint)]);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the device gives no canvas");
  context.drawImage(await loadImage(composePage(envelope, art, link)), 0, 0);
  drawHint(context, cleanText(hint));
  context.translate(ENVELOPE.x, ENVELOPE.y);
  context.scale(ENVELOPE.scale, ENVELOPE.scale);
  drawText(context, envelope, { getFont, clean: cleanText });
  return canvas.toDataURL("image/jpeg", QUALITY);
}

/** The envelope before its own art in the dark, and the code on a card. */
function composePage(envelope: EnvelopePicture, art: CoverArt, link: string): string {
  const { path, size } = drawQrPath(link);
  // Modules of whole pixels.
  const side = Math.floor(CODE.size / size) * size;
  const rest = (CODE.size - side) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 260 330" preserveAspectRatio="xMidYMid slice">${art.art}</svg>` +
    `<rect width="100%" height="100%" fill="#2a0508" fill-opacity=".66"/>` +
    `<clipPath id="envelope"><rect width="650" height="825" rx="50"/></clipPath>` +
    `<g transform="translate(${ENVELOPE.x} ${ENVELOPE.y})"><g clip-path="url(#envelope)">` +
    `${composeSvg(envelope, art, ENVELOPE.width)}</g></g>` +
    `<rect x="60" y="915" width="960" height="395" rx="40" fill="#ffffff"/>` +
    `<svg x="${CODE.x + rest}" y="${CODE.y + rest}" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path d="${path}"/></svg></svg>`
  );
}

function drawHint(context: CanvasRenderingContext2D, hint: string): void {
  context.font = getFont(HINT.size);
  context.fillStyle = HINT.color;
  context.textAlign = "center";
  context.direction = isFromRight(hint) ? "rtl" : "ltr";
  const { lines } = wrapText(hint, (text) => context.measureText(text).width, HINT.width, HINT.maxLines);
  drawLines(context, lines, HINT);
}

/** The page's own fonts, which follow its language. */
function getFont(size: number): string {
  return `bold ${String(size)}px ${getComputedStyle(document.documentElement).fontFamily}`;
}

async function loadFonts(text: string): Promise<void> {
  try {
    await withTimeout(document.fonts.load(getFont(HINT.size), text), FONTS_TIMEOUT_MS);
  } catch {
    // The device's own letters serve.
  }
}

async function loadCoverArt(coverId: string): Promise<CoverArt> {
  try {
    const svg = await withTimeout(fetchCover(coverId));
    if (svg !== null) return parseCoverArt(svg);
  } catch {
    // Told below.
  }
  const failure: Failure = { kind: "network" };
  // Failures are plain objects, so that they survive in a machine's context.
  throw failure;
}

async function fetchCover(coverId: string): Promise<string | null> {
  const response = await fetch(`/covers/${coverId}.svg`);
  return response.ok ? await response.text() : null;
}

async function loadImage(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
