import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import { createActor, fromPromise, getStateNodes } from "xstate";

import { MODELS } from "#tests/models/registry.ts";

import { MASK } from "../mask.ts";
import { Recorder } from "./Recorder.ts";
import { writeTest } from "./writeTest.ts";

const CHART = "envelopeClaim";

/** Records a claim that is typed, refused by the server and typed again. */
async function recordClaim(): Promise<Recorder> {
  const recorder = new Recorder();
  const machine = MODELS.get(CHART)?.machine;
  if (machine === undefined) throw new Error("no model");
  const names = Object.keys(machine.implementations.actors);
  const refuse = fromPromise(() => Promise.reject(Object.assign(new Error(), { kind: "network" })));
  const actor = createActor(machine.provide({ actors: Object.fromEntries(names.map((name) => [name, refuse])) }), {
    input: { envelopeId: null, passphrase: "" },
    inspect: recorder.inspect,
  }).start();
  actor.send({ type: "ui.open" });
  actor.send({ type: "ui.type", field: "passphrase", value: "spring rain" });
  actor.send({ type: "ui.submit" });
  await vi.waitFor(() =>
    expect(
      recorder
        .read()
        .events.map(({ type }) => type)
        .join(),
    ).toContain("xstate.error.actor"),
  );
  actor.stop();
  return recorder;
}

/** Runs what a test file does, with other values for its masked texts. */
function replay(code: string): void {
  const body = stripTypeScriptTypes(code).replaceAll(/^import .*$/gmu, "");
  const it = (_name: string, run: () => void) => {
    run();
  };
  runInNewContext(body, { expect, it, createActor, fromPromise, getStateNodes, MODELS });
}

it("writes a test that passes as long as the chart does the same, with a name for each masked text", async () => {
  const { actors, events } = (await recordClaim()).read();
  const claim = actors.find(({ chart }) => chart === CHART);
  if (claim === undefined) throw new Error("not recorded");
  const code = writeTest(claim, events) ?? "";
  expect(code).toContain('const masked = {\n  value1: "value1",');
  expect(code).toContain('"value": masked.value1');
  expect(code).not.toContain("spring rain");
  expect(() => replay(code)).not.toThrow();
  expect(() => replay(code.replace('"type": "ui.submit"', '"type": "ui.other"'))).toThrow(/to deeply equal/u);
});

it("names a placeholder as code can, whatever the field is called", async () => {
  const { actors, events } = (await recordClaim()).read();
  const claim = actors.find(({ chart }) => chart === CHART);
  if (claim === undefined) throw new Error("not recorded");
  const input = { "1st-word": MASK, "": MASK };
  expect(writeTest({ ...claim, input }, events)).toContain('{ "1st-word": masked.text1stword1, "": masked.text2 }');
});

it("writes none for an actor whose start is not recorded", async () => {
  const { actors, events } = (await recordClaim()).read();
  const claim = actors.find(({ chart }) => chart === CHART);
  if (claim === undefined) throw new Error("not recorded");
  expect(writeTest(claim, events.slice(1))).toBeNull();
  expect(writeTest({ ...claim, chart: null }, events)).toBeNull();
});
