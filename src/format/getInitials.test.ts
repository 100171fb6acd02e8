import { afterEach, expect, it, vi } from "vitest";

import { getInitials } from "./getInitials.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ["Anna", "A"],
  ["anna bosch", "AB"],
  ["Anna Maria van Bosch", "AB"],
  ["  Anna  ", "A"],
  ["Đặng Ửng", "ĐỬ"],
  ["王小明", "王"],
  ["王 明", "王"],
  ["ស្រ្ដី ខ្ញុំ", "ស្រ្ដី"],
  ["👩‍👩‍👧 family", "👩‍👩‍👧"],
  ["🇻🇳", "🇻🇳"],
  ["e\u0301lan", "É".normalize("NFC")],
  ["\u2800\u3164", "?"],
  ["\u202E\u200Banna", "A"],
  ["4 friends", "4"],
  ["", "?"],
  ["   ", "?"],
])("%j has the initials %j", (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});

it("takes whole code points where a browser counts no letters", () => {
  vi.stubGlobal("Intl", {});
  expect(getInitials("đặng 🇻🇳")).toBe("Đ");
  expect(getInitials("👩‍👩‍👧 family")).toBe("👩");
});
