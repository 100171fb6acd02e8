import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Effect } from "../kit/effects.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo } from "../kit/request.ts";

type LookInUse = components["schemas"]["CoverAndMessage"];

export type LookKind = "cover" | "text";

export interface PickerInput {
  kind: LookKind;
  /** What is set from the start; null: what is in use. */
  setId: string | null;
}

/** A cover or a text to choose, in the language of the list. */
export interface Look {
  id: string;
  title: string;
  /** Null for a cover. */
  text: string | null;
}

export interface PickerChoices {
  looks: readonly Look[];
  /** What envelopes get: the preview shows the other one of the two as well. */
  inUse: LookInUse;
}

export interface PickerContext {
  kind: LookKind;
  /** Null until the list was read. */
  looks: readonly Look[] | null;
  /** Null until the list was read. */
  inUse: LookInUse | null;
  /** What the person has set: shown, and not in use before it is applied. */
  setId: string | null;
  /** Whether the language has changed while a choice was being applied. */
  isOutdated: boolean;
  failure: Failure | null;
}

export type PickerEvent =
  | { type: "ui.open" }
  | { type: "ui.choose"; id: string }
  | { type: "ui.apply" }
  | { type: "ui.retry" }
  /** Another language is on the screen: the list has to come in it. */
  | { type: "language.changed" }
  | { type: "app.online" };

export function findInUseId({ kind, inUse }: Pick<PickerContext, "kind" | "inUse">): string | null {
  if (inUse === null) return null;
  return kind === "cover" ? inUse.coverId : inUse.messageId;
}

function hasLook(looks: readonly Look[] | null, id: string | null): boolean {
  return looks?.some((look) => look.id === id) === true;
}

/** What was set stays set, if the list still has it. */
function setChoices({ kind, setId }: PickerContext, { looks, inUse }: PickerChoices) {
  return { looks, inUse, setId: hasLook(looks, setId) ? setId : findInUseId({ kind, inUse }) };
}

const readAnew = { target: "loading", description: "The list comes again, in the new language." } as const;

const choose = {
  guard: { type: "isListed", params: ({ event }: { event: { id: string } }) => ({ id: event.id }) },
  target: "browsing",
  description: "One is set: it is shown, and not in use yet.",
  actions: { type: "setApplied", params: ({ event }: { event: { id: string } }) => ({ id: event.id }) },
} as const;

const outdated = {
  guard: "isOutdated",
  target: "loading",
  description: "The language has changed meanwhile: the fresh list says what is in use.",
} as const;

/** Sets a cover or a text, and puts it in use for the envelopes to come. One chart for both. */
export const pickerMachine = setup({
  types: {
    input: {} as PickerInput,
    context: {} as PickerContext,
    events: {} as PickerEvent,
    emitted: {} as Effect,
    tags: {} as "busy",
  },
  actors: {
    loadChoices: provideActor<PickerChoices, { kind: LookKind }>("picker.loadChoices"),
    applyChoice: provideActor<LookInUse, { kind: LookKind; id: string }>("picker.applyChoice"),
  },
  guards: {
    isListed: ({ context }, params: { id: string }) => hasLook(context.looks, params.id),
    isNew: ({ context }) => context.setId !== null && context.setId !== findInUseId(context),
    isOutdated: ({ context }) => context.isOutdated,
  },
  actions: {
    setApplied: assign((_, { id }: { id: string }) => ({ setId: id, failure: null })),
    ...failureActions,
  },
}).createMachine({
  id: "picker",
  description: "Choosing the cover or the text of the envelopes to come.",
  context: ({ input: { kind, setId } }) => ({
    kind,
    looks: null,
    inUse: null,
    setId,
    isOutdated: false,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is known yet.",
      on: { "ui.open": { target: "loading", description: "The person came to choose." } },
    },
    loading: {
      description: "The choices are being read, in the language on the screen; what was shown stays.",
      tags: "busy",
      entry: assign({ isOutdated: false, failure: null }),
      invoke: {
        id: "loadChoices",
        src: "loadChoices",
        input: ({ context }) => ({ kind: context.kind }),
        onDone: {
          target: "browsing",
          description: "They arrived.",
          actions: assign(({ context, event }) => setChoices(context, event.output)),
        },
        onError: failTo({ target: "failed", description: "They cannot be read." }),
      },
      on: { "language.changed": { ...readAnew, reenter: true } },
    },
    browsing: {
      description: "The choices, with what is set and what is in use.",
      on: {
        "ui.choose": choose,
        "ui.apply": { guard: "isNew", target: "applying", description: "Put what is set in use." },
        "language.changed": readAnew,
      },
    },
    applying: {
      description: "The server is putting it in use.",
      tags: "busy",
      entry: assign({ failure: null }),
      invoke: {
        id: "applyChoice",
        src: "applyChoice",
        input: ({ context }) => ({ kind: context.kind, id: context.setId ?? "" }),
        onDone: [
          outdated,
          {
            target: "applied",
            description: "In use from now on.",
            actions: assign({ inUse: ({ event }) => event.output }),
          },
        ],
        onError: [outdated, failTo({ target: "notApplied", description: "Refused, or the server cannot be reached." })],
      },
      on: {
        "language.changed": {
          description: "The list is read again once the answer is there.",
          actions: assign({ isOutdated: true }),
        },
      },
    },
    applied: {
      description: "What was set is in use; the person is told.",
      entry: emit({ type: "vibrate", kind: "success" }),
      on: { "ui.choose": choose, "language.changed": readAnew },
    },
    notApplied: {
      description: "What was set is not in use; it stays set.",
      entry: emit({ type: "vibrate", kind: "error" }),
      on: {
        "ui.choose": choose,
        "ui.retry": { target: "applying", description: "Try the same again." },
        "language.changed": readAnew,
      },
    },
    failed: {
      description: "The choices could not be read.",
      on: {
        "ui.retry": { target: "loading", description: "Read them again." },
        "app.online": { target: "loading", description: "The device has a network again." },
        "language.changed": readAnew,
      },
    },
  },
});
