import { fromPromise } from "xstate";
import { autoPayoutMachine } from "#machines/autoPayout/autoPayout.machine.ts";
import { viewAutoPayout } from "#machines/autoPayout/autoPayout.view.ts";
import { defineFlow } from "./flow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

/** Open with `{ type: "ui.open" }`. */
export const autoPayoutFlow = defineFlow(
  "autoPayout",
  autoPayoutMachine,
  ({ api }) => ({
    loadChoice: fromPromise(async ({ input: { coinType }, signal }) => {
      const { items } = await api.get("/v1/wallet/autoPayout", {}, signal);
      return { maxFee: items.find((item) => item.coinType === coinType)?.maxFee ?? null };
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  }),
  viewAutoPayout,
);
