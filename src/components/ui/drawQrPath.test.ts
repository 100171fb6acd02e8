import fc from "#tests/support/fastCheck.ts";
import { decodeQR } from "qr/decode.js";
import { expect, it } from "vitest";

import { drawQrPath } from "./drawQrPath.ts";

const PIXELS = 4;

/** The drawing as a scanner sees it, read from the path's own rectangles. */
function paint({ path, size }: ReturnType<typeof drawQrPath>) {
  const side = size * PIXELS;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/gu)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row += 1) {
      const start = (row * side + Number(x) * PIXELS) * 4;
      for (let at = start; at < start + Number(width) * PIXELS * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return { width: side, height: side, data };
}

it("is read by a scanner as what it was drawn from", () => {
  const url = "https://hongbao.example/unPaymentList?lang=zh-CN#handoff=Zk3-x_9aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";
  expect(decodeQR(paint(drawQrPath(url)))).toBe(url);
});

it("keeps every code that can be in a link", () => {
  const codes = fc.stringMatching(/^[\w-]{22,86}$/u);
  fc.assert(
    fc.property(codes, (code) => {
      const url = `https://hongbao.example/unPaymentList?lang=en#handoff=${code}`;
      expect(decodeQR(paint(drawQrPath(url)))).toBe(url);
    }),
    { numRuns: 30 },
  );
});

it("has four white modules on each side", () => {
  const { path, size } = drawQrPath("https://hongbao.example");
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)/gu)].map(([, x, y, width]) => ({
    left: Number(x),
    top: Number(y),
    right: Number(x) + Number(width),
    bottom: Number(y) + 1,
  }));
  expect(Math.min(...rectangles.map(({ left }) => left))).toBe(4);
  expect(Math.min(...rectangles.map(({ top }) => top))).toBe(4);
  expect(Math.max(...rectangles.map(({ right }) => right))).toBe(size - 4);
  expect(Math.max(...rectangles.map(({ bottom }) => bottom))).toBe(size - 4);
});
