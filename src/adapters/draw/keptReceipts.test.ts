import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMemoryStorage, STORED_KEYS } from "#src/adapters/storage.ts";
import { makeDrawEvidence } from "#tests/support/makeDrawEvidence.ts";
import { openKeptReceipts } from "./keptReceipts.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25"], [3]);
const [receipt = null, other = null] = receipts;
const root = evidence.windows[0]?.root ?? null;

beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  localStorage.setItem(STORED_KEYS.userId, "7");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("what was told first stays, also for a page that is opened later", () => {
  expect(openKeptReceipts().keep("e1", { receipt, root: null })).toBe(true);
  expect(openKeptReceipts().keep("e1", { receipt: other, root })).toBe(true);
  expect(openKeptReceipts().keep("e1", { receipt: other, root })).toBe(false);
  expect(openKeptReceipts().read("e1")).toEqual({ receipt, root });
  expect(openKeptReceipts().read("e2")).toEqual({ receipt: null, root: null });
});

test("it is its person's alone, and is forgotten once it has served", () => {
  const kept = openKeptReceipts();
  kept.keep("e1", { receipt, root });
  localStorage.setItem(STORED_KEYS.userId, "8");
  expect(kept.read("e1").receipt).toBeNull();
  localStorage.setItem(STORED_KEYS.userId, "7");
  kept.forget("e1");
  expect(kept.read("e1").receipt).toBeNull();
});

test("what somebody else wrote there counts for nothing", () => {
  const kept = openKeptReceipts();
  kept.keep("e1", { receipt, root });
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  const name = names.find((key) => key.includes("draw.e1")) ?? "";
  localStorage.setItem(name, JSON.stringify(JSON.stringify({ about: "hongbao.receipt.1" })));
  expect(kept.read("e1")).toEqual({ receipt: null, root: null });
});
