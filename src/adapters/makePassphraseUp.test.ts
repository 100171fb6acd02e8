import { expect, test, vi } from "vitest";

import { makePassphraseUp } from "./makePassphraseUp.ts";

test("a passphrase is of words, or of digits where they cannot be loaded, or not soon", async () => {
  expect(await makePassphraseUp("en")).toMatch(/^[a-z]+ [0-9]{5} [a-z]+ [0-9]{5}$/u);
  expect(await makePassphraseUp("en", () => Promise.reject(new Error("offline")))).toMatch(
    /^[0-9]{5}(?: [0-9]{5}){2}$/u,
  );
  vi.useFakeTimers();
  const late = makePassphraseUp("en", () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(3000);
  expect(await late).toMatch(/^[0-9]{5}(?: [0-9]{5}){2}$/u);
  vi.useRealTimers();
});
