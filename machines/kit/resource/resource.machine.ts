import { assign, setup } from "xstate";
import { lacksNetwork, type Failure } from "../failure.ts";
import { provideActor } from "../provide.ts";
import { failureActions, failTo, readOutput } from "../request.ts";

/** What the value is read by, e.g. `{ envelopeId }`. */
export interface ResourceInput<Params> {
  params: Params;
}

export interface ResourceContext<Value, Params> extends ResourceInput<Params> {
  /** Null until it was read. */
  value: Value | null;
  /** Of the last reading; null when it succeeded. */
  failure: Failure | null;
}

export type ResourceEvent =
  /** The value is needed; one that is there, or on its way, is not read again. */
  { type: "resource.load" } | { type: "ui.refresh" } | { type: "ui.retry" } | { type: "app.online" };

/** The same chart for every resource, typed by what it reads. */
export function createResourceMachine<Value extends object, Params>() {
  const read = {
    id: "read",
    src: "read",
    input: ({ context: { params } }: { context: ResourceInput<Params> }) => ({ params }),
  } as const;
  const setValue = { type: "setValue", params: readOutput<Value> } as const;

  return setup({
    types: {
      context: {} as ResourceContext<Value, Params>,
      events: {} as ResourceEvent,
      input: {} as ResourceInput<Params>,
    },
    actors: {
      read: provideActor<Value, ResourceInput<Params>>("resource.read"),
    },
    guards: {
      /** Whether the value may change by itself, so that it is read again and again; the flow of such a value says so. */
      isFollowed: (): boolean => false,
      lacksNetwork,
    },
    actions: {
      setValue: assign((_, { output }: { output: Value }) => ({ value: output, failure: null })),
      ...failureActions,
    },
    delays: { pollInterval: 3000 },
  }).createMachine({
    id: "resource",
    description: "One thing that is read whole: facts about the server, an account's sums, a draw's check.",
    context: ({ input }) => ({ params: input.params, value: null, failure: null }),
    initial: "idle",
    states: {
      idle: {
        description: "Nothing was asked for.",
        on: { "resource.load": { target: "loading", description: "It is needed." } },
      },
      loading: {
        description: "It is read; there is nothing to show yet.",
        entry: "clearFailure",
        invoke: {
          ...read,
          onDone: { target: "ready", actions: setValue, description: "The read succeeded." },
          onError: failTo({ target: "failed", description: "It could not be read." }),
        },
      },
      ready: {
        description: "It is shown.",
        on: {
          "ui.refresh": {
            target: "refreshing",
            actions: "clearFailure",
            description: "The user asks for the present state.",
          },
          "app.online": {
            guard: "lacksNetwork",
            target: "refreshing",
            actions: "clearFailure",
            description: "The last reading failed for want of a network, and there is one again.",
          },
        },
        after: {
          pollInterval: {
            guard: "isFollowed",
            target: "refreshing",
            description: "It may have changed by itself; why the last reading failed is said until one succeeds.",
          },
        },
      },
      refreshing: {
        description: "It is read again; what is shown stays until the answer.",
        invoke: {
          ...read,
          onDone: { target: "ready", actions: setValue, description: "The present state replaces what was shown." },
          onError: failTo({ target: "ready", description: "It could not be read; what was shown stays." }),
        },
      },
      failed: {
        description: "It could not be read.",
        on: {
          "resource.load": { target: "loading", description: "It is needed again." },
          "ui.retry": { target: "loading", description: "The user tries again." },
          "app.online": { target: "loading", description: "The device has a network again." },
        },
      },
    },
  });
}

export type ResourceMachine<Value extends object, Params> = ReturnType<typeof createResourceMachine<Value, Params>>;
