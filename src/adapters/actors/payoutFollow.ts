import { fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { Failure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

type Payout = components["schemas"]["Payout"];

/**
 * One payout of the caller's.
 * @throws {Failure} `notFound` where there is none of this id
 */
export async function loadPayout(api: Api, payoutId: string, signal: AbortSignal): Promise<Payout> {
  const { items } = await api.get("/v1/wallet/payouts", { payoutId, limit: 1 }, signal);
  const [payout] = items;
  const missing: Failure = { kind: "api", error: "notFound", message: "" };
  // Failures are plain objects, so that they survive in a machine's context.
  if (payout === undefined) throw missing;
  return payout;
}

export function createPayoutFollowActors({ api }: { api: Api }) {
  return {
    read: fromPromise<Payout, { id: string }>(({ input, signal }) => loadPayout(api, input.id, signal)),
  };
}
