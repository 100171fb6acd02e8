import { describe, expect, test } from "vitest";
import { assign, emit, fromPromise, setup, type AnyStateMachine } from "xstate";
import type { TransitionTable } from "#machines/kit/transitionTable.ts";
import { diffTable } from "./diffTable.ts";
import { findStructureFaults } from "./findStructureFaults.ts";
import { defineModel, type Model } from "./model.ts";
import { walkModel } from "./walkModel.ts";

interface SampleShape {
  context: { tries: number; note: string | null };
  event: { type: "ui.try"; note: string } | { type: "ui.stop" };
  outputs: { load: string };
}

type SampleEvent = SampleShape["event"];

interface Variation {
  failTarget?: "idle" | "done";
  guard?: "hasTries" | undefined;
  hasTries?: (tries: number) => boolean;
  count?: (tries: number) => number;
  description?: string;
  stopsWork?: boolean;
  emitted?: "notified" | "unknown";
  patienceMs?: number;
  asked?: string;
  ignoresEnd?: boolean;
}

const MAX_TRIES = 2;

/** A chart for testing the harness, with one thing changed at a time. */
function createSample(variation: Variation = {}): AnyStateMachine {
  const hasTries = variation.hasTries ?? ((tries: number) => tries < MAX_TRIES);
  const count = variation.count ?? ((tries: number) => tries + 1);
  return setup({
    types: {
      context: {} as SampleShape["context"],
      events: {} as SampleEvent,
      emitted: {} as { type: "notified" } | { type: "unknown" },
    },
    actors: {
      load: fromPromise<string, { note: string | null }>(() => Promise.reject(new Error("provide sample.load"))),
    },
    guards: { hasTries: ({ context }) => hasTries(context.tries) },
    delays: { patience: variation.patienceMs ?? 1_000 },
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
            ...("guard" in variation && variation.guard === undefined ? {} : { guard: "hasTries" as const }),
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
          input: ({ context }) => ({ note: variation.asked ?? context.note }),
          ...(variation.ignoresEnd === true
            ? {}
            : {
                onDone: {
                  target: "done",
                  actions: emit({ type: variation.emitted ?? "notified" }),
                  description: "Loaded.",
                },
              }),
          onError: { target: variation.failTarget ?? "idle", description: "Not loaded." },
        },
        on: variation.stopsWork === false ? {} : { "ui.stop": { target: "idle", description: "Stops." } },
        after: { patience: { target: "idle", description: "Too slow." } },
      },
      done: { type: "final", description: "Over." },
    },
  });
}

const table: TransitionTable<SampleShape> = {
  delaysMs: { patience: 1_000 },
  asks: { load: ({ note }) => ({ note }) },
  context: () => ({ tries: 0, note: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.try": {
        guard: "hasTries",
        when: ({ tries }) => tries < MAX_TRIES,
        target: "working",
        changes: ({ tries }, { note }) => ({ tries: tries + 1, note }),
      },
    },
    working: {
      "done(load)": { target: "done", emits: ["notified"] },
      "error(load)": { target: "idle" },
      "ui.stop": { target: "idle" },
      "after(patience)": { target: "idle" },
    },
    done: {},
  },
};

function createModel(variation?: Variation, changes: Partial<Model<SampleShape>> = {}) {
  return defineModel<SampleShape>({
    machine: createSample(variation),
    table,
    inputs: [undefined],
    events: { "ui.try": [{ type: "ui.try", note: "now" }], "ui.stop": [{ type: "ui.stop" }] },
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
    expect(diffTable(model)).toEqual([]);
    const walk = await walkModel(model);
    expect(walk.unwalked).toEqual([]);
    expect(walk.places).toBe(7);
    expect(walk.edges).toBe(5);
  });
});

describe("the table catches", () => {
  test("a retargeted transition", () => {
    expect(diffTable(createModel({ failTarget: "done" }))).toEqual([
      "working --error(load)#0: chart → done, table → idle",
    ]);
  });

  test("a dropped guard", () => {
    expect(diffTable(createModel({ guard: undefined }))).toEqual([
      "idle --ui.try#0: chart → working, table [hasTries] → working",
    ]);
  });

  test("a dropped transition", () => {
    expect(diffTable(createModel({ stopsWork: false }))).toEqual([
      "working --ui.stop#0: in the table, not in the chart",
    ]);
  });

  test("a transition without a row", () => {
    const { working: _, ...states } = table.states;
    const model = createModel(undefined, { table: { ...table, states: { ...states, working: {} } } });
    expect(diffTable(model)).toContain("working --ui.stop#0: in the chart, not in the table");
  });

  test("another first state", () => {
    const model = createModel(undefined, {
      table: { ...table, states: { ...table.states, "(machine)": { initial: "working" } } },
    });
    expect(diffTable(model)).toEqual(["(machine): starts in idle, table says working"]);
  });

  test("a changed delay", () => {
    expect(diffTable(createModel({ patienceMs: 10_000 }))).toEqual(["patience takes 10000 ms, table says 1000 ms"]);
  });
});

describe("the walk catches", () => {
  test.each([
    ["a guard body that lets more through", { hasTries: (tries: number) => tries <= MAX_TRIES }, "table says nothing"],
    [
      "a guard body that lets less through",
      { hasTries: (tries: number) => tries < 1 },
      "takes nothing, table says idle --ui.try#0",
    ],
    ["a changed assign body", { count: (tries: number) => tries + 2 }, "context.tries is 2, table says 1"],
    ["a changed input", { asked: "later" }, 'load is asked {"note":"later"}, table says {"note":"now"}'],
    ["another emitted event", { emitted: "unknown" as const }, 'emits ["unknown"], table says ["notified"]'],
  ])("%s", async (_, variation, message) => {
    expect(diffTable(createModel(variation))).toEqual([]);
    await expect(walkModel(createModel(variation))).rejects.toThrow(message);
  });

  test("a key that hides what a guard reads", async () => {
    await expect(walkModel(createModel(undefined, { key: () => null }))).rejects.toThrow(
      "the model's key does not hold all that guards read",
    );
  });

  test("a broken invariant, with the way there", async () => {
    const model = createModel(undefined, { invariants: { "one try is enough": ({ tries }) => tries < 2 } });
    await expect(walkModel(model)).rejects.toThrow(
      /invariant broken: one try is enough[\s\S]*after: start undefined → /,
    );
  });

  test("an invariant of what runs that an ignored end breaks", async () => {
    const { table: _, ...model } = createModel(
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
  interface MeterShape {
    context: { rest: number };
    event: { type: "ui.stop" };
    outputs: { meter: undefined };
    snapshots: { meter: { context: { rest: number } } };
  }
  const meter = setup({ types: { context: {} as MeterShape["context"] } }).createMachine({ context: { rest: 9 } });
  const machine = setup({
    types: { context: {} as MeterShape["context"], events: {} as MeterShape["event"] },
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

  function createReader(read: (rest: number) => number) {
    return defineModel<MeterShape>({
      machine,
      table: {
        context: () => ({ rest: 0 }),
        states: {
          "(machine)": { initial: "reading" },
          reading: {
            "snapshot(meter)": { changes: (_, { snapshot }) => ({ rest: read(snapshot.context.rest) }) },
            "ui.stop": { target: "stopped" },
          },
          stopped: {},
        },
      },
      inputs: [undefined],
      events: { "ui.stop": [{ type: "ui.stop" }] },
      outcomes: { meter: { done: [], error: [] } },
      snapshots: { meter: [{ context: { rest: 2 } }, { context: { rest: 1 } }] },
      key: ({ rest }) => rest,
      invariants: {},
    });
  }

  test("shows its first snapshot at its start, and the others at any time", async () => {
    const model = createReader((rest) => rest);
    expect(diffTable(model)).toEqual([]);
    const walk = await walkModel(model);
    expect(walk.unwalked).toEqual([]);
    expect(walk.places).toBe(4);
  });

  test("is read as the table says, or the walk fails", async () => {
    await expect(walkModel(createReader((rest) => rest + 1))).rejects.toThrow("context.rest is 2, table says 3");
    await expect(walkModel(createReader((rest) => Math.max(rest, 2)))).rejects.toThrow(
      "context.rest is 1, table says 2",
    );
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
