import type { Locator } from "playwright";
import { decodeQR } from "qr/decode.js";

/** Reads a QR code off the screen, as a phone held before it does. */
export async function readQrCode(code: Locator): Promise<string> {
  await code.waitFor();
  const picture = (await code.screenshot()).toString("base64");
  const context = await code.page().context().browser()?.newContext();
  if (context === undefined) throw new Error("no browser");
  const page = await context.newPage();
  const { width, height, data } = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas?.drawImage(image, 0, 0);
    return {
      width: image.width,
      height: image.height,
      data: [...(canvas?.getImageData(0, 0, image.width, image.height).data ?? [])],
    };
  }, picture);
  await context.close();
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) }, { timeLimit: 5000 });
}
