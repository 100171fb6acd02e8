import { describe, expect, test } from "vitest";
import { assign, emit, fromPromise, setup, type AnyStateMachine } from "xstate";
import { findStructureFaults } from "./findStructureFaults.ts";
import { defineModel, type Model } from "./model.ts";
import { walkModel } from "./walkModel.ts";

type SampleEvent = { type: "ui.try"; note: string } | { type: "ui.stop" };

interface Variation {
  count?: (tries: number) => number;
  description?: string;
  ignoresEnd?: boolean;
}

const MAX_TRIES = 2;

/** A chart for testing the harness, with one thing changed at a time. */
function createSample(variation: Variation = {}): AnyStateMachine {
  const count = variation.count ?? ((tries: number) => tries + 1);
  return setup({
    types: {
      context: {} as { tries: number; note: string | null },
      events: {} as SampleEvent,
      emitted: {} as { type: "notified" },
    },
    actors: {
      load: fromPromise<string, { note: string | null }>(() => Promise.reject(new Error("provide sample.load"))),
    },
    guards: { hasTries: ({ context }) => context.tries < MAX_TRIES },
    delays: { patience: 1_000 },
  }).createMachine({
    id: "sample",
    description: "Tries to load something twice.",
    context: { tries: 0, note: null },
    initial: "idle",
    states: {
      idle: {
        description: "Waits.",
        on: {
          "ui.try": {
            guard: "hasTries",
            target: "working",
            actions: assign(({ context, event }) => ({ tries: count(context.tries), note: event.note })),
            description: variation.description ?? "Tries.",
          },
        },
      },
      working: {
        description: "Loads.",
        invoke: {
          id: "load",
          src: "load",
          input: ({ context }) => ({ note: context.note }),
          ...(variation.ignoresEnd === true
            ? {}
            : {
                onDone: {
                  target: "done",
                  actions: emit({ type: "notified" }),
                  description: "Loaded.",
                },
              }),
          onError: { target: "idle", description: "Not loaded." },
        },
        on: { "ui.stop": { target: "idle", description: "Stops." } },
        after: { patience: { target: "idle", description: "Too slow." } },
      },
      done: { type: "final", description: "Over." },
    },
  });
}

function createModel(variation?: Variation, changes: Partial<Model<ReturnType<typeof createSample>>> = {}) {
  return defineModel({
    machine: createSample(variation),
    inputs: [undefined],
    events: { "ui.try": [{ type: "ui.try", note: "now" }] },
    outcomes: { load: { done: ["text"], error: [{ kind: "network" }] } },
    key: ({ tries }) => tries,
    invariants: {},
    ...changes,
  });
}

describe("the sample itself", () => {
  test("is sound", async () => {
    const model = createModel();
    expect(findStructureFaults(model.machine, false)).toEqual([]);
    const walk = await walkModel(model);
    expect(walk.unwalked).toEqual([]);
    expect(walk.places).toBe(7);
    expect(walk.edges).toBe(5);
  });
});

describe("the walk catches", () => {
  test("a key that hides what a guard reads", async () => {
    await expect(walkModel(createModel(undefined, { key: () => null }))).rejects.toThrow(
      "the model's key does not hold all that guards read",
    );
  });

  test("an actor whose ends the model does not tell", async () => {
    await expect(walkModel(createModel(undefined, { outcomes: {} }))).rejects.toThrow("no outcomes for load");
  });

  test("a broken invariant, with the way there", async () => {
    const model = createModel(undefined, { invariants: { "one try is enough": ({ tries }) => tries < 2 } });
    await expect(walkModel(model)).rejects.toThrow(
      /invariant broken: one try is enough[\s\S]*after: start undefined → /,
    );
  });

  test("an invariant of what runs that an ignored end breaks", async () => {
    const model = createModel(
      { ignoresEnd: true },
      { invariants: { "it loads while it works": (_, isIn, running) => isIn("working") === running.includes("load") } },
    );
    await expect(walkModel(model)).rejects.toThrow("invariant broken: it loads while it works");
  });

  test("a control that does nothing, and a missing control", async () => {
    const view = (types: readonly string[]) => () => ({
      actions: types.map((type) => ({ event: { type }, labelKey: type, enabled: true })),
    });
    await expect(walkModel(createModel(undefined, { view: view(["ui.try", "ui.stop"]) }))).rejects.toThrow(
      "ui.stop has an enabled control, and is ignored",
    );
    await expect(walkModel(createModel(undefined, { view: view([]) }))).rejects.toThrow(
      "ui.try is accepted, and the view has no enabled control for it",
    );
  });

  test("what JSON cannot carry", async () => {
    const model = createModel({ count: (tries) => (tries === 0 ? Number.NaN : tries) });
    await expect(walkModel(model)).rejects.toThrow("is number, not JSON");
  });

  test("an edge that nothing reaches", async () => {
    const walk = await walkModel(createModel(undefined, { outcomes: { load: { done: ["text"], error: [] } } }));
    expect(walk.unwalked).toEqual(["working --error(load)#0"]);
  });
});

describe("a child whose snapshots the chart reads", () => {
  const context = {} as { rest: number };
  const meter = setup({ types: { context } }).createMachine({ context: { rest: 9 } });
  const machine = setup({
    types: { context, events: {} as { type: "ui.stop" } },
    actors: { meter },
  }).createMachine({
    id: "reader",
    description: "Reads a meter.",
    context: { rest: 0 },
    initial: "reading",
    states: {
      reading: {
        description: "The meter runs.",
        invoke: {
          id: "meter",
          src: "meter",
          onSnapshot: {
            actions: assign({ rest: ({ event }) => event.snapshot.context.rest }),
            description: "It shows something else.",
          },
        },
        on: { "ui.stop": { target: "stopped", description: "Stops." } },
      },
      stopped: { description: "Over." },
    },
  });

  function createReader() {
    return defineModel({
      machine,
      inputs: [undefined],
      events: {},
      outcomes: { meter: { done: [], error: [] } },
      snapshots: { meter: [{ context: { rest: 2 } }, { context: { rest: 1 } }] },
      key: ({ rest }) => rest,
      invariants: {},
    });
  }

  test("shows its first snapshot at its start, and the others at any time", async () => {
    const model = createReader();
    const walk = await walkModel(model);
    expect(walk.unwalked).toEqual([]);
    expect(walk.places).toBe(4);
  });
});

describe("the anatomy catches", () => {
  test("a transition without a description", () => {
    expect(findStructureFaults(createSample({ description: "" }), false)).toEqual(["idle --ui.try#0: no description"]);
  });

  test("nameless invokes, delays and guards, system ids and too many regions", () => {
    const region = { description: "Region." };
    const machine = setup({ actors: { load: fromPromise(() => Promise.resolve()) } }).createMachine({
      id: "bad",
      description: "Bad.",
      type: "parallel",
      states: {
        a: { ...region, invoke: { src: "load" } },
        b: { ...region, invoke: { id: "load", src: "load", systemId: "load" } },
        c: { ...region, after: { 5: { description: "Soon." } } },
        d: { ...region, on: { go: { guard: () => true, description: "Go." } } },
      },
    });
    expect(findStructureFaults(machine, false)).toEqual([
      "(machine): more than 3 regions",
      "a: an invoke without an id",
      "b: invoke load has a systemId",
      "c: a delay without a name",
      "d --go#0: a guard without a name",
    ]);
  });
});
