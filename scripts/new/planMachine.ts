import { capitalize, type Piece } from "./addPieces.ts";

/** Chart, view, test, model and actors of a machine that reads one thing once it is opened. */
export function planMachine(name: string): Piece[] {
  const Name = capitalize(name);
  const folder = `machines/${name}`;
  return [
    {
      file: `${folder}/${name}.machine.ts`,
      text: `import { assign, setup } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions } from "../kit/request.ts";

export interface ${Name}Context {
  /** Null until read. */
  value: string | null;
  /** Why the last try did not go through. */
  failure: Failure | null;
}

export type ${Name}Event = { type: "ui.open" } | { type: "ui.retry" } | { type: "app.online" };

export const ${name}Machine = setup({
  types: {
    context: {} as ${Name}Context,
    events: {} as ${Name}Event,
    tags: {} as "busy",
  },
  actors: {
    load: provideActor<string>("${name}.load"),
  },
  actions: { ...failureActions },
}).createMachine({
  id: "${name}",
  description: "TODO: what it is for, in one sentence.",
  context: { value: null, failure: null },
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: { "ui.open": { target: "loading", description: "It is opened." } },
    },
    loading: {
      description: "It is being read.",
      tags: "busy",
      entry: "clearFailure",
      invoke: {
        id: "load",
        src: "load",
        onDone: {
          target: "ready",
          description: "It is there.",
          actions: assign({ value: ({ event }) => event.output }),
        },
        onError: failTo({ target: "failed", description: "It cannot be read now." }),
      },
    },
    ready: { description: "It is shown." },
    failed: {
      description: "It could not be read.",
      on: {
        "ui.retry": { target: "loading", description: "Try again." },
        "app.online": { target: "loading", description: "The device has a network again." },
      },
    },
  },
});
`,
    },
    {
      file: `${folder}/${name}.view.ts`,
      text: `import type { SnapshotFrom } from "xstate";
import { toFailureText, type FailureText } from "../kit/failureText.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { ${Name}Event, ${name}Machine } from "./${name}.machine.ts";

export interface ${Name}View extends FailureText {
  status: Snapshot["value"];
  isBusy: boolean;
  value: string | null;
  actions: readonly ViewAction<${Name}Event>[];
}

type Snapshot = SnapshotFrom<typeof ${name}Machine>;

export function view${Name}(snapshot: Snapshot): ${Name}View {
  const { value, failure } = snapshot.context;
  return {
    status: snapshot.value,
    isBusy: snapshot.hasTag("busy"),
    value,
    ...toFailureText(failure),
    actions: listActions(snapshot, [{ event: { type: "ui.retry" }, labelKey: "app:list.retry" }]),
  };
}
`,
    },
    {
      file: `${folder}/${name}.test.ts`,
      text: `import { expect, test } from "vitest";
import { ${name}Machine } from "./${name}.machine.ts";

test("says what it is for", () => {
  expect(${name}Machine.root.description, "describe the chart").not.toContain("TODO");
});

test("does what people go through", () => {
  expect.fail("Tell one story from SPEC.md or PRODUCT.md, with actors of your own in place of the world's.");
});
`,
    },
    {
      file: `${folder}/${name}.model.ts`,
      text: `import { ${name}Machine } from "./${name}.machine.ts";
import { view${Name} } from "./${name}.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: ${name}Machine,
  view: view${Name},
  inputs: [undefined],
  events: {},
  outcomes: { load: { done: ["a value"], error: [{ kind: "network" }] } },
  withoutControl: ["ui.open"],
  key: () => null,
  invariants: {
    "write here what must always hold": () => false,
  },
});
`,
    },
    {
      file: `src/adapters/actors/${name}.ts`,
      text: `import { fromPromise } from "xstate";

import type { ActorsOf } from "#machines/kit/provide.ts";
import type { ${name}Machine } from "#machines/${name}/${name}.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

export function create${Name}Actors({ api }: { api: Api }): ActorsOf<typeof ${name}Machine> {
  return {
    load: fromPromise(async ({ signal }) => {
      const { botUsername } = await api.get("/v1/system/info", {}, signal);
      return botUsername;
    }),
  };
}
`,
    },
  ];
}
