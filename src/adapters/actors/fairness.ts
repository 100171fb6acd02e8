import { COINS } from "#domain/coins.ts";
import type { CheckedFairness } from "#domain/draw/checkedFairness.ts";
import { verifyFairness } from "#domain/draw/verifyFairness.ts";

import type { Api } from "#src/adapters/api/createApi.ts";

import { createResourceFlow } from "./resource.ts";

/** An envelope has at most a hundred shares, so one page holds every claim. */
const ALL_CLAIMS = 100;

async function hashSha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Reads a draw's commitment and, once it is revealed, checks shares and claims against it. The check runs in the browser alone. */
async function loadFairness(api: Api, envelopeId: string, signal: AbortSignal): Promise<CheckedFairness> {
  const { commitment, revealed } = await api.get("/v1/redpackage/fairness", { envelopeId }, signal, { hasToast: true });
  if (commitment === null || revealed === null) return { commitment, salt: null, failures: null };
  const { envelope, claims } = await api.get("/v1/redpackage/claimDetail", { envelopeId, limit: ALL_CLAIMS }, signal, {
    hasToast: true,
  });
  const failures = await verifyFairness(
    {
      drawRule: envelope.drawRule,
      commitment,
      revealed: { envelopeId, ...revealed },
      totalAmount: envelope.totalAmount,
      baseDecimals: COINS[envelope.coinType].baseDecimals,
      // The wire gives the newest claim first.
      claimedAmounts: claims.map((claim) => claim.amount).reverse(),
    },
    hashSha256,
  );
  return { commitment, salt: revealed.salt, failures };
}

/** Commitment and reveal of an envelope's draw, checked in this browser. */
export const fairnessFlow = createResourceFlow("fairness", ({ api }, params: { envelopeId: string }, signal) =>
  loadFairness(api, params.envelopeId, signal),
);
