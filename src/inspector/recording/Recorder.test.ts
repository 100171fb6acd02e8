import { expect, it, vi } from "vitest";
import { assign, createActor, createMachine, fromCallback, fromPromise, setup, type InspectionEvent } from "xstate";

import { MASK } from "../mask.ts";
import { Recorder } from "./Recorder.ts";

const child = setup({ types: { output: {} as { kind: string } } }).createMachine({
  id: "child",
  initial: "waiting",
  states: { waiting: { on: { "child.end": "ended" } }, ended: { type: "final" } },
  output: { kind: "sent" },
});

const parent = setup({
  types: { context: {} as { passphrase: string; amount: string }, input: {} as { amount: string } },
  actors: { child, save: fromPromise(() => Promise.resolve("a secret")) },
}).createMachine({
  id: "parent",
  context: ({ input }) => ({ passphrase: "spring rain", amount: input.amount }),
  initial: "starting",
  states: {
    starting: { always: "open" },
    open: {
      invoke: { id: "child", src: "child", onDone: "saving" },
      on: {
        "parent.end": { actions: ({ self }) => self.getSnapshot().children["child"]?.send({ type: "child.end" }) },
      },
    },
    saving: { invoke: { id: "save", src: "save", onDone: "saved" } },
    saved: { type: "final" },
  },
});

function record(recorder: Recorder) {
  return createActor(parent, { input: { amount: "5" }, inspect: recorder.inspect });
}

it("records each event once, with who sent it, the transitions it took and the states it led to, masked", async () => {
  const recorder = new Recorder();
  const root = record(recorder).start();
  root.send({ type: "parent.end" });
  await vi.waitFor(() => expect(root.getSnapshot().status).toBe("done"));
  const { actors, events } = recorder.read();
  const names = new Map(actors.map(({ sessionId, name, chart }) => [sessionId, chart ?? name]));
  expect(
    events.map(({ sourceId, targetId, type, transitions, snapshot }) => [
      `${names.get(sourceId ?? "") ?? ""} > ${type} > ${names.get(targetId) ?? ""}`,
      transitions.map(({ source, eventType, index }) => `${source} ${eventType} ${String(index)}`),
      snapshot?.states.at(-1),
    ]),
  ).toEqual([
    [" > xstate.init > parent", ["parent.starting  0"], "parent.open"],
    ["parent > xstate.init > child", [], "child.waiting"],
    [" > parent.end > parent", ["parent.open parent.end 0"], "parent.open"],
    [" > child.end > child", ["child.waiting child.end 0"], "child.ended"],
    ["child > xstate.done.actor.child > parent", ["parent.open xstate.done.actor.child 0"], "parent.saving"],
    ["parent > xstate.init > save", [], undefined],
    ["save > xstate.promise.resolve > save", [], undefined],
    ["save > xstate.done.actor.save > parent", ["parent.saving xstate.done.actor.save 0"], "parent.saved"],
  ]);
  expect(events.map(({ index }) => index)).toEqual(events.map((_, index) => index));
  expect(events[0]?.snapshot?.context).toEqual({ passphrase: MASK, amount: "5" });
  expect(actors.map(({ input, endedAtMs }) => [input, endedAtMs === null])).toEqual([
    [{ amount: "5" }, false],
    [null, false],
    [null, false],
  ]);
  expect(JSON.stringify(recorder.read())).not.toMatch(/spring rain|a secret/);
});

it("attaches to actors that run already, and tells that one was stopped", () => {
  const recorder = new Recorder();
  const root = createActor(parent, { input: { amount: "5" } }).start();
  recorder.attach(root);
  expect(recorder.read().actors.map(({ name, chart }) => [name, chart])).toEqual([
    [root.sessionId, "parent"],
    ["child", "child"],
  ]);
  expect(recorder.read().events.map(({ snapshot }) => snapshot?.states.at(-1))).toEqual([
    "parent.open",
    "child.waiting",
  ]);
  root.stop();
  expect(recorder.read().actors.filter(({ endedAtMs }) => endedAtMs === null)).toEqual([]);
  expect(recorder.findLiving(root.sessionId)).toBeNull();
});

it("announces every living actor to an observer that comes late, and then tells it the rest", () => {
  const recorder = new Recorder();
  const root = record(recorder).start();
  const heard: string[] = [];
  recorder.addObserver({
    next: ({ type, actorRef }: InspectionEvent) => heard.push(`${type} ${(actorRef as typeof root).id}`),
  });
  expect(heard).toEqual([`@xstate.actor ${root.id}`, "@xstate.actor child"]);
  root.send({ type: "parent.end" });
  expect(heard).toContain("@xstate.event child");
  root.stop();
});

it("holds the last events alone, and forgets actors that ended, never one that lives", () => {
  const recorder = new Recorder();
  const root = record(recorder).start();
  for (let round = 0; round < 1200; round += 1) createActor(child, { inspect: recorder.inspect }).start().stop();
  for (let round = 0; round < 5000; round += 1) root.send({ type: "nobody" });
  const { actors, events } = recorder.read();
  expect(events).toHaveLength(5000);
  expect(actors).toHaveLength(1000);
  expect(recorder.findLiving(root.sessionId)).toBe(root);
  root.stop();
});

it("tells of an actor that fails, by what it failed, also at its start", () => {
  const recorder = new Recorder();
  const fail = (): never => {
    throw new Error("spring rain");
  };
  const fragile = createMachine({ id: "fragile", on: { "fragile.break": { actions: assign(fail) } } });
  const unborn = createMachine({ id: "unborn", context: fail });
  const logics = [fragile, unborn, fromCallback(fail)];
  const actors = logics.map((logic) => createActor(logic, { inspect: recorder.inspect }));
  for (const actor of actors) {
    actor.subscribe({ error: () => {} });
    actor.start();
    actor.send({ type: "fragile.break" });
    expect(recorder.findLiving(actor.sessionId)).toBeNull();
  }
  const { actors: told, events } = recorder.read();
  expect(told.map(({ endedAtMs }) => endedAtMs)).not.toContain(null);
  const failures = events.filter(({ snapshot }) => snapshot?.status === "error");
  expect(failures.map(({ type }) => type)).toEqual(["fragile.break", "xstate.init", "xstate.init"]);
  expect(JSON.stringify(recorder.read())).not.toContain("spring rain");
});
