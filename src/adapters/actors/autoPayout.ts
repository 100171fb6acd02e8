import { fromPromise } from "xstate";

import type { CoinType } from "#domain/coins.ts";
import type { AutoPayoutChoice } from "#machines/autoPayout/autoPayout.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

export function createAutoPayoutActors({ api }: { api: Api }) {
  return {
    loadChoice: fromPromise<AutoPayoutChoice, { coinType: CoinType }>(async ({ input: { coinType }, signal }) => {
      const { items } = await api.call((client) => client.GET("/v1/wallet/autoPayout", { signal }), { isQuiet: true });
      return { maxFee: items.find((item) => item.coinType === coinType)?.maxFee ?? null };
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}
