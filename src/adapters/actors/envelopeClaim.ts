import { fromPromise } from "xstate";
import { countdownMachine } from "#machines/countdown/countdown.machine.ts";
import { envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import type {
  ClaimRequest,
  ClaimResult,
  EnvelopeDetail,
  FirstDetail,
} from "#machines/envelopeClaim/envelopeClaim.setup.ts";
import { type EnvelopeClaimView, viewEnvelopeClaim } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { createCountdownActors } from "./countdown.ts";
import type { Flow } from "./flow.ts";

/** An envelope has at most a hundred shares, so one page holds every claim. */
const ALL_CLAIMS = 100;

export function createEnvelopeClaimActors({ api }: { api: Api }) {
  return {
    loadFirst: fromPromise<FirstDetail, { envelopeId: string }>(async ({ input: { envelopeId }, signal }) => {
      const query = { envelopeId, opening: "take", limit: ALL_CLAIMS } as const;
      const { envelope, claims, hasOpening } = await api.call((client) =>
        client.GET("/v1/redpackage/claimDetail", { params: { query }, signal }),
      );
      return { envelope, claims, hasOpening };
    }),
    loadDetail: fromPromise<EnvelopeDetail, { envelopeId: string }>(async ({ input: { envelopeId }, signal }) => {
      const query = { envelopeId, limit: ALL_CLAIMS };
      const { envelope, claims } = await api.call((client) =>
        client.GET("/v1/redpackage/claimDetail", { params: { query }, signal }),
      );
      return { envelope, claims };
    }),
    claimEnvelope: fromPromise<ClaimResult, ClaimRequest>(({ input: { passphrase, envelopeId }, signal }) => {
      const body = { ...(passphrase === null ? {} : { passphrase }), ...(envelopeId === null ? {} : { envelopeId }) };
      return api.call((client) => client.POST("/v1/redpackage/acceptRedEnvelope", { body, signal }));
    }),
    countdown: countdownMachine.provide({ actors: createCountdownActors() }),
  };
}

/** Open with `{ type: "ui.open" }`. */
export const envelopeClaimFlow: Flow<"envelopeClaim", EnvelopeClaimView, Pick<ClaimRequest, "envelopeId">> = {
  name: "envelopeClaim",
  create: ({ api }) => envelopeClaimMachine.provide({ actors: createEnvelopeClaimActors({ api }) }),
  view: viewEnvelopeClaim,
  prepare: ({ drafts }, { envelopeId }) => {
    const draftKey = `claim.${envelopeId ?? ""}`;
    return {
      input: { envelopeId, passphrase: drafts.read(draftKey) ?? "" },
      heed: (event) => {
        if (event.type === "draft.changed") drafts.write(draftKey, event.passphrase);
      },
    };
  },
  leave: { type: "ui.leave" },
};
