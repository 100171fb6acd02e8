import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Effect } from "../kit/effects.ts";
import { hasApiError, lacksNetwork, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, readError, readOutput, setOutputFailure, takeOutput } from "../kit/request.ts";
import { type PromptEnd, promptGuards, secured, ifCodeAsked } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";

export type Obstacle = components["schemas"]["DeletionObstacle"];

export interface AccountDeletionContext {
  /** What is owed; empty where nothing is, or before it was read. */
  obstacles: readonly Obstacle[];
  failure: Failure | null;
}

export type AccountDeletionEvent =
  | { type: "ui.open" }
  | { type: "ui.delete" }
  | { type: "ui.confirm" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "app.online" };

const setObstacles = { type: "setObstacles", params: takeOutput<readonly Obstacle[]> } as const;

export const accountDeletionMachine = setup({
  types: {
    context: {} as AccountDeletionContext,
    events: {} as AccountDeletionEvent,
    emitted: {} as Effect,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    /** What keeps the account from being deleted. */
    listObstacles: provideActor<readonly Obstacle[]>("accountDeletion.listObstacles"),
    /** Deletes it, where no security code protects it. */
    deleteAccount: provideActor<undefined>("accountDeletion.deleteAccount"),
    securityCodePrompt: securityCodePromptMachine,
  },
  guards: {
    lacksNetwork,
    isFree: (_, obstacles: readonly Obstacle[]) => obstacles.length === 0,
    isStillOwed: (_, { error }: { error: unknown }) => hasApiError(error, "notAvailable"),
    ...promptGuards,
    isOwedAfterAll: (_, { output }: PromptEnd) =>
      output.status === "failed" && hasApiError(output.failure, "notAvailable"),
  },
  actions: {
    setObstacles: assign((_, obstacles: readonly Obstacle[]) => ({ obstacles, failure: null })),
    ...failureActions,
    emitDeleted: emit({ type: "session.accountDeleted" }),
    emitRecovery: emit({ type: "code.wanted", isForgotten: true }),
  },
}).createMachine({
  id: "accountDeletion",
  description: "Deletes the account for good, once nothing is owed to the person or by the person.",
  context: { obstacles: [], failure: null },
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: { "ui.open": { target: "loading", description: "It is opened." } },
    },
    loading: {
      description: "What is owed is being read.",
      invoke: {
        id: "listObstacles",
        src: "listObstacles",
        onDone: [
          {
            guard: { type: "isFree", params: takeOutput },
            target: "ready",
            description: "Nothing is owed.",
            actions: setObstacles,
          },
          { target: "blocked", description: "Something is owed.", actions: setObstacles },
        ],
        onError: failTo({ target: "failed", description: "It cannot be read now." }),
      },
    },
    blocked: {
      description: "Says what has to end first.",
      on: { "ui.retry": { target: "loading", description: "The person has seen to it: look again." } },
    },
    ready: {
      description: "The account can be deleted.",
      on: { "ui.delete": { target: "asking", description: "The person wants to." } },
    },
    asking: {
      description: "Says what goes and what stays, and asks whether to delete it for good.",
      on: {
        "ui.confirm": { target: "deleting", description: "Delete it." },
        "ui.back": { target: "ready", description: "Keep it." },
      },
    },
    deleting: {
      description: "The server deletes it.",
      invoke: {
        id: "deleteAccount",
        src: "deleteAccount",
        onDone: { target: "deleted", actions: "emitDeleted", description: "It is gone." },
        onError: [
          ifCodeAsked("askingCode"),
          {
            guard: { type: "isStillOwed", params: readError },
            target: "loading",
            description: "Something is owed after all: read what.",
          },
          failTo({ target: "failed", description: "It was not deleted, or no answer came." }),
        ],
      },
    },
    askingCode: {
      description: "The person is asked for the security code, and the account is deleted with it.",
      invoke: secured({
        attempt: () => ({ kind: "deleteAccount" }),
        failure: ({ failure }: AccountDeletionContext) => failure,
        cases: [
          {
            guard: { type: "isOwedAfterAll", params: readOutput },
            target: "loading",
            description: "Something is owed after all: read what.",
          },
        ],
        given: { target: "deleted", actions: "emitDeleted", description: "It is gone." },
        forgotten: {
          target: "ready",
          actions: "emitRecovery",
          description: "The code is to be recovered first.",
        },
        failed: {
          target: "failed",
          actions: setOutputFailure,
          description: "The server refused, or did not answer.",
        },
        givenUp: { target: "ready", description: "The person gave it up." },
        broken: { target: "failed" },
      }),
    },
    failed: {
      description: "The last step failed.",
      on: {
        "ui.retry": { target: "loading", description: "Read what the server has." },
        "app.online": { guard: "lacksNetwork", target: "loading", description: "The device has a network again." },
      },
    },
    deleted: { type: "final", description: "Nothing is left of it." },
  },
});
