import { expect, test, vi } from "vitest";

import { makePassphraseUp } from "./makePassphraseUp.ts";

test("a passphrase is of words, or of 8 characters where they cannot be loaded, or not soon", async () => {
  expect(await makePassphraseUp("en")).toMatch(/^[a-z]+(?: [a-z]+){3}$/u);
  expect(await makePassphraseUp("en", () => Promise.reject(new Error("offline")))).toMatch(/^[A-Z0-9]{8}$/u);
  vi.useFakeTimers();
  const late = makePassphraseUp("en", () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(3000);
  expect(await late).toMatch(/^[A-Z0-9]{8}$/u);
  vi.useRealTimers();
});
