import type { components } from "#contract/schema.d.ts";
import { isLivePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";

import { defineList, MAX_LIMIT } from "./pagedList.ts";

/** The sender's envelopes. */
export const sentRecords = defineList("sentRecords", "allSendRecords", (api, query, params, signal) =>
  api.get("/v1/redpackage/allSendRecords", { ...params, ...query }, signal, { hasToast: true }),
);

/** The caller's claims, with their sums. */
export const receivedRecords = defineList("receivedRecords", "history", (api, query, params, signal) =>
  api.get("/v1/redpackage/history", { ...params, ...query }, signal, {
    hasToast: true,
  }),
);

/**
 * The claims of one envelope (parameter `envelopeId`), with the envelope itself. An envelope has at most a hundred shares:
 * the reader's own one is among them. The page tells every failure itself, also that there is no such envelope.
 */
export const envelopeClaims = defineList(
  "envelopeClaims",
  "claimDetail",
  async (api, query, { envelopeId = "" }, signal) => {
    const { claims, ...rest } = await api.get(
      "/v1/redpackage/claimDetail",
      { ...query, envelopeId, limit: MAX_LIMIT },
      signal,
    );
    return { items: claims, isLive: isGoingOn(rest.envelope), ...rest };
  },
);

/** The caller's payouts of a coin (parameter `coinType`). They stand under the withdrawal itself, which tells what fails. */
export const payouts = defineList("payouts", "payouts", async (api, query, params, signal) => {
  const page = await api.get("/v1/wallet/payouts", { ...params, ...query }, signal);
  return { ...page, isLive: page.items.some(({ status }) => isLivePayout(status)) };
});

/** What the caller's balances gained and lost. */
export const movements = defineList("movements", "movements", (api, query, params, signal) =>
  api.get("/v1/wallet/movements", { ...params, ...query }, signal, {
    hasToast: true,
  }),
);

/** The same of one coin, read again and again: money is on its way (parameter `coinType`). */
export const arrivals = defineList("arrivals", "movements", async (api, query, params, signal) => {
  const page = await api.get("/v1/wallet/movements", { ...params, ...query }, signal);
  return { ...page, isLive: true };
});

/** Claims come in until the envelope has ended; one that is being paid may open at any moment. */
function isGoingOn({ status }: components["schemas"]["Envelope"]): boolean {
  return status === "open" || status === "awaitingPayment";
}
