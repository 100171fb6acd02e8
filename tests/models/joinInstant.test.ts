import { expect, it } from "vitest";
import { createMachine } from "xstate";
import { joinInstant } from "./joinInstant.ts";
import type { WalkedPlace, WalkedWay } from "./walkModel.ts";

const snapshot = createMachine({}).getInitialSnapshot(undefined as never, undefined) as WalkedPlace["snapshot"];

function createPlace(): { snapshot: WalkedPlace["snapshot"]; ways: WalkedWay[] } {
  return { snapshot, ways: [] };
}

function connect(from: { ways: WalkedWay[] }, stimulus: string, place: WalkedPlace): void {
  from.ways.push({ stimulus, edges: [`--${stimulus}`], place });
}

it("joins what follows at once with what led there, and leaves out what would come too late", () => {
  const [start, reading, clearing, open] = [createPlace(), createPlace(), createPlace(), createPlace()];
  connect(start, "open", reading);
  connect(reading, "read#0", open);
  connect(reading, "read#1", clearing);
  connect(reading, "leave", start);
  connect(clearing, "cleared", start);
  connect(open, "again", open);
  const [joined] = joinInstant([start], new Set(["read#0", "read#1", "cleared"]));
  const [plain, cleared] = joined?.ways ?? [];
  expect(joined?.ways.map(({ stimulus }) => stimulus)).toEqual(["open + read#0", "open + read#1 + cleared"]);
  expect(cleared?.edges).toEqual(["--open", "--read#1", "--cleared"]);
  expect(cleared?.place).toBe(joined);
  expect(plain?.place.ways.map(({ place }) => place)).toEqual([plain?.place]);
});
