import { expect, it } from "vitest";

import { parseRecording } from "./parseRecording.ts";
import { RECORDING_FORMAT } from "./recording.ts";

const ACTOR = {
  sessionId: "x:0",
  name: "app",
  chart: "app",
  parentId: null,
  startedAtMs: 1,
  endedAtMs: null,
  input: 1,
};
const SNAPSHOT = { status: "active", states: ["app"], context: {}, output: null, error: null };
const TRANSITION = { source: "app", eventType: "", index: 0 };
const EVENT = {
  index: 0,
  atMs: 1,
  sourceId: null,
  targetId: "x:0",
  type: "app.start",
  event: { type: "app.start" },
  transitions: [TRANSITION],
  snapshot: SNAPSHOT,
};
const FILE = { format: RECORDING_FORMAT, actors: [ACTOR], events: [EVENT, { ...EVENT, index: 4, snapshot: null }] };

it("reads what the recorder wrote", () => {
  expect(parseRecording(JSON.stringify(FILE))).toEqual(FILE);
});

it.each([
  ["no JSON", "{"],
  ["another file", "[]"],
  ["nothing", "null"],
  ["another format", JSON.stringify({ ...FILE, format: "2" })],
  ["an actor without a name", JSON.stringify({ ...FILE, actors: [{ ...ACTOR, name: undefined }] })],
  ["an actor that is a text", JSON.stringify({ ...FILE, actors: ["app"] })],
  ["a time that is a text", JSON.stringify({ ...FILE, events: [{ ...EVENT, atMs: "1" }] })],
  ["a time that no calendar has", JSON.stringify({ ...FILE, events: [{ ...EVENT, atMs: 1e300 }] })],
  [
    "states that are no list",
    JSON.stringify({ ...FILE, events: [{ ...EVENT, snapshot: { ...SNAPSHOT, states: "" } }] }),
  ],
  ["a transition that is null", JSON.stringify({ ...FILE, events: [{ ...EVENT, transitions: [null] }] })],
  ["events out of order", JSON.stringify({ ...FILE, events: [EVENT, EVENT] })],
  ["a name as long as a book", JSON.stringify({ ...FILE, actors: [{ ...ACTOR, name: "x".repeat(501) }] })],
])("refuses %s", (_what, text) => {
  expect(parseRecording(text)).toBeNull();
});
