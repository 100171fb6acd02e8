import { fromPromise } from "xstate";
import type { Reaction } from "#domain/envelope/reactions.ts";
import { envelopeThankMachine } from "#machines/envelopeThank/envelopeThank.machine.ts";
import { type EnvelopeThankView, viewEnvelopeThank } from "#machines/envelopeThank/envelopeThank.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { Flow } from "./flow.ts";

interface Reacted {
  reaction: Reaction | null;
}

export function createEnvelopeThankActors({ api }: { api: Api }) {
  return {
    thank: fromPromise<Reacted, Reacted & { envelopeId: string }>(async ({ input, signal }) => {
      const { claim } = await api.call((client) => client.POST("/v1/redpackage/thank", { body: input, signal }));
      return { reaction: claim.reaction };
    }),
  };
}

/** Waits for `{ type: "ui.react" }`. */
export const envelopeThankFlow: Flow<"envelopeThank", EnvelopeThankView> = {
  name: "envelopeThank",
  create: ({ api }) => envelopeThankMachine.provide({ actors: createEnvelopeThankActors({ api }) }),
  view: viewEnvelopeThank,
};
