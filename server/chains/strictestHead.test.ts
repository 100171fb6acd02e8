import { expect, it } from "vitest";
import { findStrictestHead } from "./strictestHead.ts";

const NOW = new Date("2026-11-28T12:00:00Z");
const PACE = { shortestBlockMs: 400, longestFinalityMs: 30_000, longestLandingMs: 4_000 };

/** Heads of hosts, each so many blocks from the true one. */
function find(offsets: readonly number[], { isLocal = false, hosts = offsets.length, sinceMs = 0 } = {}) {
  const headers = offsets.map((offset) => ({
    position: 1_000 + offset,
    hash: "",
    time: new Date(NOW.getTime() - sinceMs + Math.min(0, offset) * 400),
  }));
  return findStrictestHead(headers, { pace: PACE, isLocal, hosts, now: NOW });
}

it("is the highest of all hosts, whichever is late, and what may land after it", () => {
  expect(find([0, -8])).toEqual({ kind: "head", position: 1_010, beyond: null });
  expect(find([-8, 0])).toEqual({ kind: "head", position: 1_010, beyond: null });
  expect(find([-8, -8, 0])).toMatchObject({ kind: "head", position: 1_010 });
  expect(find([0])).toMatchObject({ kind: "head", position: 1_010 });
});

it("is none that the chain cannot have, and unknown where that leaves one host of two", () => {
  expect(find([0, 0, 500])).toEqual({ kind: "head", position: 1_010, beyond: 1_500 });
  expect(find([0, 500])).toMatchObject({ kind: "unknown", beyond: 1_500 });
  expect(find([0, 5])).toMatchObject({ kind: "head", position: 1_015 });
});

it("is unknown where all hosts are late, but for a local chain, which may rest", () => {
  expect(find([0, -1], { sinceMs: 31_000 })).toMatchObject({ kind: "unknown", beyond: null });
  expect(find([0, -1], { sinceMs: 31_000, isLocal: true })).toMatchObject({ kind: "head", position: 1_000 });
});
