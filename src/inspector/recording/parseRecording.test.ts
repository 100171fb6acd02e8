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

const listActors = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...ACTOR, sessionId: `x:${String(at)}` }));

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
  ["an actor twice", JSON.stringify({ ...FILE, actors: [ACTOR, ACTOR] })],
  ["more actors than can be held", JSON.stringify({ ...FILE, actors: listActors(10_001) })],
  [
    "more states than a chart has",
    JSON.stringify({ ...FILE, events: [{ ...EVENT, snapshot: { ...SNAPSHOT, states: Array(201).fill("app") } }] }),
  ],
  [
    "a value that is too deep to be drawn",
    JSON.stringify(FILE).replace('"input":1', `"input":${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  ],
  ["a name as long as a book", JSON.stringify({ ...FILE, actors: [{ ...ACTOR, name: "x".repeat(501) }] })],
])("refuses %s", (_what, text) => {
  expect(parseRecording(text)).toBeNull();
});
