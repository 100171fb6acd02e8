import { fromPromise } from "xstate";

import { countdownMachine } from "#machines/countdown/countdown.machine.ts";
import type { HandoffLink, HandoffLinkRequest } from "#machines/walletHandoff/walletHandoff.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { buildAppLink } from "#src/adapters/wallets/walletApps.ts";

import { createCountdownActors } from "./countdown.ts";

/** @param api speaks with the payment code or the bearer, which itself stays on this page */
export function createWalletHandoffActors({ api }: { api: Api }) {
  return {
    requestLink: fromPromise<HandoffLink, HandoffLinkRequest>(
      async ({ input: { orderId, walletType, appId }, signal }) => {
        const { handoffUrl } = await api.call(
          (client) => client.POST("/v1/user/handoffCode", { body: { orderId }, signal }),
          // The page itself says what failed.
          { isQuiet: true },
        );
        return { handoffLink: appId === null ? handoffUrl : buildAppLink(walletType, appId, handoffUrl) };
      },
    ),
    countdown: countdownMachine.provide({ actors: createCountdownActors() }),
  };
}
