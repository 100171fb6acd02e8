import { afterEach, expect, it, vi } from "vitest";

import { readInspectorMode, rememberInspector } from "./inspectorMode.ts";
import { isInspected } from "./isInspected.ts";

function openPage(search: string, allowed: string | null, note: string | null = null): Window {
  const notes: Record<string, unknown> = note === null ? {} : { inspect: note };
  const storage = Object.create({
    setItem: (name: string, value: string) => (notes[name] = value),
    removeItem: (name: string) => delete notes[name],
  }) as object;
  return {
    document: { querySelector: () => (allowed === null ? null : { content: allowed }) },
    location: { search },
    sessionStorage: new Proxy(storage, { has: (_, name) => name in notes }),
  } as unknown as Window;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

it("asks the server's leave outside development", () => {
  vi.stubEnv("DEV", false);
  expect(isInspected(openPage("?inspect", null, ""))).toBe(false);
  expect(isInspected(openPage("?chatId=5&inspect", "readonly"))).toBe(true);
  expect(isInspected(openPage("", "live"))).toBe(false);
  expect(readInspectorMode(openPage("", "readonly"))).toBe("readonly");
  expect(readInspectorMode(openPage("", null))).toBe("live");
});

it("stays with the tab until it is forgotten", () => {
  const page = openPage("", "live");
  rememberInspector(page, true);
  expect(isInspected(page)).toBe(true);
  rememberInspector(page, false);
  expect(isInspected(page)).toBe(false);
});

it("follows the address alone where storage is denied", () => {
  const denied = (search: string): Window =>
    Object.defineProperty(openPage(search, "live"), "sessionStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  rememberInspector(denied(""), true);
  expect(isInspected(denied("?inspect"))).toBe(true);
  expect(isInspected(denied(""))).toBe(false);
});
