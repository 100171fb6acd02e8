import { expect, test } from "vitest";
import { computeCrc16 } from "./crc16.ts";

test("the check value of CRC-16/XMODEM", () => {
  expect(computeCrc16(new TextEncoder().encode("123456789"))).toBe(0x31c3);
  expect(computeCrc16(new Uint8Array())).toBe(0);
});
