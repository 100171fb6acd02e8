import { decodeQR } from "qr/decode.js";
import { afterEach, expect, it, vi } from "vitest";

import { COVER_IDS } from "#domain/covers.ts";
import { REQUEST_TIMEOUT_MS } from "#src/adapters/withTimeout.ts";
import { drawSharePicture, type SharePicture } from "./drawSharePicture.ts";

const PICTURE: SharePicture = {
  coverId: "lunarNewYear",
  words: "Good luck and prosperity",
  senderName: "Anna Keller",
  hint: "Scan to open the red envelope in Telegram",
  link: "https://t.me/hongbao_bot/app?startapp=claim_0199b3c2-8f7a-7cc1-b1f5-6ab0d3f9f001",
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function readPixels(dataUrl: string): Promise<ImageData> {
  const image = new Image();
  image.src = dataUrl;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** How many pixels of a part differ clearly from another picture's. */
function countChanged(
  one: ImageData,
  other: ImageData,
  { x = 0, y = 0, width = one.width, height = one.height },
): number {
  let count = 0;
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      const at = 4 * (row * one.width + column);
      const distance = [0, 1, 2].reduce(
        (sum, part) => sum + Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)),
        0,
      );
      if (distance > 120) count += 1;
    }
  }
  return count;
}

it.each(COVER_IDS)("is a small portrait of the cover %s, whose code leads to the envelope", async (coverId) => {
  const dataUrl = await drawSharePicture({ ...PICTURE, coverId });
  expect(dataUrl).toMatch(/^data:image\/jpeg;base64,/u);
  expect((dataUrl.length * 3) / 4).toBeLessThan(600_000);
  const pixels = await readPixels(dataUrl);
  expect([pixels.width, pixels.height]).toEqual([1080, 1350]);
  expect(decodeQR(pixels, { timeLimit: 5000 })).toBe(PICTURE.link);
});

it.each([
  ["English", "Good luck ".repeat(30)],
  ["one word", "W".repeat(200)],
  ["Chinese", "恭喜发财大吉大利".repeat(20)],
  ["Khmer", "សូមជូនពរឆ្នាំថ្មីសុខសប្បាយ".repeat(8)],
  ["Arabic", "عيدمباركوكلعاموأنتمبخير".repeat(8)],
  ["emoji", "👨‍👩‍👧🧧❤️".repeat(30)],
  ["one chain of joined emoji", "😀\u200D".repeat(60)],
  ["both directions", "عيد مبارك Anna 2026 שלום ".repeat(6)],
])("keeps long words in %s between the seal and the name, within the envelope", async (_, words) => {
  const [blank, written] = await Promise.all(
    ["", words].map(async (each) => readPixels(await drawSharePicture({ ...PICTURE, words: each, senderName: "" }))),
  );
  if (blank === undefined || written === undefined) throw new Error("nothing was drawn");
  // 185 to 263 of the envelope's 330 units, and 214 of its 260 around the middle, with what letters hang over.
  const place = { x: 215 + 50, y: 50 + 455, width: 550, height: 215 };
  const inside = countChanged(blank, written, place);
  expect(inside).toBeGreaterThan(1_000);
  expect(countChanged(blank, written, {})).toBe(inside);
});

it("shows whose envelope it is", async () => {
  const [named, nameless] = await Promise.all(
    ["Anna Keller", "\u202E\u200B"].map(async (senderName) =>
      readPixels(await drawSharePicture({ ...PICTURE, words: "", senderName })),
    ),
  );
  if (named === undefined || nameless === undefined) throw new Error("nothing was drawn");
  expect(countChanged(named, nameless, {})).toBeGreaterThan(300);
});

it("tells of a cover that cannot be had, and of a canvas that gives nothing back", async () => {
  const fetching = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(drawSharePicture(PICTURE)).rejects.toEqual({ kind: "network" });
  fetching.mockResolvedValue(new Response("", { status: 404 }));
  await expect(drawSharePicture(PICTURE)).rejects.toEqual({ kind: "network" });
  fetching.mockRestore();
  vi.spyOn(HTMLImageElement.prototype, "decode").mockRejectedValueOnce(new DOMException("broken", "EncodingError"));
  await expect(drawSharePicture(PICTURE)).rejects.toThrow("broken");
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementationOnce(() => {
    throw new DOMException("tainted", "SecurityError");
  });
  await expect(drawSharePicture(PICTURE)).rejects.toThrow("tainted");
  await expect(drawSharePicture(PICTURE)).resolves.toMatch(/^data:image\/jpeg/u);
});

it("waits three seconds at most for letters of the page that do not come", async () => {
  vi.spyOn(document.fonts, "load").mockReturnValue(new Promise(() => {}));
  await expect(drawSharePicture(PICTURE)).resolves.toMatch(/^data:image\/jpeg/u);
});

it("tells of a cover that does not come", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(window, "fetch").mockReturnValue(new Promise(() => {}));
  const drawing = drawSharePicture(PICTURE);
  await Promise.all([
    expect(drawing).rejects.toEqual({ kind: "network" }),
    vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS),
  ]);
});
