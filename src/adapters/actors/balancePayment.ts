import { fromPromise } from "xstate";
import type { CoinType } from "#domain/coins.ts";
import type { AppBalance } from "#machines/balancePayment/balancePayment.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { readBalance } from "#src/adapters/api/readBalance.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

export function createBalancePaymentActors({ api }: { api: Api }) {
  return {
    loadBalance: fromPromise<AppBalance, { coinType: CoinType }>(async ({ input: { coinType }, signal }) => {
      const [amount, { hasSecurityCode }] = await Promise.all([
        readBalance(api, coinType, signal),
        loadAccountSafety(api, signal),
      ]);
      return { amount, hasSecurityCode };
    }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}
