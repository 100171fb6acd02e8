import { afterEach, describe, expect, test } from "vitest";
import { readImageSize } from "#devnet/telegram/readImageSize.ts";
import { COVER_IDS, type CoverId } from "#domain/covers.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { Logger } from "#server/logger.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { openPictures, type Pictures } from "./pictures.ts";

const sign = (coverId: CoverId, words: string): EnvelopePicture => {
  return { coverId, words, senderName: "Anna Keller", seal: "whole", best: null };
};
const PICTURE = sign("lunarNewYear", "Good luck and prosperity");

const told: string[] = [];
const logger = { warn: (_fields: object, text: string) => told.push(text) } as unknown as Logger;
let pictures: Pictures;

function open(script?: string, timeoutMs?: number): Pictures {
  const thread = script === undefined ? undefined : new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  pictures = openPictures(logger, thread, timeoutMs);
  return pictures;
}
afterEach(async () => {
  told.length = 0;
  await pictures.close();
});

describe("the picture of an envelope", () => {
  test("is a small photo in every language, cover and state", async () => {
    open();
    const words = LANGUAGES.map((language) => findWords(language, "", "newYear"));
    const looks: EnvelopePicture[] = [
      ...COVER_IDS.map((coverId, place) => sign(coverId, words[place % words.length] ?? "")),
      { ...PICTURE, seal: "broken", best: { name: "李明", amount: "0.01234567 ETH" } },
      { ...PICTURE, seal: "grey" },
    ];
    for (const look of looks) {
      const jpeg = await pictures.draw(look);
      expect(readImageSize(jpeg ?? Buffer.alloc(0))).toEqual({ width: 640, height: 812 });
      expect(jpeg?.length).toBeLessThanOrEqual(120_000);
    }
    expect(told).toEqual([]);
  });

  test("shows another picture for other words, another name and another state", async () => {
    open();
    const others: EnvelopePicture[] = [
      { ...PICTURE, words: "x" },
      { ...PICTURE, senderName: "Li" },
      { ...PICTURE, seal: "grey" },
      { ...PICTURE, coverId: "tet" },
    ];
    const drawn = await Promise.all([PICTURE, ...others].map((each) => pictures.draw(each)));
    expect(new Set(drawn.map((jpeg) => jpeg?.toString("base64"))).size).toBe(drawn.length);
  });

  test("takes whatever people write", async () => {
    open();
    const words = [
      '</text><image href="file:///etc/passwd"/>&',
      "\u202Eevil\u0000\n\u2066",
      "W".repeat(120),
      "👨‍👩‍👧 ❤️🇰🇭 عيد مبارك",
      "",
      " ",
      "한국",
    ];
    for (const each of words) {
      const picture = { ...PICTURE, words: each, senderName: each.slice(0, 64), seal: "broken" as const };
      expect(await pictures.draw(picture), each).not.toBeNull();
      expect(await pictures.draw({ ...picture, best: { name: each, amount: "1 TON" } }), each).not.toBeNull();
    }
    expect(told).toEqual([]);
  });
});

describe("drawing", () => {
  const answer = (text: string) =>
    `import { parentPort } from "node:worker_threads"; let count = 0; parentPort.on("message", () => { ${text} });`;

  test("happens once for pictures that are the same", async () => {
    open(answer("count += 1; parentPort.postMessage({ jpeg: new Uint8Array([count]) });"));
    const same = await Promise.all([pictures.draw(PICTURE), pictures.draw({ ...PICTURE })]);
    expect(same.map((jpeg) => jpeg?.[0])).toEqual([1, 1]);
    expect((await pictures.draw({ ...PICTURE, words: "x" }))?.[0]).toBe(2);
  });

  test("gives up what hangs, fails or ends, says so, and goes on with a new thread", async () => {
    for (const script of [
      "for (;;);",
      'throw new Error("broken");',
      "process.exit(1);",
      'parentPort.postMessage({ reason: "no cover" });',
    ]) {
      open(answer(`count += 1; ${script}`), 300);
      expect(await pictures.draw(PICTURE), script).toBeNull();
      expect(await pictures.draw(PICTURE), script).toBeNull();
      await pictures.close();
    }
    expect(told).toEqual(Array.from({ length: 8 }, () => "a picture could not be drawn"));
  });

  test("lets only so many wait", async () => {
    open(answer("setTimeout(() => parentPort.postMessage({ jpeg: new Uint8Array(1) }), 5);"));
    const asked = Array.from({ length: 45 }, (_, place) => pictures.draw({ ...PICTURE, words: String(place) }));
    const drawn = await Promise.all(asked);
    expect(drawn.filter((jpeg) => jpeg === null)).toHaveLength(5);
  });
});
