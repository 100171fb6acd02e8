import { describe, expect, it } from "vitest";

import { listActorsAt, listEventsUntil, listTaken, measureStates } from "./readMoment.ts";
import { RECORDING_FORMAT, type RecordedActor, type RecordedEvent, type Recording } from "./recording.ts";

const actor = (sessionId: string, endedAtMs: number | null = null): RecordedActor => ({
  sessionId,
  name: sessionId,
  chart: "door",
  parentId: null,
  startedAtMs: 0,
  endedAtMs,
  input: null,
});

const event = (index: number, targetId: string, state: string, status = "active"): RecordedEvent => ({
  index,
  atMs: index * 1000,
  sourceId: null,
  targetId,
  type: "ui.push",
  event: {},
  transitions: [{ source: `door.${state}`, eventType: "ui.push", index: 0 }],
  snapshot: { status, states: ["door", `door.${state}`], context: null, output: null, error: null },
});

const recording: Recording = {
  format: RECORDING_FORMAT,
  actors: [actor("a", 7000), actor("b"), actor("c")],
  events: [event(0, "a", "shut"), event(2, "b", "shut"), event(3, "a", "open"), event(7, "a", "shut", "done")],
};

describe("a moment", () => {
  it("has the events up to it, and the present has all", () => {
    expect(listEventsUntil(recording, 2).map(({ index }) => index)).toEqual([0, 2]);
    expect(listEventsUntil(recording, null)).toHaveLength(4);
  });

  it("shows the actors that there were, each as it was", () => {
    const show = (moment: number | null) =>
      listActorsAt(recording, moment).map(({ actor: { sessionId }, last, isEnded }) => [
        sessionId,
        last?.snapshot?.states.at(-1),
        isEnded,
      ]);
    expect(show(0)).toEqual([["a", "door.shut", false]]);
    expect(show(3)).toEqual([
      ["a", "door.open", false],
      ["b", "door.shut", false],
    ]);
    expect(show(null)).toEqual([
      ["a", "door.shut", true],
      ["b", "door.shut", false],
      ["c", undefined, false],
    ]);
  });
});

it("sums the time in each state until the actor ends", () => {
  expect(measureStates(recording.events, "a", 20_000)).toEqual([
    { state: "door", entries: 1, totalMs: 7000, isActive: false },
    { state: "door.shut", entries: 2, totalMs: 3000, isActive: false },
    { state: "door.open", entries: 1, totalMs: 4000, isActive: false },
  ]);
  expect(measureStates(recording.events, "b", 20_000).at(-1)).toEqual({
    state: "door.shut",
    entries: 1,
    totalMs: 18_000,
    isActive: true,
  });
});

it("names the transitions that actors of a chart took", () => {
  expect([...listTaken(recording, recording.events, "door")]).toEqual(["door.shut/ui.push/0", "door.open/ui.push/0"]);
  expect([...listTaken(recording, recording.events, "window")]).toEqual([]);
});

it("measures a file that names states without end, in the time that its events take", () => {
  const events = Array.from({ length: 5000 }, (_, at) => {
    const told = event(at, "a", "shut");
    const states = Array.from({ length: 40 }, (_unused, state) => `door.${String(at)}.${String(state)}`);
    return { ...told, snapshot: told.snapshot && { ...told.snapshot, states } };
  });
  const startedAtMs = performance.now();
  expect(measureStates(events, "a", 5_000_000)).toHaveLength(200_000);
  expect(performance.now() - startedAtMs).toBeLessThan(5000);
});
