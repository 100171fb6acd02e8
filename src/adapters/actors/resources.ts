import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { EnvelopeState, Holdings, OwnWallets, PayoutFee, WalletState } from "#machines/app/flows.ts";
import { openPrices } from "#src/adapters/prices.ts";

import { createResourceFlow } from "./resource.ts";

type Schemas = components["schemas"];
interface OfCoin {
  coinType: Schemas["CoinType"];
}
interface OfPeriod {
  period: "week" | "all";
}

/** An envelope has at most a hundred shares: the reader's own one is among them. */
const MOST_CLAIMS = 100;

/** Of an envelope that nothing changes any more. */
const ENDED: ReadonlySet<EnvelopeState["envelope"]["status"]> = new Set(["finished", "refunded", "cancelled"]);

/** The account's sums for each coin that there is or was something of, and the price of what there is. */
export const holdingsFlow = createResourceFlow("holdings", async (app, _params: null, signal): Promise<Holdings> => {
  const { api } = app;
  const readAmounts = (coinType: CoinType) => api.get("/v1/user/accountAmountInfo", { coinType }, signal);
  // The answer names the coins of all accounts, whichever coin is asked for.
  const [first] = COIN_TYPES;
  const known = await readAmounts(first);
  // The balances are shown also where a price cannot be read.
  const accounts = known.coinTypes.map(async (coinType) => {
    const amounts = coinType === first ? known : await readAmounts(coinType);
    const price =
      amounts.balance === "0"
        ? "0"
        : await openPrices(app)
            .read(coinType)
            .catch(() => "0");
    return Object.assign({ coinType, price }, amounts);
  });
  return { accounts: await Promise.all(accounts) };
});

/** What the user claimed of one coin, and what others claimed from the user. */
export const claimFiguresFlow = createResourceFlow("claimFigures", ({ api }, query: OfCoin, signal) =>
  api.get("/v1/redpackage/claimStaticBashboard", query, signal, {
    hasToast: true,
  }),
);

/** People by what others claimed from them. */
export const userRankingFlow = createResourceFlow("userRanking", ({ api }, query: OfPeriod, signal) =>
  api.get("/v1/redpackage/getUserRanking", query, signal, { hasToast: true }),
);

/** Groups by what was claimed in them. */
export const groupRankingFlow = createResourceFlow("groupRanking", ({ api }, query: OfPeriod, signal) =>
  api.get("/v1/redpackage/getGroupRanking", query, signal, { hasToast: true }),
);

/** An envelope with the reader's own claim, followed until it ends. */
export const envelopeStateFlow = createResourceFlow(
  "envelopeState",
  async ({ api }, params: { envelopeId: string }, signal): Promise<EnvelopeState> => {
    const { envelope, claims } = await api.get("/v1/redpackage/claimDetail", { ...params, limit: MOST_CLAIMS }, signal);
    return { envelope, claim: claims.find(({ isMine }) => isMine) ?? null };
  },
  ({ envelope }) => !ENDED.has(envelope.status),
);

/** The reader's wallets, which all stand on the first page. */
export const ownWalletsFlow = createResourceFlow(
  "ownWallets",
  async ({ api }, _params: null, signal): Promise<OwnWallets> => {
    const { items } = await api.get("/v1/wallet/list", {}, signal);
    return { wallets: items };
  },
);

/** What sending an amount to the reader's wallet would cost now. */
export const payoutFeeFlow = createResourceFlow(
  "payoutFee",
  async ({ api }, query: OfCoin & { amount: string }, signal): Promise<PayoutFee> => {
    const { fee } = await api.get("/v1/wallet/payoutQuote", query, signal);
    return { fee };
  },
);

/** One of the reader's wallets, which all stand on the first page. A bound one is followed: it gets proven or goes. */
export const walletStateFlow = createResourceFlow(
  "walletState",
  async ({ api }, params: { walletId: string }, signal): Promise<WalletState> => {
    const { items } = await api.get("/v1/wallet/list", {}, signal);
    return { wallet: items.find(({ walletId }) => walletId === params.walletId) ?? null };
  },
  ({ wallet }) => wallet !== null,
);
