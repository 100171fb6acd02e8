import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { MAX_CHATS } from "#domain/envelope/validateSend.ts";
import { type AppBalance, balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import { envelopeOrderMachine, type PaymentMeans } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { type ActorsOf, provideAll } from "#machines/kit/provide.ts";
import { orderFollowChild } from "#machines/kit/follow/orderFollow.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { loadAccountSafety } from "#src/adapters/api/loadAccountSafety.ts";
import { readBalance } from "#src/adapters/api/readBalance.ts";
import { readEnvelope } from "#src/adapters/api/readEnvelope.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import type { App } from "#src/createApp.ts";
import { createOrderFollowActors } from "./orderFollow.ts";
import { createSecurityCodePrompt } from "./securityCodePrompt.ts";

type Envelope = components["schemas"]["Envelope"];

/** Envelopes that were just sent are among the newest, with room for others that were sent since. */
const NEWEST_PAGE = { limit: 2 * MAX_CHATS };

interface EnvelopeOrderDeps {
  api: Api;
  /** Has the chart know what pays an order inside the messenger. */
  loadMeans: () => Promise<PaymentMeans>;
}

export function createEnvelopeOrderActors({
  api,
  loadMeans,
}: EnvelopeOrderDeps): Omit<ActorsOf<typeof envelopeOrderMachine>, "payment"> {
  async function loadNewest(signal: AbortSignal): Promise<readonly Envelope[]> {
    const { items } = await api.get("/v1/redpackage/allSendRecords", NEWEST_PAGE, signal);
    return items;
  }

  /** One request for all, and one for each that is older than the newest page. */
  async function loadEnvelopes(envelopeIds: readonly string[], signal: AbortSignal): Promise<readonly Envelope[]> {
    const newest = envelopeIds.length > 1 ? await loadNewest(signal) : [];
    return Promise.all(
      envelopeIds.map(
        async (envelopeId) =>
          newest.find((envelope) => envelope.envelopeId === envelopeId) ?? readEnvelope(api, envelopeId, signal),
      ),
    );
  }

  return {
    balancePayment: provideAll(balancePaymentMachine, createBalancePaymentActors(api)),
    loadPayment: fromPromise(loadMeans),
    orderFollow: provideAll(orderFollowChild, createOrderFollowActors({ api, withEnvelopes: true })),
    loadEnvelopes: fromPromise(({ input, signal }) => loadEnvelopes(input.envelopeIds, signal)),
    renewLink: fromPromise(async ({ signal }) => {
      const { paymentUrl } = await api.post("/v1/user/paymentCode", undefined, signal, {
        hasToast: true,
      });
      return { paymentUrl };
    }),
    cancelOrder: fromPromise(async ({ input, signal }) => {
      const { order } = await api.post("/v1/order/cancel", input, signal, {
        hasToast: true,
      });
      return order;
    }),
  };
}

function createBalancePaymentActors(api: Api): ActorsOf<typeof balancePaymentMachine> {
  async function loadBalance(coinType: CoinType, signal: AbortSignal): Promise<AppBalance> {
    const [amount, { hasSecurityCode }] = await Promise.all([
      readBalance(api, coinType, signal),
      loadAccountSafety(api, signal),
    ]);
    return { amount, hasSecurityCode };
  }
  return {
    loadBalance: fromPromise(({ input: { coinType }, signal }) => loadBalance(coinType, signal)),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}

export interface OrderPart {
  logic: typeof envelopeOrderMachine;
  coinsPaidHere: readonly CoinType[];
}

/** For the chart of the form. */
export function createEnvelopeOrder(app: Pick<App, "api" | "root" | "attempts">): OrderPart {
  const loadMeans = async () => {
    const { logic: payment, readMeans } = (await import("./payment.ts")).createOrderPayment(app);
    Object.assign(logic.implementations.actors, { payment });
    return readMeans();
  };
  const actors = createEnvelopeOrderActors({ api: app.api, loadMeans });
  const logic = envelopeOrderMachine.provide({ actors });
  return {
    logic,
    coinsPaidHere: COIN_TYPES.filter((coin) => MESSENGER_WALLET_KINDS[COINS[coin].walletType] !== undefined),
  };
}
