import { fromPromise } from "xstate";
import { createCountdown } from "#machines/kit/countdown.ts";
import {
  type HandoffLink,
  type HandoffLinkRequest,
  walletHandoffMachine,
} from "#machines/walletHandoff/walletHandoff.machine.ts";
import { viewWalletHandoff, type WalletHandoffView } from "#machines/walletHandoff/walletHandoff.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { buildAppLink } from "#src/adapters/wallets/walletApps.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import type { Flow } from "./flow.ts";

/** @param api speaks with the payment code or the bearer, which itself stays on this page */
function createWalletHandoffActors({ api }: { api: Api }) {
  return {
    requestLink: fromPromise<HandoffLink, HandoffLinkRequest>(
      async ({ input: { orderId, walletType, appId }, signal }) => {
        const { handoffUrl } = await api.call((client) =>
          client.POST("/v1/user/handoffCode", { body: { orderId }, signal }),
        );
        return { handoffLink: appId === null ? handoffUrl : buildAppLink(walletType, appId, handoffUrl) };
      },
    ),
    countdown: createCountdown(watchServerTime),
  };
}

/** One order of the person who is logged in. */
export const orderHandoffFlow: Flow<"orderHandoff", WalletHandoffView> = {
  name: "orderHandoff",
  create: ({ api }) => walletHandoffMachine.provide({ actors: createWalletHandoffActors({ api }) }),
  view: viewWalletHandoff,
};

/** The input's `apps` are those of `listWalletApps`, or none on a desktop. */
export const walletHandoffFlow: Flow<"walletHandoff", WalletHandoffView> = {
  name: "walletHandoff",
  create: ({ paymentApi }) => walletHandoffMachine.provide({ actors: createWalletHandoffActors({ api: paymentApi }) }),
  view: viewWalletHandoff,
};
