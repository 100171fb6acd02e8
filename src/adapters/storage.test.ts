import { describe, expect, it } from "vitest";

import { ensureStorage, createMemoryStorage, createAppStorage } from "./storage.ts";

/** A window whose storages throw on access, as with "block all site data". */
function createDenyingWindow() {
  const target = {};
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(target, name, {
      configurable: true,
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  }
  return target as { localStorage: Storage; sessionStorage: Storage };
}

describe("ensureStorage", () => {
  it("puts memory where the browser denies storage", () => {
    const target = createDenyingWindow();
    expect(() => target.sessionStorage).toThrow("denied");
    expect(ensureStorage(target)).toEqual({ isSessionReal: false });
    target.sessionStorage.setItem("a", "1");
    expect(target.sessionStorage.getItem("a")).toBe("1");
    expect(target.localStorage.getItem("a")).toBeNull();
  });

  it("leaves a working storage alone, and nothing in it", () => {
    const [localStorage, sessionStorage] = [createMemoryStorage(), createMemoryStorage()];
    const target = { localStorage, sessionStorage };
    expect(ensureStorage(target)).toEqual({ isSessionReal: true });
    expect(target.localStorage).toBe(localStorage);
    expect(localStorage.length + sessionStorage.length).toBe(0);
  });
});

describe("createAppStorage", () => {
  it("uses the keys of the specification", () => {
    const real = createMemoryStorage();
    const storage = createAppStorage(real);
    storage.write("token", "t");
    storage.write("userId", "7");
    storage.write("language", "zh-CN");
    storage.write("hasChosenLanguage", "1");
    expect(["auht_token", "userId", "language", "selectLangAction"].map((key) => real.getItem(key))).toEqual([
      "t",
      "7",
      "zh-CN",
      "1",
    ]);
    storage.write("token", null);
    expect(storage.read("token")).toBeNull();
    expect(real.getItem("auht_token")).toBeNull();
  });

  it("keeps in memory what a full storage does not take, also a removal", () => {
    const real = createMemoryStorage();
    real.setItem("auht_token", "old");
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const storage = createAppStorage(Object.assign(real, { setItem: refuse, removeItem: refuse }));
    storage.write("token", "new");
    expect(storage.read("token")).toBe("new");
    storage.write("token", null);
    expect(storage.read("token")).toBeNull();
  });
});
