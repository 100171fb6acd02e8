import { fromPromise } from "xstate";
import type { CoinType } from "#domain/coins.ts";
import { type AutoPayoutChoice, autoPayoutMachine } from "#machines/autoPayout/autoPayout.machine.ts";
import { viewAutoPayout } from "#machines/autoPayout/autoPayout.view.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { defineFlow } from "./defineFlow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

function createAutoPayoutActors({ api }: { api: Api }) {
  return {
    loadChoice: fromPromise<AutoPayoutChoice, { coinType: CoinType }>(async ({ input: { coinType }, signal }) => {
      const { items } = await api.get("/v1/wallet/autoPayout", {}, signal);
      return { maxFee: items.find((item) => item.coinType === coinType)?.maxFee ?? null };
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}

/** Open with `{ type: "ui.open" }`. */
export const autoPayoutFlow = defineFlow("autoPayout", autoPayoutMachine, createAutoPayoutActors, viewAutoPayout);
