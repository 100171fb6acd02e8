import type { CoinType } from "#domain/coins.ts";
import type { CoinFunds } from "#machines/app/flows.ts";
import { readFunds, readWallets } from "#src/adapters/api/readFunds.ts";

import { createResourceFlow } from "./resource.ts";

interface OfCoins {
  coinTypes: readonly CoinType[];
}

/** What can pay for each of these coins; those of which that cannot be read are left out. */
export const coinFundsFlow = createResourceFlow(
  "coinFunds",
  async (app, query: OfCoins, signal): Promise<CoinFunds> => {
    const wallets = readWallets(app.api, signal);
    const read = query.coinTypes.map(async (coinType) => {
      const funds = await readFunds(app.api, coinType, signal, wallets).catch(() => null);
      return funds === null ? [] : [{ coinType, funds }];
    });
    return { coins: (await Promise.all(read)).flat() };
  },
);
