import { fromPromise } from "xstate";

import type { EnvelopeState } from "#machines/app/flows.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

/** An envelope has at most a hundred shares: the reader's own one is among them. */
const LIMIT = 100;

/** It is read again and again: one failure is not worth a toast. */
const QUIET = { isQuiet: true };

/** An envelope with the reader's own claim. */
export function createEnvelopeStateActors({ api }: { api: Api }) {
  return {
    read: fromPromise<EnvelopeState, ResourceInput<{ envelopeId: string }>>(async ({ input: { params }, signal }) => {
      const query = { ...params, limit: LIMIT };
      const { envelope, claims } = await api.call(
        (client) => client.GET("/v1/redpackage/claimDetail", { params: { query }, signal }),
        QUIET,
      );
      return { envelope, claim: claims.find(({ isMine }) => isMine) ?? null };
    }),
  };
}
