import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { planWalks } from "./planWalks.ts";
import type { WalkedPlace, WalkedWay } from "./walkModel.ts";

interface Place extends WalkedPlace {
  ways: WalkedWay[];
}

function createPlace(name: string): Place {
  return { snapshot: { value: name } as AnyMachineSnapshot, ways: [] };
}

/** closed → open → broken, back by `mend`; `wait` is possible where it is open. */
function createGraph(): Place {
  const [closed, open, broken] = [createPlace("closed"), createPlace("open"), createPlace("broken")];
  closed.ways.push({ stimulus: "open", edges: ["a"], place: open });
  open.ways.push({ stimulus: "wait", edges: ["b"], place: open }, { stimulus: "break", edges: ["c"], place: broken });
  broken.ways.push({ stimulus: "mend", edges: ["d", "e"], place: closed });
  return closed;
}

function plan(maxSteps: number, cause: (stimulus: string, world: string) => readonly string[]) {
  const plans = planWalks([createGraph()], { startWorlds: ["new"], maxSteps, cause });
  return plans.map(({ steps }) => steps.map(({ stimulus, world }) => `${stimulus} (${world})`));
}

test("one walk takes everything, each thing by the shortest way", () => {
  expect(plan(10, (_, world) => [world])).toEqual([["open (new)", "wait (new)", "break (new)", "mend (new)"]]);
});

test("a walk that is long enough ends, and the next goes on from the start", () => {
  expect(plan(2, (_, world) => [world])).toEqual([
    ["open (new)", "wait (new)"],
    ["open (new)", "break (new)"],
    ["open (new)", "break (new)", "mend (new)"],
  ]);
});

test("what the world cannot cause is left out, and a world that an earlier step needs is chosen there", () => {
  const cause = (stimulus: string, world: string): readonly string[] => {
    if (stimulus === "open") return ["fragile", "strong"];
    if (stimulus === "wait") return [];
    return stimulus === "break" && world !== "strong" ? [] : [world];
  };
  expect(plan(10, cause)).toEqual([["open (fragile)"], ["open (strong)", "break (strong)", "mend (strong)"]]);
});
