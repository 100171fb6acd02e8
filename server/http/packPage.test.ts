import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packPage } from "./servePage.ts";

const HTML = `<!doctype html>${"<p>小红包</p>".repeat(100)}`;
const choose = packPage(HTML);

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP;q=1.0, br;q=0", "gzip"],
  ["br;q=0.000, gzip; q=0", null],
  ["br;q=0.1", "br"],
  ["identity", null],
  ["", null],
  [undefined, null],
])("accept-encoding %s gets %s", (acceptEncoding, encoding) => {
  expect(choose(acceptEncoding).encoding).toBe(encoding);
});

test("every encoding contains the page", () => {
  expect(brotliDecompressSync(choose("br").body).toString()).toBe(HTML);
  expect(gunzipSync(choose("gzip").body).toString()).toBe(HTML);
  expect(choose("").body.toString()).toBe(HTML);
  expect(choose("br").body.length).toBeLessThan(200);
});
