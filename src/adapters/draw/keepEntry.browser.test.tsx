import { afterEach, beforeEach, expect, it } from "vitest";

import type { components } from "#contract/schema.d.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { STORED_KEYS } from "#src/adapters/storage.ts";
import { makeDrawEvidence } from "#tests/support/makeDrawEvidence.ts";

import { keepEntry } from "./keepEntry.ts";
import { openKeptReceipts } from "./keptReceipts.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25"], [2]);
const [receipt = null, other = null] = receipts;
const root = evidence.windows[0]?.root ?? null;
const { envelopeId } = evidence;

beforeEach(() => {
  localStorage.setItem(STORED_KEYS.userId, "1");
});
afterEach(() => {
  openKeptReceipts().forget(envelopeId);
  localStorage.removeItem(STORED_KEYS.userId);
});

let asked = 0;
const api = {
  get: async () => {
    asked += 1;
    return { keys: evidence.keys };
  },
} as unknown as Api;
const told = (more: object) => ({ receipt, root: null, ...more }) as components["schemas"]["Entry"];

it("keeps what is told first, and asks for the keys of its signatures once", async () => {
  await keepEntry(api, envelopeId, told({}));
  await keepEntry(api, envelopeId, told({ receipt: other }));
  await keepEntry(api, envelopeId, told({ root }));
  expect(openKeptReceipts().read(envelopeId)).toEqual({ receipt, root });
  expect(asked).toBe(1);
  // A signature by an unknown key has all keys asked for again.
  openKeptReceipts().forget(envelopeId);
  await keepEntry(api, envelopeId, told({ root: { ...root, keyId: "ab".repeat(8) } }));
  expect(asked).toBe(2);
});
