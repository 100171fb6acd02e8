import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import { createCountdown } from "#machines/kit/countdown.ts";
import { walletHandoffMachine } from "#machines/walletHandoff/walletHandoff.machine.ts";
import { viewWalletHandoff } from "#machines/walletHandoff/walletHandoff.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { buildAppLink } from "#src/adapters/wallets/walletApps.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import { defineFlow } from "./flow.ts";

/** @param api speaks with the payment code or the bearer, which itself stays on this page */
function createWalletHandoffActors({ api }: { api: Api }): ActorsOf<typeof walletHandoffMachine> {
  return {
    requestLink: fromPromise(async ({ input: { orderId, walletType, appId }, signal }) => {
      const { handoffUrl } = await api.post("/v1/user/handoffCode", { orderId }, signal);
      return { handoffLink: appId === null ? handoffUrl : buildAppLink(walletType, appId, handoffUrl) };
    }),
    countdown: createCountdown(watchServerTime),
  };
}

/** One order of the person who is logged in. */
export const orderHandoffFlow = defineFlow(
  "orderHandoff",
  walletHandoffMachine,
  createWalletHandoffActors,
  viewWalletHandoff,
);

/** The input's `apps` are those of `listWalletApps`, or none on a desktop. */
export const walletHandoffFlow = defineFlow(
  "walletHandoff",
  walletHandoffMachine,
  ({ paymentApi }) => createWalletHandoffActors({ api: paymentApi }),
  viewWalletHandoff,
);
