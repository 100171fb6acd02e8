import { fromPromise } from "xstate";

import type { AppLink, AppLinkRequest } from "#machines/walletHandoff/walletHandoff.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { buildAppLink } from "#src/adapters/wallets/walletApps.ts";

/** @param api speaks with the payment code, which itself stays on this page */
export function createWalletHandoffActors({ api }: { api: Api }) {
  return {
    requestLink: fromPromise<AppLink, AppLinkRequest>(async ({ input: { orderId, walletType, appId }, signal }) => {
      const { handoffUrl } = await api.call(
        (client) => client.POST("/v1/user/handoffCode", { body: { orderId }, signal }),
        // The page itself says what failed.
        { isQuiet: true },
      );
      return { appLink: buildAppLink(walletType, appId, handoffUrl) };
    }),
  };
}
