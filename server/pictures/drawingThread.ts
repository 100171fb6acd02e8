import { createCanvas, GlobalFonts, loadImage } from "@napi-rs/canvas";
import { composeSvg } from "#domain/picture/composeSvg.ts";
import { drawText } from "#domain/picture/drawText.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { FONT_FAMILIES, FONT_FILES, keepDrawable } from "./fonts.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import type { CoverId } from "#domain/covers.ts";
import { type CoverArt, parseCoverArt } from "#domain/picture/coverArt.ts";

/** Telegram shows a photo about 320 points wide: twice that is sharp. */
const WIDTH_PX = 640;
const HEIGHT_PX = 812;
/** The best first; each is a photo of flat areas, so that the next one is hardly worse. */
const QUALITIES = [90, 80, 65] as const;
const MAX_BYTES = 120_000;

const LETTERING = { getFont: (size: number) => `${size}px ${FONT_FAMILIES}`, clean: keepDrawable };

for (const { family, path } of FONT_FILES) GlobalFonts.registerFromPath(path, family);

/** Draws an envelope as JPEG. It takes about 100 ms, so it is for a thread of its own. */
async function renderPicture(picture: EnvelopePicture): Promise<Buffer> {
  const canvas = createCanvas(WIDTH_PX, HEIGHT_PX);
  const context = canvas.getContext("2d");
  const svg = composeSvg(picture, readCoverArt(picture.coverId), WIDTH_PX);
  context.drawImage(await loadImage(Buffer.from(svg)), 0, 0, WIDTH_PX, HEIGHT_PX);
  context.scale(WIDTH_PX / 260, WIDTH_PX / 260);
  drawText(context, picture, LETTERING);
  for (const quality of QUALITIES) {
    const jpeg = await canvas.encode("jpeg", quality);
    if (jpeg.length <= MAX_BYTES) return jpeg;
  }
  throw new Error("the picture is too large");
}

const COVERS = join(import.meta.dirname, "../../public/covers");

/** The drawings of a cover's file, the same that the app shows. */
function readCoverArt(coverId: CoverId): CoverArt {
  return parseCoverArt(readFileSync(join(COVERS, `${coverId}.svg`), "utf8"));
}

// A thread of its own: it draws one picture after the other.
parentPort?.on("message", (picture: EnvelopePicture) => {
  renderPicture(picture).then(
    (jpeg) => parentPort?.postMessage({ jpeg }, []),
    (error: unknown) => parentPort?.postMessage({ reason: error instanceof Error ? error.message : "unknown" }, []),
  );
});
